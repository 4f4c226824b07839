/** What carriers sent, as it came, for 30 days: to tell a repetition, and for what comes before its call. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { CarrierEvent, Happening } from '../calls/carrier-events.ts';

export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Most requests of one call that are read. */
export const MOST_OF_A_CALL = 1_000;
/** The way from the edge to the object takes less. */
const WAY_MS = 1_000;
/** Characters of the parameters that are kept; of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;

/** When a request came: now or, where it could not be told at once, when the edge got it. */
export function receivedTimeOf(
  { now }: Pick<RequestContext, 'now'>,
  { receivedTime = now }: Pick<CarrierEvent, 'receivedTime'>,
): number {
  return now - receivedTime > WAY_MS ? receivedTime : now;
}

/** Notes a request. @returns false for one that came before */
export function noteRequest(context: RequestContext, event: CarrierEvent): boolean {
  const parameters =
    event.parameters.length > MAX_PARAMETERS
      ? JSON.stringify({ omitted_characters: event.parameters.length })
      : event.parameters;
  const written = context.database.run(
    `INSERT OR IGNORE INTO carrier_requests (carrier, carrier_call_id, checksum, received_time, happened, parameters)
     VALUES (?, ?, ?, ?, ?, ?)`,
    event.carrier,
    event.carrierCallId,
    event.checksum,
    receivedTimeOf(context, event),
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

/** When the oldest request came, in milliseconds since the epoch; undefined when there is none. They are numbered as they come. */
export function oldestRequestTime(database: Database): number | undefined {
  const row = database.maybe<{ received_time: number }>(
    'SELECT received_time FROM carrier_requests ORDER BY request_number LIMIT 1',
  );
  return row?.received_time;
}

/** Deletes requests that came before `until`, the oldest first, at most `limit`. */
export function deleteRequests(database: Database, until: number, limit: number): void {
  database.run(
    `DELETE FROM carrier_requests WHERE received_time < ? AND request_number IN (
       SELECT request_number FROM carrier_requests ORDER BY request_number LIMIT ?)`,
    until,
    limit,
  );
}
