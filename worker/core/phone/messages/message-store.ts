/** Reads and writes the table of messages. No other file writes it. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, inColumn, json, nullableJson } from '../../engine/storage/table.ts';
import { CarrierTable } from '../calls/contact-table.ts';
import type { MessageRecord } from './schema.ts';

const KEYS = {
  id: 'text_id',
  number: 'text_number',
  time: 'sent_time',
  carrierId: 'carrier_text_id',
  person: 'phone',
};

/** The table of messages. */
export const MESSAGES: CarrierTable<MessageRecord> = new CarrierTable<MessageRecord>('texts', KEYS, {
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
  missedCallId: AS_IS,
  settledEventId: AS_IS,
  attribution: nullableJson('visit'),
});

const INSERT = MESSAGES.insertOrFail();
const SELECT_NEXT = MESSAGES.select(
  'WHERE next_attempt_time IS NOT NULL AND carrier = ? ORDER BY next_attempt_time LIMIT 1',
);
const LAST = 'ORDER BY sent_time DESC, text_number DESC LIMIT 20';
const SELECT_LAST_WITH = MESSAGES.select(`WHERE phone = ? ${LAST}`);
const SELECT_LAST_OF = MESSAGES.select(`WHERE number = ? ${LAST}`);
const SELECT_REPLY = MESSAGES.select('WHERE answers = ?');

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

/** Tells whether a person got a text after a missed call since a time, delivered or not, with any form of the number. */
export function wasTextedBack(database: Database, phone: string, since: number): boolean {
  const sql = `SELECT 1 FROM texts INDEXED BY texts_after_calls
    WHERE phone = ? AND missed_call_id IS NOT NULL AND sent_time > ? LIMIT 1`;
  return formsOf(phone).some((form) => database.maybe(sql, form, since) !== undefined);
}

/** Returns the last messages with a person, with any form of the number, latest first within a form. */
export function lastMessagesWith(database: Database, phone: string): MessageRecord[] {
  return formsOf(phone).flatMap((form) => MESSAGES.all(database, SELECT_LAST_WITH, form));
}

/** Returns the last messages from and to a number of the company, latest first. */
export function lastMessagesOf(database: Database, number: string): MessageRecord[] {
  return MESSAGES.all(database, SELECT_LAST_OF, number);
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
