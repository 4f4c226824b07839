/** Erases calls, with the carriers' requests and recordings, and deletes old requests. */
import { eraseEvidence } from './evidence-erasures.ts';
import { selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CallEvent } from '../calls/carrier-events.ts';
import { CALLS, rememberErased } from '../calls/call-store.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { Condition } from '../../leads/record/access.ts';

/** How long requests are kept. */
export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Deletes the calls on a lead's timeline. Call it before the timeline is deleted.
 * @returns the numbers of calls and recordings
 */
export function eraseCalls(context: WriteContext, leadNumber: number): { calls: number; recordings: number } {
  const events = 'SELECT event_id FROM events WHERE lead_number = ?';
  const erased = deleteCalls(context, { sql: `event_id IN (${events})`, values: [leadNumber] });
  for (const { carrier, carrierId } of erased) {
    rememberErased(context.database, { kind: 'call', carrier, carrierId }, context.now);
  }
  return { calls: erased.length, recordings: erased.reduce((sum, { recordings }) => sum + recordings, 0) };
}

/** Deletes calls without a lead that came in before a time, oldest first. @returns their number */
export function purgeCalls(context: WriteContext, until: number, limit: number): number {
  const sql = `call_number IN (${selectOldest(CALLS.withoutLead)})`;
  return deleteCalls(context, { sql, values: [until, limit] }).length;
}

/** Returns when the oldest request came in, in milliseconds since the epoch; undefined if there is none. */
export function oldestRequestTime(database: Database): number | undefined {
  const row = database.maybe<{ received_time: number }>(
    'SELECT received_time FROM carrier_requests ORDER BY request_number LIMIT 1',
  );
  return row?.received_time;
}

/** Deletes at most `limit` requests that came in before `until`, oldest first. */
export function deleteRequests(database: Database, until: number, limit: number): void {
  database.run(
    `DELETE FROM carrier_requests WHERE received_time < ? AND request_number IN (
       SELECT request_number FROM carrier_requests ORDER BY request_number LIMIT ?)`,
    until,
    limit,
  );
}

interface RequestRow extends Row {
  carrier_call_id: string;
  happened: string;
}

interface DeletedCall {
  carrier: string;
  carrierId: string;
  recordings: number;
}

function deleteCalls(context: WriteContext, { sql, values }: Condition): DeletedCall[] {
  const { database } = context;
  const requests = database.all<RequestRow>(
    `DELETE FROM carrier_requests WHERE (carrier, carrier_call_id) IN (
       SELECT carrier, carrier_call_id FROM calls WHERE ${sql}) RETURNING carrier_call_id, happened`,
    ...values,
  );
  return database
    .all<{ carrier: string; carrier_call_id: string; facts: string; visit: string | null }>(
      `DELETE FROM calls WHERE ${sql} RETURNING carrier, carrier_call_id, facts, visit`,
      ...values,
    )
    .map(({ carrier, carrier_call_id: carrierId, facts, visit }) => {
      eraseEvidence(context, visit);
      const { recording, message, systemReport } = JSON.parse(facts) as CallReport;
      const url = systemReport?.recordingUrl;
      // The report names only the longest recording; the carrier's requests name all.
      const all = requests.filter(({ carrier_call_id: id }) => id === carrierId).flatMap(recordingIn);
      const recordings = [
        recording,
        message,
        ...all,
        ...(url === undefined ? [] : [{ recordingId: '', url }]),
      ];
      return { carrier, carrierId, recordings: eraseRecordings(context, carrier, recordings) };
    });
}

function recordingIn({ happened }: RequestRow): { recordingId: string }[] {
  const event = JSON.parse(happened) as CallEvent;
  return event.kind === 'recording' || event.kind === 'message' ? [{ recordingId: event.recordingId }] : [];
}
