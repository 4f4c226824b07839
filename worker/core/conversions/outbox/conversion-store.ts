/** The outbox of conversions: the one file that writes its table. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import type { Platform } from '../platforms/facts.ts';
import type { ConversionRecord, OutboxQuery } from '../schema.ts';

/** Conversions are kept for 13 months. */
export const CONVERSIONS_KEPT_MS = 396 * 24 * 60 * 60_000;
/** The conversions, by the time of their making. */
export const CONVERSIONS: AgedRows = {
  table: 'conversions',
  key: 'conversion_number',
  time: 'created_time',
};

const ROWS = new Table<ConversionRecord>('conversions', {
  conversionNumber: AS_IS,
  conversionId: AS_IS,
  what: AS_IS,
  recordId: AS_IS,
  platform: AS_IS,
  ruleId: AS_IS,
  ruleVersion: AS_IS,
  status: AS_IS,
  reason: AS_IS,
  detail: AS_IS,
  eventTime: AS_IS,
  createdTime: AS_IS,
  changedTime: AS_IS,
  unit: AS_IS,
  value: AS_IS,
  sentUnit: AS_IS,
  sentValue: AS_IS,
  sentTime: AS_IS,
  formerUnit: AS_IS,
  formerValue: AS_IS,
  requestId: AS_IS,
  dueTime: AS_IS,
  together: AS_IS,
});
const OF_RECORD = ROWS.select('WHERE record_id = ? AND rule_id = ?');
const OF_LEADS = ROWS.select(
  "WHERE record_id IN (SELECT value FROM json_each(?)) AND what = 'lead_won' ORDER BY conversion_number",
);
const OF_RULE = ROWS.select(
  'WHERE rule_id = ? AND conversion_number > ? AND created_time >= ? ORDER BY conversion_number LIMIT ?',
);
const INSERT = ROWS.insertOrFail();
const UPDATE = ROWS.upsert(
  ['conversionNumber'],
  ['conversionId', 'what', 'recordId', 'platform', 'ruleId', 'createdTime'],
);
const OF_FILE = ROWS.select(
  `WHERE platform = ?1 AND conversion_number > ?2 AND created_time >= ?3
     AND (status = 'waiting' OR (status = 'sent' AND sent_time >= ?4))
   ORDER BY conversion_number LIMIT ?5`,
);

const DUE = ROWS.select(
  "WHERE platform = ? AND due_time <= ? AND status = 'waiting' ORDER BY due_time, conversion_number LIMIT ?",
);
const POLLED = ROWS.select(
  "WHERE platform = ? AND due_time IS NOT NULL AND status = 'sent' ORDER BY due_time, conversion_number LIMIT 1",
);
const OF_REQUEST = ROWS.select(
  "WHERE platform = ? AND due_time IS NOT NULL AND status = 'sent' AND request_id = ?",
);
const BY_NUMBER = ROWS.select('WHERE conversion_number = ?');

/** A conversion that has no number yet. */
export type NewConversion = Omit<ConversionRecord, 'conversionNumber'>;

/** Returns the id for platforms of what a rule reports of a record: 32 hexadecimal digits that begin with a letter. */
export function conversionIdOf(recordId: string, ruleId: string): string {
  // A leading letter: no spreadsheet takes it for a number.
  return `c${sha256Hex(`${recordId} ${ruleId}`).slice(0, 31)}`;
}

/** Returns what a rule reports of a record, for each platform. */
export function conversionsOf(database: Database, recordId: string, ruleId: string): ConversionRecord[] {
  return ROWS.all(database, OF_RECORD, recordId, ruleId);
}

/** Returns what rules reported of won leads. */
export function conversionsOfLeads(database: Database, leadIds: readonly string[]): ConversionRecord[] {
  return ROWS.all(database, OF_LEADS, JSON.stringify(leadIds));
}

/** Gives conversions to other records. Two of them may take each other's. */
export function moveConversions(
  database: Database,
  moves: readonly { row: ConversionRecord; recordId: string }[],
): void {
  const move = (recordId: string, { conversionNumber }: ConversionRecord): void => {
    database.run(
      'UPDATE conversions SET record_id = ? WHERE conversion_number = ?',
      recordId,
      conversionNumber,
    );
  };
  const moved = moves.filter(({ row, recordId }) => row.recordId !== recordId);
  // A rule reports a record to a platform once.
  for (const { row } of moved) move(`moved ${row.conversionNumber}`, row);
  for (const { row, recordId } of moved) move(recordId, row);
}

/** Lists what a rule reported since a time, after a position, oldest first. */
export function conversionsOfRule(
  database: Database,
  ruleId: string,
  { after, since, limit }: { after: number; since: number; limit: number },
): ConversionRecord[] {
  return ROWS.all(database, OF_RULE, ruleId, after, since, limit);
}

/**
 * Lists the conversions of a platform's file after a position, oldest first: those of a time that wait, or were first in a file
 * since another.
 */
export function conversionsOfFile(
  database: Database,
  platform: Platform,
  { after, since, sentSince, limit }: { after: number; since: number; sentSince: number; limit: number },
): ConversionRecord[] {
  return ROWS.all(database, OF_FILE, platform, after, since, sentSince, limit);
}

/** Returns when the next conversion to a platform is due; undefined if there is none. */
export function nextDueTime(database: Database, platform: Platform): number | undefined {
  return database.maybe<{ due_time: number }>(
    `SELECT due_time FROM conversions WHERE platform = ? AND due_time IS NOT NULL AND status = 'waiting'
     ORDER BY due_time LIMIT 1`,
    platform,
  )?.due_time;
}

/** Lists the conversions to a platform that are due, earliest first. */
export function dueConversions(
  database: Database,
  platform: Platform,
  { now, limit }: { now: number; limit: number },
): ConversionRecord[] {
  return ROWS.all(database, DUE, platform, now, limit);
}

/** Finds the conversion of which the platform is asked next what became of it; undefined if there is none. */
export function nextPolled(database: Database, platform: Platform): ConversionRecord | undefined {
  return ROWS.maybe(database, POLLED, platform);
}

/** Lists the conversions of a request of which nothing is known yet. */
export function conversionsOfRequest(
  database: Database,
  platform: Platform,
  requestId: string,
): ConversionRecord[] {
  return ROWS.all(database, OF_REQUEST, platform, requestId);
}

/** Finds a conversion; undefined if it was deleted. */
export function findConversion(database: Database, conversionNumber: number): ConversionRecord | undefined {
  return ROWS.maybe(database, BY_NUMBER, conversionNumber);
}

/** Adds a conversion. */
export function insertConversion(database: Database, conversion: NewConversion): void {
  const [, ...values] = ROWS.values({ ...conversion, conversionNumber: 0 });
  database.run(INSERT, null, ...values);
}

/** Updates a conversion. */
export function updateConversion(database: Database, conversion: ConversionRecord): void {
  database.run(UPDATE, ...ROWS.values(conversion));
}

/** Lists a page of the log, newest first, with the position of the next page. */
export function listConversions(
  database: Database,
  { platform, status, reason, rule, record, from, to, cursor, limit }: OutboxQuery,
): { conversions: ConversionRecord[]; next: number | undefined } {
  const conditions: [sql: string, value: string | number | undefined][] = [
    ['platform = ?', platform],
    ['status = ?', status],
    ['reason = ?', reason],
    ['rule_id = ?', rule],
    ['record_id = ?', record],
    ['event_time >= ?', from],
    ['event_time < ?', to],
    ['conversion_number < ?', cursor],
  ];
  const given = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const where = given.length === 0 ? '' : `WHERE ${given.map(({ sql }) => sql).join(' AND ')}`;
  const found = ROWS.all(
    database,
    ROWS.select(`${where} ORDER BY conversion_number DESC LIMIT ?`),
    ...given.map(({ value }) => value),
    limit + 1,
  );
  const conversions = found.slice(0, limit);
  return { conversions, next: found.length > limit ? conversions.at(-1)?.conversionNumber : undefined };
}

/** Counts the conversions of a platform since a time, by status and reason. */
export function countConversions(
  database: Database,
  platform: Platform,
  since: number,
): { status: ConversionRecord['status']; reason: ConversionRecord['reason']; count: number }[] {
  return database.all(
    `SELECT status, reason, count(*) AS count FROM conversions WHERE platform = ? AND created_time >= ?
     GROUP BY status, reason ORDER BY count(*) DESC, status, reason`,
    platform,
    since,
  );
}

/** Deletes what was reported of a lead, and of the calls, messages and forms on its timeline. @returns their number */
export function eraseConversionsOf(
  database: Database,
  { leadNumber, leadIds }: { leadNumber: number; leadIds: readonly string[] },
): number {
  database.run(
    `DELETE FROM conversions WHERE record_id IN (
       SELECT call_id FROM calls WHERE event_id IN (SELECT event_id FROM events WHERE lead_number = ?1)
       UNION ALL
       SELECT text_id FROM texts WHERE event_id IN (SELECT event_id FROM events WHERE lead_number = ?1)
       UNION ALL
       SELECT form_id FROM forms WHERE event_id IN (SELECT event_id FROM events WHERE lead_number = ?1)
       UNION ALL
       SELECT value FROM json_each(?2))`,
    leadNumber,
    JSON.stringify(leadIds),
  );
  return database.one<{ count: number }>('SELECT changes() AS count').count;
}
