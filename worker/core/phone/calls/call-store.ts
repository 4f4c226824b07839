/**
 * Reads and writes the table of calls. No other file writes it. Carriers send repeats and late recordings, so a hash of the carrier's id
 * of each erased call and message is kept for a year, and later reports on it are dropped.
 */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { CallRecord } from './schema.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { AS_IS, json, nullableJson } from '../../engine/storage/table.ts';
import { CarrierTable } from './contact-table.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';

/** Calls of one number that are recounted when an earlier one is reported: a switchboard has very many. */
const MOST_RECOUNTED = 1_000;
export const ERASED_ITEMS_KEPT_MS = 365 * 24 * 60 * 60_000;
/** The hashes, by the time of the erasure. */
export const ERASED_ITEMS: AgedRows = { table: 'erased_tellings', key: 'digest', time: 'erased_time' };

const KEYS = {
  id: 'call_id',
  number: 'call_number',
  time: 'started_time',
  carrierId: 'carrier_call_id',
  person: 'caller',
};

/** The table of calls. */
export const CALLS: CarrierTable<CallRecord> = new CarrierTable<CallRecord>('calls', KEYS, {
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

const INSERT = CALLS.insertOrFail();
const SELECT_LAST_WITH = CALLS.select(
  'WHERE caller = ? ORDER BY started_time DESC, call_number DESC LIMIT 20',
);
const SELECT_OVERDUE = CALLS.select('WHERE deadline <= ? ORDER BY deadline LIMIT ?');

/** A call or a message, by its carrier's id. */
interface CarrierItem {
  kind: 'call' | 'text';
  carrier: string;
  carrierId: string;
}

/**
 * Counts the calls of a person before a new one, with any form of the number, and adds the new one to later calls that were reported
 * sooner, up to a bound. Calls from here do not count; deleted calls do.
 */
export function countCall(
  { database, now }: Pick<RequestContext, 'database' | 'now'>,
  caller: string,
  { startedTime: time, isInbound }: { startedTime: number; isInbound: boolean },
): number {
  const forms = formsOf(caller);
  const before = Math.max(...forms.map((form) => priorCallsOfForm(database, form, time)));
  for (const form of isInbound ? forms : []) {
    database.run(
      `UPDATE calls SET prior_calls = prior_calls + 1, modification_time = max(?, modification_time)
       WHERE call_number IN (SELECT call_number FROM calls WHERE caller = ? AND started_time > ?
         ORDER BY started_time, call_number LIMIT ${MOST_RECOUNTED})`,
      now,
      form,
      time,
    );
  }
  return before;
}

function priorCallsOfForm(database: Database, caller: string, time: number): number {
  const last = database.maybe<{ prior_calls: number; direction: string }>(
    `SELECT prior_calls, direction FROM calls WHERE caller = ? AND started_time <= ?
     ORDER BY started_time DESC, call_number DESC LIMIT 1`,
    caller,
    time,
  );
  if (last !== undefined) return last.prior_calls + (last.direction === 'inbound' ? 1 : 0);
  const next = database.maybe<{ prior_calls: number }>(
    'SELECT prior_calls FROM calls WHERE caller = ? ORDER BY started_time, call_number LIMIT 1',
    caller,
  );
  return next?.prior_calls ?? 0;
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

/** Returns the last calls with a person, in either direction and with any form of the number, latest first within a form. */
export function lastCallsWith(database: Database, person: string): CallRecord[] {
  return formsOf(person).flatMap((form) => CALLS.all(database, SELECT_LAST_WITH, form));
}

/** Adds a call. */
export function insertCall(database: Database, record: CallRecord): void {
  database.run(INSERT, ...CALLS.values(record));
}

/** Updates a call. The statement names only changed columns, since SQLite rewrites every index on a named column. */
export function updateCall(database: Database, before: CallRecord, after: CallRecord): void {
  const isListedAnew =
    after.startedTime !== before.startedTime ||
    after.outcome !== before.outcome ||
    after.locationId !== before.locationId ||
    after.eventId !== before.eventId;
  database.run(
    `UPDATE calls SET modification_time = ?, deadline = ?, facts = ?, remarks = ?
       ${isListedAnew ? ', started_time = ?, outcome = ?, location_id = ?, event_id = ?' : ''}
     WHERE call_id = ?`,
    after.modificationTime,
    after.deadline,
    JSON.stringify(after.report),
    JSON.stringify(after.remarks),
    ...(isListedAnew ? [after.startedTime, after.outcome, after.locationId, after.eventId] : []),
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
  return CALLS.all(database, SELECT_OVERDUE, now, limit);
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
