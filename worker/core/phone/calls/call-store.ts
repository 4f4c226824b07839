/**
 * Reads and writes the table of calls. No other file writes it. Carriers send repeats and late recordings, so a hash of the carrier's id
 * of each erased call and message is kept for a year, and later reports on it are dropped.
 */
import type { Database, Row } from '../../engine/storage/database.ts';
import type { CallReport } from './call-report.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { CallPosition, CallRecord, Remarks } from './schema.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';

/** Calls of one number that are recounted when an earlier one is reported: a switchboard has very many. */
const MOST_RECOUNTED = 1_000;
export const ERASED_ITEMS_KEPT_MS = 365 * 24 * 60 * 60_000;
/** The hashes, by the time of the erasure. */
export const ERASED_ITEMS: AgedRows = { table: 'erased_tellings', key: 'digest', time: 'erased_time' };

/** A row of the table. */
export interface CallRow extends Row {
  call_number: number;
  call_id: string;
  carrier: string;
  carrier_call_id: string;
  direction: string;
  number: string;
  caller: string | null;
  location_id: string | null;
  source: string | null;
  started_time: number;
  outcome: string | null;
  prior_calls: number;
  event_id: string | null;
  modification_time: number;
  deadline: number | null;
  facts: string;
  remarks: string;
}

/** A call with the lead whose timeline shows it. */
export interface CallOfLead {
  record: CallRecord;
  leadId: string | null;
  position: CallPosition;
}

/** Selects calls with their leads, which follow from their events. */
const SELECT_CALLS = `SELECT calls.*, leads.lead_id AS lead_id FROM calls
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
  const row = database.maybe<CallRow & { lead_id: string | null }>(
    `${SELECT_CALLS} WHERE call_id = ?`,
    callId,
  );
  return row && toCallOfLead(row);
}

/** Returns the call with this carrier id; undefined if there is none. */
export function findCarrierCall(
  database: Database,
  carrier: string,
  carrierCallId: string,
): CallRecord | undefined {
  const row = database.maybe<CallRow>(
    'SELECT * FROM calls WHERE carrier = ? AND carrier_call_id = ?',
    carrier,
    carrierCallId,
  );
  return row && toRecord(row);
}

/** Returns the last call of a caller; undefined if there is none. */
export function lastCallFrom(database: Database, caller: string): CallRecord | undefined {
  const row = database.maybe<CallRow>(
    'SELECT * FROM calls WHERE caller = ? ORDER BY started_time DESC, call_number DESC LIMIT 1',
    caller,
  );
  return row && toRecord(row);
}

/** Counts the calls of a caller before a time. Deleted ones count too. */
export function priorCallsAt(database: Database, caller: string, time: number): number {
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
  database.run(
    `UPDATE calls SET prior_calls = prior_calls + 1, modification_time = max(?, modification_time)
     WHERE call_number IN (SELECT call_number FROM calls WHERE caller = ? AND started_time > ?
       ORDER BY started_time, call_number LIMIT ${MOST_RECOUNTED})`,
    now,
    caller,
    after,
  );
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
  database.run(
    `INSERT OR FAIL INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source,
       started_time, outcome, prior_calls, event_id, modification_time, deadline, facts, remarks)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.callId,
    record.carrier,
    record.carrierCallId,
    record.direction,
    record.number,
    record.caller,
    record.locationId,
    record.source,
    record.startedTime,
    record.outcome,
    record.priorCalls,
    record.eventId,
    record.modificationTime,
    record.deadline,
    JSON.stringify(record.report),
    JSON.stringify(record.remarks),
  );
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
  return database
    .all<CallRow>('SELECT * FROM calls WHERE deadline <= ? ORDER BY deadline LIMIT ?', now, limit)
    .map(toRecord);
}

/** Reads a row with the id of its lead. */
export function toCallOfLead(row: CallRow & { lead_id: string | null }): CallOfLead {
  return {
    record: toRecord(row),
    leadId: row.lead_id,
    position: { startedTime: row.started_time, callNumber: row.call_number },
  };
}

/** Reads a row. */
export function toRecord(row: CallRow): CallRecord {
  return {
    callId: row.call_id,
    carrier: row.carrier,
    carrierCallId: row.carrier_call_id,
    direction: row.direction as CallRecord['direction'],
    number: row.number,
    caller: row.caller,
    locationId: row.location_id,
    source: row.source,
    startedTime: row.started_time,
    outcome: row.outcome as Outcome | null,
    priorCalls: row.prior_calls,
    eventId: row.event_id,
    modificationTime: row.modification_time,
    deadline: row.deadline,
    report: JSON.parse(row.facts) as CallReport,
    remarks: JSON.parse(row.remarks) as Remarks,
  };
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
