/** The tables of texts and of those who want none: the one file that writes them. */
import type { Database, Row } from '../../engine/storage/database.ts';
import type { Media, TextRecord } from './schema.ts';
import type { TextStatus } from '../../../shared/contact/outcomes.ts';

/** A text as the table has it. */
export interface TextRow extends Row {
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

/** A text with the lead whose timeline shows it. */
export interface TextOfLead {
  record: TextRecord;
  leadId: string | null;
  textNumber: number;
}

const SELECT_TEXTS = `SELECT texts.*, leads.lead_id AS lead_id FROM texts
  LEFT JOIN events ON events.event_id = texts.event_id
  LEFT JOIN leads ON leads.lead_number = events.lead_number`;

/** The text with this id, with its lead; undefined when there is none. */
export function findText(database: Database, textId: string): TextOfLead | undefined {
  const row = database.maybe<TextRow & { lead_id: string | null }>(
    `${SELECT_TEXTS} WHERE text_id = ?`,
    textId,
  );
  return row && toTextOfLead(row);
}

/** The text that a carrier knows by this id; undefined when there is none. */
export function findCarrierText(
  database: Database,
  carrier: string,
  carrierTextId: string,
): TextRecord | undefined {
  const row = database.maybe<TextRow>(
    'SELECT * FROM texts WHERE carrier = ? AND carrier_text_id = ?',
    carrier,
    carrierTextId,
  );
  return row && toRecord(row);
}

/** The last text with somebody; undefined when there is none. */
export function lastTextWith(database: Database, phone: string): TextRecord | undefined {
  const row = database.maybe<TextRow>(
    'SELECT * FROM texts WHERE phone = ? ORDER BY sent_time DESC, text_number DESC LIMIT 1',
    phone,
  );
  return row && toRecord(row);
}

export function insertText(database: Database, record: TextRecord): void {
  database.run(
    `INSERT OR FAIL INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, location_id, source, sent_time,
       status, next_attempt_time, event_id, modification_time, message, media, error, origin, answers,
       settled_event_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.textId,
    record.carrier,
    record.carrierTextId,
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

/** Writes how a text goes on. */
export function updateText(database: Database, record: TextRecord): void {
  database.run(
    `UPDATE texts SET carrier_text_id = ?, status = ?, next_attempt_time = ?, modification_time = ?, error = ?,
       settled_event_id = ?
     WHERE text_id = ?`,
    record.carrierTextId,
    record.status,
    record.nextAttemptTime,
    record.modificationTime,
    record.error,
    record.settledEventId,
    record.textId,
  );
}

/** The text that is to be sent first through a carrier; undefined when there is none. */
export function nextTextToSend(database: Database, carrier: string): TextRecord | undefined {
  const row = database.maybe<TextRow>(
    'SELECT * FROM texts WHERE next_attempt_time IS NOT NULL AND carrier = ? ORDER BY next_attempt_time LIMIT 1',
    carrier,
  );
  return row && toRecord(row);
}

/** The automatic reply to a text; undefined when there was none. */
export function findReplyTo(database: Database, textId: string): TextRecord | undefined {
  const row = database.maybe<TextRow>('SELECT * FROM texts WHERE answers = ?', textId);
  return row && toRecord(row);
}

/** How many of the last texts with somebody are automatic replies that were sent since a time. */
export function countReplies(database: Database, phone: string, since: number): number {
  return database.one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT answers, sent_time FROM texts WHERE phone = ?
       ORDER BY sent_time DESC, text_number DESC LIMIT 20) WHERE answers IS NOT NULL AND sent_time > ?`,
    phone,
    since,
  ).count;
}

/** When somebody last wrote, in milliseconds since the epoch; undefined when they never did. */
export function lastWrittenTime(database: Database, phone: string): number | undefined {
  const row = database.maybe<{ sent_time: number }>(
    `SELECT sent_time FROM texts WHERE phone = ? AND direction = 'inbound'
     ORDER BY sent_time DESC, text_number DESC LIMIT 1`,
    phone,
  );
  return row?.sent_time;
}

/** Whether somebody wants no more texts. */
export function isOptedOut(database: Database, phone: string): boolean {
  return database.maybe('SELECT 1 AS found FROM opt_outs WHERE phone = ?', phone) !== undefined;
}

export function setOptOut(database: Database, phone: string, time: number): void {
  database.run('INSERT OR IGNORE INTO opt_outs (phone, opted_out_time) VALUES (?, ?)', phone, time);
}

export function clearOptOut(database: Database, phone: string): void {
  database.run('DELETE FROM opt_outs WHERE phone = ?', phone);
}

export function toTextOfLead(row: TextRow & { lead_id: string | null }): TextOfLead {
  return { record: toRecord(row), leadId: row.lead_id, textNumber: row.text_number };
}

export function toRecord(row: TextRow): TextRecord {
  return {
    textId: row.text_id,
    carrier: row.carrier,
    carrierTextId: row.carrier_text_id,
    direction: row.direction as TextRecord['direction'],
    number: row.number,
    phone: row.phone,
    locationId: row.location_id,
    source: row.source,
    sentTime: row.sent_time,
    status: row.status as TextStatus,
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
