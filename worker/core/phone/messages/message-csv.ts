/** The columns of messages in CSV. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { type Column, pagedCsv } from '../../leads/csv/paged-csv.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { MessagesFilter } from './schema.ts';
import { listMessages } from './message-lists.ts';
import type { MessageOfLead } from './message-store.ts';

const COLUMNS: readonly Column<MessageOfLead>[] = [
  ['text_id', ({ record }) => record.messageId],
  ['carrier', ({ record }) => record.carrier],
  ['carrier_text_id', ({ record }) => record.carrierMessageId],
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

/** Returns a line for each matching message, newest first, without messages that come in meanwhile. */
export function messageCsv(context: RequestContext, filter: MessagesFilter): ReadableStream<Uint8Array> {
  return pagedCsv(COLUMNS, (last, limit) =>
    listMessages(context, { ...filter, cursor: last?.messageNumber, limit }),
  );
}
