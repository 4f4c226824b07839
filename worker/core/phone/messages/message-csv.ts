/** The columns of texts in CSV. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { type Column, pagedCsv } from '../../leads/csv/paged-csv.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { TextsFilter } from './schema.ts';
import { listTexts } from './message-lists.ts';
import type { TextOfLead } from './message-store.ts';

const COLUMNS: readonly Column<TextOfLead>[] = [
  ['text_id', ({ record }) => record.textId],
  ['carrier', ({ record }) => record.carrier],
  ['carrier_text_id', ({ record }) => record.carrierTextId],
  ['sent_at', ({ record }) => writeMoment(record.sentTime)],
  ['direction', ({ record }) => record.direction],
  ['number', ({ record }) => record.number],
  ['phone', ({ record }) => record.phone],
  ['location_id', ({ record }) => record.locationId],
  ['source', ({ record }) => record.source],
  ['status', ({ record }) => record.status],
  ['error', ({ record }) => record.error],
  ['lead_id', ({ leadId }) => leadId],
  ['media', ({ record }) => record.media.length],
  ['message', ({ record }) => record.message],
];

/** A line for each text that matches, newest first; texts that come meanwhile are not in it. */
export function textCsv(context: RequestContext, filter: TextsFilter): ReadableStream<Uint8Array> {
  return pagedCsv(COLUMNS, (last, limit) =>
    listTexts(context, { ...filter, cursor: last?.textNumber, limit }),
  );
}
