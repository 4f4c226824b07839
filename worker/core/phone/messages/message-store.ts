/** Reads and writes the tables of messages and opt-outs. No other file writes them. */
import type { Database, Row } from '../../engine/storage/database.ts';
import type { Media, MessageRecord } from './schema.ts';
import type { MessageStatus } from '../../../shared/contact/outcomes.ts';

/** A row of the table. */
export interface MessageRow extends Row {
  text_number: number;
  text_id: string;
  carrier: string;
  carrier_text_id: string;
  direction: string;
  number: string;
  phone: string | null;
  location_id: string | null;
  source: string | null;
  sent_time: number;
  status: string;
  next_attempt_time: number | null;
  event_id: string | null;
  modification_time: number;
  message: string;
  media: string;
  error: string | null;
  origin: string | null;
  answers: string | null;
  settled_event_id: string | null;
}

/** A message with the lead whose timeline shows it. */
export interface MessageOfLead {
  record: MessageRecord;
  leadId: string | null;
  messageNumber: number;
}

/** Selects messages with their leads, which follow from their events. */
const SELECT_MESSAGES = `SELECT texts.*, leads.lead_id AS lead_id FROM texts
  LEFT JOIN events ON events.event_id = texts.event_id
  LEFT JOIN leads ON leads.lead_number = events.lead_number`;

/** Returns the message with this id and its lead; undefined if there is none. */
export function findMessage(database: Database, messageId: string): MessageOfLead | undefined {
  const row = database.maybe<MessageRow & { lead_id: string | null }>(
    `${SELECT_MESSAGES} WHERE text_id = ?`,
    messageId,
  );
  return row && toMessageOfLead(row);
}

/** Returns the message with this carrier id; undefined if there is none. */
export function findCarrierMessage(
  database: Database,
  carrier: string,
  carrierMessageId: string,
): MessageRecord | undefined {
  const row = database.maybe<MessageRow>(
    'SELECT * FROM texts WHERE carrier = ? AND carrier_text_id = ?',
    carrier,
    carrierMessageId,
  );
  return row && toRecord(row);
}

/** Returns the last message to or from a person; undefined if there is none. */
export function lastMessageWith(database: Database, phone: string): MessageRecord | undefined {
  const row = database.maybe<MessageRow>(
    'SELECT * FROM texts WHERE phone = ? ORDER BY sent_time DESC, text_number DESC LIMIT 1',
    phone,
  );
  return row && toRecord(row);
}

/** Adds a message. */
export function insertMessage(database: Database, record: MessageRecord): void {
  database.run(
    `INSERT OR FAIL INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, location_id, source, sent_time,
       status, next_attempt_time, event_id, modification_time, message, media, error, origin, answers,
       settled_event_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.messageId,
    record.carrier,
    record.carrierMessageId,
    record.direction,
    record.number,
    record.phone,
    record.locationId,
    record.source,
    record.sentTime,
    record.status,
    record.nextAttemptTime,
    record.eventId,
    record.modificationTime,
    record.message,
    JSON.stringify(record.media),
    record.error,
    record.origin,
    record.answers,
    record.settledEventId,
  );
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
  const row = database.maybe<MessageRow>(
    'SELECT * FROM texts WHERE next_attempt_time IS NOT NULL AND carrier = ? ORDER BY next_attempt_time LIMIT 1',
    carrier,
  );
  return row && toRecord(row);
}

/** Returns the automatic reply to a message; undefined if there was none. */
export function findReplyTo(database: Database, messageId: string): MessageRecord | undefined {
  const row = database.maybe<MessageRow>('SELECT * FROM texts WHERE answers = ?', messageId);
  return row && toRecord(row);
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
  const row = database.maybe<{ sent_time: number }>(
    `SELECT sent_time FROM texts WHERE phone = ? AND direction = 'inbound'
     ORDER BY sent_time DESC, text_number DESC LIMIT 1`,
    phone,
  );
  return row?.sent_time;
}

/** Tells whether a person has opted out. */
export function isOptedOut(database: Database, phone: string): boolean {
  return database.maybe('SELECT 1 AS found FROM opt_outs WHERE phone = ?', phone) !== undefined;
}

/** Opts a person out. */
export function setOptOut(database: Database, phone: string, time: number): void {
  database.run('INSERT OR IGNORE INTO opt_outs (phone, opted_out_time) VALUES (?, ?)', phone, time);
}

/** Opts a person in again. */
export function clearOptOut(database: Database, phone: string): void {
  database.run('DELETE FROM opt_outs WHERE phone = ?', phone);
}

/** Reads a row with the id of its lead. */
export function toMessageOfLead(row: MessageRow & { lead_id: string | null }): MessageOfLead {
  return { record: toRecord(row), leadId: row.lead_id, messageNumber: row.text_number };
}

/** Reads a row. */
export function toRecord(row: MessageRow): MessageRecord {
  return {
    messageId: row.text_id,
    carrier: row.carrier,
    carrierMessageId: row.carrier_text_id,
    direction: row.direction as MessageRecord['direction'],
    number: row.number,
    phone: row.phone,
    locationId: row.location_id,
    source: row.source,
    sentTime: row.sent_time,
    status: row.status as MessageStatus,
    nextAttemptTime: row.next_attempt_time,
    eventId: row.event_id,
    modificationTime: row.modification_time,
    message: row.message,
    media: JSON.parse(row.media) as Media[],
    error: row.error,
    origin: row.origin,
    answers: row.answers,
    settledEventId: row.settled_event_id,
  };
}
