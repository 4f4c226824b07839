/** What carriers sent, as it came, for 30 days: to tell a repetition, and for what comes before its call. */
import type { AgedRows } from '../aged-rows.ts';
import type { Call } from '../call.ts';
import type { Database } from '../database.ts';
import type { CarrierEvent, Happening } from './carrier-events.ts';

export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** The requests, by when they came. */
export const CARRIER_REQUESTS: AgedRows = {
  table: 'carrier_requests',
  key: 'request_number',
  time: 'received_time',
};
/** Most requests of one call that are read. */
const MOST_OF_A_CALL = 1_000;
/** Characters of the parameters that are kept; of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;

/** Notes a request. @returns false for one that came before */
export function noteRequest({ database, now }: Call, event: CarrierEvent): boolean {
  const parameters =
    event.parameters.length > MAX_PARAMETERS
      ? JSON.stringify({ omitted_characters: event.parameters.length })
      : event.parameters;
  const written = database.run(
    `INSERT OR IGNORE INTO carrier_requests (carrier, carrier_call_id, checksum, received_time, happened, parameters)
     VALUES (?, ?, ?, ?, ?, ?)`,
    event.carrier,
    event.carrierCallId,
    event.checksum,
    now,
    JSON.stringify(event.happened),
    parameters,
  );
  return written > 0;
}

/** What a carrier has told of a call so far, with when it came. */
export function happeningsOf(
  database: Database,
  { carrier, carrierCallId }: Pick<CarrierEvent, 'carrier' | 'carrierCallId'>,
): { happened: Happening; time: number }[] {
  return database
    .all<{ happened: string; received_time: number }>(
      `SELECT happened, received_time FROM carrier_requests WHERE carrier = ? AND carrier_call_id = ?
       ORDER BY request_number LIMIT ${MOST_OF_A_CALL}`,
      carrier,
      carrierCallId,
    )
    .map((row) => ({ happened: JSON.parse(row.happened) as Happening, time: row.received_time }));
}
