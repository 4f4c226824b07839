/** Erasing a person's calls, with what carriers told of them. */
import type { Database } from '../database.ts';

/** Deletes the calls that a lead's timeline shows; to be called before the timeline is. @returns how many there were */
export function eraseCalls(database: Database, leadNumber: number): number {
  const events = 'SELECT event_id FROM events WHERE lead_number = ?';
  database.run(`DELETE FROM missed_callers WHERE event_id IN (${events})`, leadNumber);
  database.run(
    `DELETE FROM carrier_requests WHERE (carrier, carrier_call_id) IN (
       SELECT carrier, carrier_call_id FROM calls WHERE event_id IN (${events}))`,
    leadNumber,
  );
  const erased = database.all(
    `DELETE FROM calls WHERE event_id IN (${events}) RETURNING call_id`,
    leadNumber,
  );
  return erased.length;
}
