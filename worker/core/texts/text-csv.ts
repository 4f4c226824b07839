/** The columns of texts in CSV. */
import type { Call } from '../call.ts';
import { type Column, pagedCsv } from '../csv/paged-csv.ts';
import { writeMoment } from '../times/moments.ts';
import type { TextsFilter } from './schema.ts';
import { listTexts } from './text-lists.ts';
import type { TextOfLead } from './text-store.ts';

const COLUMNS: readonly Column<TextOfLead>[] = [
  ['text_id', ({ record }) => record.textId],
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
export function textCsv(call: Call, filter: TextsFilter): ReadableStream<Uint8Array> {
  return pagedCsv(COLUMNS, (last, limit) => listTexts(call, { ...filter, cursor: last?.textNumber, limit }));
}
