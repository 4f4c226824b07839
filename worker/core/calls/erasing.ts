/** Erasing a person's calls, with what carriers told of them and what they recorded. */
import type { WriteCall } from '../call.ts';
import { eraseRecordings } from './recording-erasures.ts';
import type { CallFacts } from './facts.ts';

/** Deletes the calls that a lead's timeline shows; to be called before the timeline is. @returns how many there were of each */
export function eraseCalls(call: WriteCall, leadNumber: number): { calls: number; recordings: number } {
  const { database } = call;
  const events = 'SELECT event_id FROM events WHERE lead_number = ?';
  database.run(`DELETE FROM missed_callers WHERE event_id IN (${events})`, leadNumber);
  database.run(
    `DELETE FROM carrier_requests WHERE (carrier, carrier_call_id) IN (
       SELECT carrier, carrier_call_id FROM calls WHERE event_id IN (${events}))`,
    leadNumber,
  );
  const erased = database.all<{ carrier: string; facts: string }>(
    `DELETE FROM calls WHERE event_id IN (${events}) RETURNING carrier, facts`,
    leadNumber,
  );
  const recordings = erased.map(({ carrier, facts }) =>
    eraseRecordings(call, carrier, JSON.parse(facts) as CallFacts),
  );
  return { calls: erased.length, recordings: recordings.reduce((sum, count) => sum + count, 0) };
}
