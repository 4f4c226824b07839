/** Reads and writes the table of messages. No other file writes it. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { AS_IS, inColumn, json, nullableJson, Table } from '../../engine/storage/table.ts';
import type { MessageRecord } from './schema.ts';

/** The table of messages. */
export const MESSAGES: Table<MessageRecord> = new Table<MessageRecord>('texts', {
  messageId: inColumn('text_id'),
  carrier: AS_IS,
  carrierMessageId: inColumn('carrier_text_id'),
  direction: AS_IS,
  number: AS_IS,
  phone: AS_IS,
  locationId: AS_IS,
  source: AS_IS,
  sentTime: AS_IS,
  status: AS_IS,
  nextAttemptTime: AS_IS,
  eventId: AS_IS,
  modificationTime: AS_IS,
  message: AS_IS,
  media: json(),
  error: AS_IS,
  origin: AS_IS,
  answers: AS_IS,
  settledEventId: AS_IS,
  attribution: nullableJson('visit'),
});

/** What is read with a message: its number in the table, and its lead, which follows from its event. */
export type RowOfLead = Row & { messageNumber: number; leadId: string | null; leadName: string | null };

/** The columns of a message with its lead. Join `events` and `leads`. */
export const COLUMNS_OF_LEAD = `${MESSAGES.columns}, texts.text_number AS messageNumber,
  leads.lead_id AS leadId, leads.document ->> '$.name' AS leadName`;

const INSERT = MESSAGES.insertOrFail();
const SELECT_OF_CARRIER = MESSAGES.select('WHERE carrier = ? AND carrier_text_id = ?');
const SELECT_LAST = MESSAGES.select('WHERE phone = ? ORDER BY sent_time DESC, text_number DESC LIMIT 1');
const SELECT_NEXT = MESSAGES.select(
  'WHERE next_attempt_time IS NOT NULL AND carrier = ? ORDER BY next_attempt_time LIMIT 1',
);
const SELECT_REPLY = MESSAGES.select('WHERE answers = ?');

/** A message with the lead whose timeline shows it. */
export interface MessageOfLead {
  record: MessageRecord;
  leadId: string | null;
  leadName: string | null;
  messageNumber: number;
}

/** Selects messages with their leads, which follow from their events. */
const SELECT_MESSAGES = `SELECT ${COLUMNS_OF_LEAD} FROM texts
  LEFT JOIN events ON events.event_id = texts.event_id
  LEFT JOIN leads ON leads.lead_number = events.lead_number`;

/** Returns the message with this id and its lead; undefined if there is none. */
export function findMessage(database: Database, messageId: string): MessageOfLead | undefined {
  const row = database.maybe<RowOfLead>(`${SELECT_MESSAGES} WHERE text_id = ?`, messageId);
  return row && toMessageOfLead(row);
}

/** Returns the messages with these numbers in the table, and their leads, latest first. */
export function messagesByNumbers(database: Database, messageNumbers: readonly number[]): MessageOfLead[] {
  const sql = `${SELECT_MESSAGES} WHERE text_number IN (SELECT value FROM json_each(?))
    ORDER BY texts.sent_time DESC, texts.text_number DESC`;
  return database.all<RowOfLead>(sql, JSON.stringify(messageNumbers)).map(toMessageOfLead);
}

/** Returns the message with this carrier id; undefined if there is none. */
export function findCarrierMessage(
  database: Database,
  carrier: string,
  carrierMessageId: string,
): MessageRecord | undefined {
  return MESSAGES.maybe(database, SELECT_OF_CARRIER, carrier, carrierMessageId);
}

/** Returns the last message to or from a person, with any form of the number; undefined if there is none. */
export function lastMessageWith(database: Database, phone: string): MessageRecord | undefined {
  return formsOf(phone)
    .flatMap((form) => MESSAGES.maybe(database, SELECT_LAST, form) ?? [])
    .toSorted((one, other) => other.sentTime - one.sentTime)[0];
}

/** Adds a message. */
export function insertMessage(database: Database, record: MessageRecord): void {
  database.run(INSERT, ...MESSAGES.values(record));
}

/** Updates the status of a message. */
export function updateMessage(database: Database, record: MessageRecord): void {
  database.run(
    `UPDATE texts SET carrier_text_id = ?, status = ?, next_attempt_time = ?, modification_time = ?, error = ?,
       settled_event_id = ?
     WHERE text_id = ?`,
    record.carrierMessageId,
    record.status,
    record.nextAttemptTime,
    record.modificationTime,
    record.error,
    record.settledEventId,
    record.messageId,
  );
}

/** Updates the visit that a message belongs to. */
export function setMessageAttribution(
  database: Database,
  { messageId, attribution, modificationTime }: MessageRecord,
): void {
  database.run(
    'UPDATE texts SET visit = ?, modification_time = ? WHERE text_id = ?',
    JSON.stringify(attribution),
    modificationTime,
    messageId,
  );
}

/** Returns the next message to send through a carrier; undefined if there is none. */
export function nextMessageToSend(database: Database, carrier: string): MessageRecord | undefined {
  return MESSAGES.maybe(database, SELECT_NEXT, carrier);
}

/** Returns the automatic reply to a message; undefined if there was none. */
export function findReplyTo(database: Database, messageId: string): MessageRecord | undefined {
  return MESSAGES.maybe(database, SELECT_REPLY, messageId);
}

/** Counts automatic replies since a time among the last messages with a person. */
export function countReplies(database: Database, phone: string, since: number): number {
  return database.one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT answers, sent_time FROM texts WHERE phone = ?
       ORDER BY sent_time DESC, text_number DESC LIMIT 20) WHERE answers IS NOT NULL AND sent_time > ?`,
    phone,
    since,
  ).count;
}

/** Returns when a person last wrote, in milliseconds since the epoch; undefined if they never did. */
export function lastWrittenTime(database: Database, phone: string): number | undefined {
  const sql = `SELECT sent_time FROM texts WHERE phone = ? AND direction = 'inbound'
    ORDER BY sent_time DESC, text_number DESC LIMIT 1`;
  const times = formsOf(phone).flatMap(
    (form) => database.maybe<{ sent_time: number }>(sql, form)?.sent_time ?? [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Reads a row of `COLUMNS_OF_LEAD`. */
export function toMessageOfLead(row: RowOfLead): MessageOfLead {
  const record = MESSAGES.read(row);
  const { leadId, leadName, messageNumber } = record;
  return { record, leadId, leadName, messageNumber };
}
