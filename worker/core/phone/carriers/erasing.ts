/** Erasing calls, with what carriers told of them and what they recorded. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { Happening } from '../calls/carrier-events.ts';
import { noteErased } from '../calls/call-store.ts';
import type { CallFacts } from '../calls/call-report.ts';
import type { Condition } from '../../leads/record/access.ts';

/** The calls that no lead's erasure reaches: of withheld and blocked callers, and of the company's own people. */
export const CALLS_WITHOUT_LEAD: AgedRows = {
  table: 'calls',
  key: 'call_number',
  time: 'started_time',
  where: 'event_id IS NULL',
};

/** Deletes the calls that a lead's timeline shows; to be called before the timeline is. @returns how many there were of each */
export function eraseCalls(context: WriteContext, leadNumber: number): { calls: number; recordings: number } {
  const events = 'SELECT event_id FROM events WHERE lead_number = ?';
  context.database.run(`DELETE FROM missed_callers WHERE event_id IN (${events})`, leadNumber);
  const erased = deleteCalls(context, { sql: `event_id IN (${events})`, values: [leadNumber] });
  for (const { carrier, carrierId } of erased) {
    noteErased(context.database, { kind: 'call', carrier, carrierId }, context.now);
  }
  return { calls: erased.length, recordings: erased.reduce((sum, { recordings }) => sum + recordings, 0) };
}

/** Deletes calls without a lead that came in before a time, the oldest first. @returns how many */
export function purgeCalls(context: WriteContext, until: number, limit: number): number {
  const sql = `call_number IN (${selectOldest(CALLS_WITHOUT_LEAD)})`;
  return deleteCalls(context, { sql, values: [until, limit] }).length;
}

interface ToldRow extends Row {
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
  const told = database.all<ToldRow>(
    `DELETE FROM carrier_requests WHERE (carrier, carrier_call_id) IN (
       SELECT carrier, carrier_call_id FROM calls WHERE ${sql}) RETURNING carrier_call_id, happened`,
    ...values,
  );
  return database
    .all<{ carrier: string; carrier_call_id: string; facts: string }>(
      `DELETE FROM calls WHERE ${sql} RETURNING carrier, carrier_call_id, facts`,
      ...values,
    )
    .map(({ carrier, carrier_call_id: carrierId, facts }) => {
      const { recording, message, statement } = JSON.parse(facts) as CallFacts;
      const url = statement?.recordingUrl;
      // Of several recordings the facts name the longest; what the carrier has told names them all.
      const all = told.filter(({ carrier_call_id: id }) => id === carrierId).flatMap(recordingIn);
      const recordings = [
        recording,
        message,
        ...all,
        ...(url === undefined ? [] : [{ recordingId: '', url }]),
      ];
      return { carrier, carrierId, recordings: eraseRecordings(context, carrier, recordings) };
    });
}

function recordingIn({ happened }: ToldRow): { recordingId: string }[] {
  const told = JSON.parse(happened) as Happening;
  return told.kind === 'recording' || told.kind === 'message' ? [{ recordingId: told.recordingId }] : [];
}
