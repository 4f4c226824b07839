/** Builds the answers about forms. Pure. */
import { byNumber } from '../../attribution/attribution.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { attributionBody, visitBody } from '../calls/call-bodies.ts';
import type { FormBody } from './answer-schema.ts';
import type { FormRecord } from './schema.ts';

/** Returns the answer of a form. */
export function formBody(record: FormRecord, leadId: string | null): FormBody {
  const { source } = record;
  const attribution = record.attribution ?? byNumber({ source, locationId: null });
  return {
    form_id: record.formId,
    form: record.form,
    page: record.page,
    number: record.number,
    source: attribution.visit?.source ?? source,
    sent_at: writeMoment(record.sentTime),
    confirmed: record.isConfirmed,
    spam: record.spam,
    lead_id: leadId,
    visit: visitBody(attribution.visit),
    attribution: attributionBody(attribution),
    modified_at: writeMoment(record.modificationTime),
  };
}
