/**
 * Reads and writes the table of calls. No other file writes it. Carriers send repeats and late recordings, so a hash of the carrier's id
 * of each erased call and message is kept for a year, and later reports on it are dropped.
 */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import type { CallPosition, CallRecord } from './schema.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { AS_IS, json, nullableJson, Table } from '../../engine/storage/table.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';

/** Calls of one number that are recounted when an earlier one is reported: a switchboard has very many. */
const MOST_RECOUNTED = 1_000;
export const ERASED_ITEMS_KEPT_MS = 365 * 24 * 60 * 60_000;
/** The hashes, by the time of the erasure. */
export const ERASED_ITEMS: AgedRows = { table: 'erased_tellings', key: 'digest', time: 'erased_time' };

/** The table of calls. */
export const CALLS: Table<CallRecord> = new Table<CallRecord>('calls', {
  callId: AS_IS,
  carrier: AS_IS,
  carrierCallId: AS_IS,
  direction: AS_IS,
  number: AS_IS,
  caller: AS_IS,
  locationId: AS_IS,
  source: AS_IS,
  startedTime: AS_IS,
  outcome: AS_IS,
  priorCalls: AS_IS,
  eventId: AS_IS,
  modificationTime: AS_IS,
  deadline: AS_IS,
  report: json('facts'),
  remarks: json(),
  attribution: nullableJson('visit'),
});

/** What is read with a call: its number in the table, and its lead, which follows from its event. */
export type RowOfLead = Row & { callNumber: number; leadId: string | null; leadName: string | null };

/** The columns of a call with its lead. Join `events` and `leads`. */
export const COLUMNS_OF_LEAD = `${CALLS.columns}, calls.call_number AS callNumber,
  leads.lead_id AS leadId, leads.document ->> '$.name' AS leadName`;

const INSERT = CALLS.insertOrFail();
const SELECT_OF_CARRIER = CALLS.select('WHERE carrier = ? AND carrier_call_id = ?');
const SELECT_LAST = CALLS.select('WHERE caller = ? ORDER BY started_time DESC, call_number DESC LIMIT 1');
const SELECT_OVERDUE = CALLS.select('WHERE deadline <= ? ORDER BY deadline LIMIT ?');

/** A call with the lead whose timeline shows it. */
export interface CallOfLead {
  record: CallRecord;
  leadId: string | null;
  leadName: string | null;
  position: CallPosition;
}

/** Selects calls with their leads, which follow from their events. */
const SELECT_CALLS = `SELECT ${COLUMNS_OF_LEAD} FROM calls
  LEFT JOIN events ON events.event_id = calls.event_id
  LEFT JOIN leads ON leads.lead_number = events.lead_number`;

/** A call or a message, by its carrier's id. */
interface CarrierItem {
  kind: 'call' | 'text';
  carrier: string;
  carrierId: string;
}

/** Returns the call with this id and its lead; undefined if there is none. */
export function findCall(database: Database, callId: string): CallOfLead | undefined {
  const row = database.maybe<RowOfLead>(`${SELECT_CALLS} WHERE call_id = ?`, callId);
  return row && toCallOfLead(row);
}

/** Returns the calls with these numbers in the table, and their leads, latest first. */
export function callsByNumbers(database: Database, callNumbers: readonly number[]): CallOfLead[] {
  const sql = `${SELECT_CALLS} WHERE call_number IN (SELECT value FROM json_each(?))
    ORDER BY calls.started_time DESC, calls.call_number DESC`;
  return database.all<RowOfLead>(sql, JSON.stringify(callNumbers)).map(toCallOfLead);
}

/** Returns the call with this carrier id; undefined if there is none. */
export function findCarrierCall(
  database: Database,
  carrier: string,
  carrierCallId: string,
): CallRecord | undefined {
  return CALLS.maybe(database, SELECT_OF_CARRIER, carrier, carrierCallId);
}

/** Returns the last call of a caller, with any form of the number; undefined if there is none. */
export function lastCallFrom(database: Database, caller: string): CallRecord | undefined {
  return formsOf(caller)
    .flatMap((form) => CALLS.maybe(database, SELECT_LAST, form) ?? [])
    .toSorted((one, other) => other.startedTime - one.startedTime)[0];
}

/** Counts the calls of a caller before a time, with any form of the number. Deleted ones count too. */
export function priorCallsAt(database: Database, caller: string, time: number): number {
  const counts = formsOf(caller).map((form) => priorCallsOfForm(database, form, time));
  return Math.max(...counts);
}

function priorCallsOfForm(database: Database, caller: string, time: number): number {
  const last = database.maybe<{ prior_calls: number }>(
    `SELECT prior_calls FROM calls WHERE caller = ? AND started_time <= ?
     ORDER BY started_time DESC, call_number DESC LIMIT 1`,
    caller,
    time,
  );
  if (last !== undefined) return last.prior_calls + 1;
  const next = database.maybe<{ prior_calls: number }>(
    'SELECT prior_calls FROM calls WHERE caller = ? ORDER BY started_time, call_number LIMIT 1',
    caller,
  );
  return next?.prior_calls ?? 0;
}

/** Adds one prior call to the caller's calls after a time, up to a bound. One of them was counted as their first. */
export function countLaterCalls(
  database: Database,
  { caller, after, now }: { caller: string; after: number; now: number },
): void {
  for (const form of formsOf(caller)) {
    database.run(
      `UPDATE calls SET prior_calls = prior_calls + 1, modification_time = max(?, modification_time)
       WHERE call_number IN (SELECT call_number FROM calls WHERE caller = ? AND started_time > ?
         ORDER BY started_time, call_number LIMIT ${MOST_RECOUNTED})`,
      now,
      form,
      after,
    );
  }
}

/** Counts the calls in progress of a caller to a number. */
export function countCallsInProgress(
  database: Database,
  { caller, number, since }: { caller: string; number: string; since: number },
): number {
  return database.one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT number, outcome FROM calls WHERE caller = ? AND started_time >= ?
       ORDER BY started_time DESC LIMIT 20) WHERE number = ? AND outcome IS NULL`,
    caller,
    since,
    number,
  ).count;
}

/** Adds a call. */
export function insertCall(database: Database, record: CallRecord): void {
  database.run(INSERT, ...CALLS.values(record));
}

/** Updates a call. The statement names only changed columns, since SQLite rewrites every index on a named column. */
export function updateCall(database: Database, before: CallRecord, after: CallRecord): void {
  const isListedAnew = after.startedTime !== before.startedTime || after.outcome !== before.outcome;
  database.run(
    `UPDATE calls SET modification_time = ?, deadline = ?, facts = ?, remarks = ?
       ${isListedAnew ? ', started_time = ?, outcome = ?' : ''}
     WHERE call_id = ?`,
    after.modificationTime,
    after.deadline,
    JSON.stringify(after.report),
    JSON.stringify(after.remarks),
    ...(isListedAnew ? [after.startedTime, after.outcome] : []),
    after.callId,
  );
}

/** Updates the visit that a call belongs to. */
export function setAttribution(
  database: Database,
  { callId, attribution, modificationTime }: CallRecord,
): void {
  database.run(
    'UPDATE calls SET visit = ?, modification_time = ? WHERE call_id = ?',
    JSON.stringify(attribution),
    modificationTime,
    callId,
  );
}

/**
 * Returns the earliest deadline of the calls in progress, in milliseconds since the epoch; undefined if there are
 * none.
 */
export function nextDeadline(database: Database): number | undefined {
  const row = database.maybe<{ deadline: number }>(
    'SELECT deadline FROM calls WHERE deadline IS NOT NULL ORDER BY deadline LIMIT 1',
  );
  return row?.deadline;
}

/** Returns the overdue calls, earliest deadline first. */
export function overdueCalls(database: Database, now: number, limit: number): CallRecord[] {
  return CALLS.all(database, SELECT_OVERDUE, now, limit);
}

/** Reads a row of `COLUMNS_OF_LEAD`. */
export function toCallOfLead(row: RowOfLead): CallOfLead {
  const record = CALLS.read(row);
  const { leadId, leadName, callNumber, startedTime } = record;
  return { record, leadId, leadName, position: { startedTime, callNumber } };
}

/** Remembers that a call or a message was erased. */
export function rememberErased(database: Database, item: CarrierItem, time: number): void {
  database.run(
    'INSERT OR REPLACE INTO erased_tellings (digest, erased_time) VALUES (?, ?)',
    digestOf(item),
    time,
  );
}

/** Tells whether a call or a message was erased in the last year. */
export function wasErased(database: Database, item: CarrierItem): boolean {
  const sql = 'SELECT 1 AS found FROM erased_tellings WHERE digest = ?';
  return database.maybe(sql, digestOf(item)) !== undefined;
}

/** Refuses a report on an erased call or message. @throws Problem `erased` */
export function refuseErased(database: Database, item: CarrierItem): void {
  if (!wasErased(database, item)) return;
  throw new Problem('erased', `The ${item.kind} was erased with the person; nothing is kept of it.`);
}

function digestOf({ kind, carrier, carrierId }: CarrierItem): string {
  return sha256Hex(JSON.stringify([kind, carrier, carrierId]));
}
