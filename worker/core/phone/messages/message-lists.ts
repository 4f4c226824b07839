/** Lists messages, newest first: in pages, as a CSV file, and for the copy of a person's data. */
import { type Column, pagedCsv } from '../../leads/csv/paged-csv.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { CopiedMessage } from './reference.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { visitCells } from '../calls/call-bodies.ts';
import type { OfLead } from '../calls/contact-table.ts';
import { fewRows, onTimelineOf, selectContacts, walk } from '../calls/list-scans.ts';
import type { SqlValue } from '../../engine/storage/database.ts';
import { type Condition, scopeOf } from '../../leads/record/access.ts';
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { messageBody } from './message-bodies.ts';
import type { MessageRecord, MessagesFilter } from './schema.ts';
import { MESSAGES } from './message-store.ts';

/** Messages are listed in the order in which they came. */
const ORDER = 'ORDER BY texts.text_number DESC';

/** Whether no later message is of the same lead and phone. Messages of withheld numbers stand alone. */
const IS_LATEST = `(texts.phone IS NULL OR NOT EXISTS (
  SELECT 1 FROM texts AS later LEFT JOIN events AS other ON other.event_id = later.event_id
  WHERE later.phone = texts.phone AND (later.sent_time, later.text_number) > (texts.sent_time, texts.text_number)
    AND other.lead_number IS leads.lead_number))`;

/** The columns of the CSV file. */
const COLUMNS: readonly Column<OfLead<MessageRecord>>[] = [
  ['text_id', ({ record }) => record.messageId],
  ['carrier', ({ record }) => record.carrier],
  ['carrier_text_id', ({ record }) => record.carrierMessageId],
  ['sent_at', ({ record }) => writeMoment(record.sentTime)],
  ['direction', ({ record }) => record.direction],
  ['number', ({ record }) => record.number],
  ['phone', ({ record }) => record.phone],
  ['location_id', ({ record }) => record.locationId],
  ...visitCells<OfLead<MessageRecord>>(),
  ['status', ({ record }) => record.status],
  ['error', ({ record }) => record.error],
  ['lead_id', ({ leadId }) => leadId],
  ['lead_name', ({ leadName }) => leadName],
  ['media', ({ record }) => record.media.length],
  ['message', ({ record }) => record.message],
];

/** Returns the matching messages that the caller may see, newest first. Agents see messages without a lead of withheld numbers alone. */
export async function listMessages(
  context: RequestContext,
  { cursor, limit, ...filter }: MessagesFilter & { cursor?: number | undefined; limit: number },
): Promise<OfLead<MessageRecord>[]> {
  const matching = conditionsOf(filter);
  const texts = { context, table: MESSAGES, leadId: filter.lead_id };
  const select = (selected: Parameters<typeof selectContacts>[1]): OfLead<MessageRecord>[] =>
    selectContacts(texts, selected, ORDER);
  const few = await fewRows(texts);
  if (few !== undefined) return select({ few, conditions: [...matching, ...below(cursor)], limit });
  matching.push(...onTimelineOf(texts));
  if (matching.length === 0 && scopeOf(context).sql === 'TRUE') {
    return select({ conditions: below(cursor), limit });
  }
  return walk(
    {
      endOf: (from, rows) => numberAt(context, from, rows),
      read: ({ after: from, upTo }, most) =>
        select({ conditions: [...matching, ...below(from), ...notBelow(upTo)], limit: most }),
    },
    { after: cursor, limit },
  );
}

/**
 * Returns the conditions of the filters. A plus sign keeps SQLite from using a column's index (SQLite, "Query
 * planning"), since messages are walked by number.
 */
function conditionsOf(filter: MessagesFilter): Condition[] {
  const conditions: [sql: string, value: SqlValue | undefined][] = [
    ['+texts.sent_time >= ?', filter.sent_after],
    ['+texts.sent_time < ?', filter.sent_before],
    ['+texts.number = ?', filter.number],
    ['+texts.phone = ?', filter.phone],
    ['+texts.location_id = ?', filter.location_id],
    ['+texts.source = ?', filter.source],
    ['+texts.modification_time >= ?', filter.updated_since],
  ];
  const given = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }]));
  return filter.latest ? [...given, { sql: IS_LATEST, values: [] }] : given;
}

function below(messageNumber: number | undefined): Condition[] {
  return messageNumber === undefined ? [] : [{ sql: 'texts.text_number < ?', values: [messageNumber] }];
}

function notBelow(messageNumber: number | undefined): Condition[] {
  return messageNumber === undefined ? [] : [{ sql: 'texts.text_number >= ?', values: [messageNumber] }];
}

/** Returns the number of the message `rows` rows after another, or after the start; undefined if there are fewer. */
function numberAt(context: RequestContext, after: number | undefined, rows: number): number | undefined {
  const row = context.database.maybe<{ text_number: number }>(
    'SELECT text_number FROM texts WHERE text_number < ? ORDER BY text_number DESC LIMIT 1 OFFSET ?',
    after ?? Number.MAX_SAFE_INTEGER,
    rows - 1,
  );
  return row?.text_number;
}

/** Yields the messages on a lead's timeline in pages, oldest first, each with the addresses of its files, for the copy of a person's data. */
export function* copiesOfMessages(
  context: RequestContext,
  { leadNumber, leadId }: LeadSubject,
): Generator<CopiedMessage[]> {
  const { companyId, database } = context;
  const leadName = findLead(database, leadId)?.name ?? null;
  for (const records of MESSAGES.onTimeline(database, leadNumber)) {
    yield records.map((record) => ({
      text: messageBody({ record, leadId, leadName }),
      media: record.media.map(({ url }, index) => ({
        path: `/companies/${companyId}/texts/${record.messageId}/media/${index}`,
        carrier: record.carrier,
        url,
      })),
    }));
  }
}

/** Returns a line for each matching message, newest first, without messages that come in meanwhile. */
export function messageCsv(context: RequestContext, filter: MessagesFilter): ReadableStream<Uint8Array> {
  return pagedCsv(COLUMNS, (last, limit) =>
    listMessages(context, { ...filter, cursor: last?.rowNumber, limit }),
  );
}
