/** Finds and saves the visits that forms were sent in. */
import { byVisit } from '../../attribution/attribution.ts';
import { replaced } from '../../attribution/history.ts';
import type { Attribution, VisitSnapshot } from '../../attribution/schema.ts';
import { evidenceNames } from '../../../dni/evidence.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { showVisit } from '../progress/timeline-visits.ts';
import { FORMS, updateForm } from './form-store.ts';
import { announce } from './receiving.ts';
import type { FormRecord } from './schema.ts';

/** A visit may have begun in the month before. */
const VISIT_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 3_000;

/** Reads the visit of a form. @returns undefined if the evidence does not answer, or does not have the visit yet */
export async function visitOfForm(
  { companyId }: CompanyContext,
  env: CoreEnv,
  { visitId, sentTime }: FormRecord,
): Promise<Attribution | undefined> {
  if (visitId === null) return undefined;
  const names = evidenceNames(companyId, sentTime - VISIT_MS, sentTime);
  const months = names.map(async (name) => env.EVIDENCE.getByName(name).visits([visitId]));
  const found = await inTime(
    Promise.all(months).catch(() => []),
    TIMEOUT_MS,
    () => [],
  );
  // The latest month is the first; a visit began in the earlier one.
  const visit = found.flat().at(-1);
  return visit && byVisit(visit);
}

/**
 * Saves the visit that a form was sent in, and adds it to the timeline. The consent is that of the moment when the form was sent:
 * what the visitor allows later is for what they do later.
 */
export function attributeForm(context: WriteContext, before: FormRecord, found: Attribution): void {
  const { database, now } = context;
  const attribution = withConsentOf(before, found);
  const { formId, eventId, sentTime: time } = before;
  const record = {
    ...before,
    attribution: replaced(before.attribution, attribution, now),
    modificationTime: Math.max(now, before.modificationTime + 1),
  };
  updateForm(database, record);
  const leadId = FORMS.find(database, formId)?.leadId ?? null;
  const lead = leadId === null ? undefined : findLead(database, leadId);
  const event = eventId === null ? undefined : findEventsByIds(database, [eventId]).get(eventId)?.event;
  if (event !== undefined) {
    const { source, campaign } = attribution.visit ?? {};
    setEventData(database, event.eventId, { ...event.data, source, campaign });
  }
  showVisit(context, lead, { attribution, of: { form_id: formId }, eventId, time });
  announce(context, 'form.changed', { record, lead });
}

/** Returns an attribution whose visit has the consent, and the ids, with which a form came. */
function withConsentOf({ attribution: sent }: FormRecord, found: Attribution): Attribution {
  const of = (visit: VisitSnapshot): VisitSnapshot => {
    const { ad_user_data: ads = null, ad_personalization: personal = null, ids = null } = sent?.visit ?? {};
    const read = ads === 'granted' ? (ids ?? visit.ids ?? null) : null;
    return { ...visit, ad_user_data: ads, ad_personalization: personal, ids: read };
  };
  return {
    ...found,
    visit: found.visit && of(found.visit),
    candidates: found.candidates.map((each) => ({ ...each, visit: each.visit && of(each.visit) })),
  };
}
