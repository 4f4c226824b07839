/** Reads and writes the queue of calls to place. No other file writes its table. */
import type { Database, Row } from '../../engine/storage/database.ts';
import { CALLS } from '../calls/call-store.ts';
import type { CallRecord } from '../calls/schema.ts';

/** Calls of a person that are searched for one in progress. */
const NEWEST = 20;

/** A call to place. Times are milliseconds since the epoch. */
export interface CallToPlace extends Row {
  call_id: string;
  carrier: string;
  account_id: string;
  /** The origin of this deployment when the call was asked for. */
  origin: string;
  /** `asking`: the carrier was asked, and its answer is not known. */
  state: 'queued' | 'asking';
  queued_time: number;
  next_attempt_time: number;
}

/** Queues a call. */
export function queueCall(
  database: Database,
  call: Pick<CallToPlace, 'call_id' | 'carrier' | 'account_id' | 'origin'>,
  now: number,
): void {
  database.run(
    `INSERT INTO calls_to_place (call_id, carrier, account_id, origin, state, queued_time, next_attempt_time)
     VALUES (?, ?, ?, ?, 'queued', ?5, ?5)`,
    call.call_id,
    call.carrier,
    call.account_id,
    call.origin,
    now,
  );
}

/** Returns the next call to place through a carrier; undefined if there is none. */
export function nextCallToPlace(database: Database, carrier: string): CallToPlace | undefined {
  return database.maybe<CallToPlace>(
    'SELECT * FROM calls_to_place WHERE carrier = ? ORDER BY next_attempt_time, call_id LIMIT 1',
    carrier,
  );
}

/** Marks a call as one that the carrier is being asked to place, until a time. */
export function setAsking(database: Database, callId: string, until: number): void {
  database.run(
    `UPDATE calls_to_place SET state = 'asking', next_attempt_time = ? WHERE call_id = ?`,
    until,
    callId,
  );
}

/** Takes a call off the queue. */
export function dequeue(database: Database, callId: string): void {
  database.run('DELETE FROM calls_to_place WHERE call_id = ?', callId);
}

/** Saves the carrier's id of an outgoing call, which becomes known after the call is saved. */
export function setCarrierCallId(database: Database, callId: string, carrierCallId: string): void {
  database.run('UPDATE calls SET carrier_call_id = ? WHERE call_id = ?', carrierCallId, callId);
}

/** Returns the call to a person that is in progress and began since a time; undefined if there is none. */
export function outgoingCallTo(database: Database, phone: string, since: number): CallRecord | undefined {
  const sql = CALLS.select(
    `WHERE caller = ? AND started_time >= ? ORDER BY started_time DESC, call_number DESC LIMIT ${NEWEST}`,
  );
  return CALLS.all(database, sql, phone, since).find(
    ({ outcome, report }) => outcome === null && report.placed !== undefined,
  );
}
