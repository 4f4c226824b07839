/** Carriers' requests about calls, as they came in: each is saved once, and kept for a month. */
import type { CompanyObject } from '../../engine/context/company-context.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { SharedTurn } from '../../engine/work/shared-turn.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { CallEvent, CarrierEvent, RefusedReport } from '../calls/carrier-events.ts';
import type { TimedEvent } from '../progress/apply-event.ts';

/** How long requests are kept. */
export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** The most requests of one call that are read. */
const MOST_OF_A_CALL = 1_000;
/** More than the way from the edge to the object takes. */
const TRANSIT_MS = 1_000;
/** Characters of the parameters that are kept. Of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;

/** Makes the method that stores carriers' reports and answers them. Reports that arrive together share a turn of the object. */
export function reportMethod<Report, Answer>(
  store: (company: CompanyObject, report: Report) => Answer,
): {
  answer: (company: CompanyObject, report: Report) => Promise<Answer>;
  absent: () => RefusedReport;
} {
  return {
    answer: (company, report) => company.memory.of(SharedTurn).take(() => store(company, report)),
    absent: () => ({ outcome: 'refused', detail: 'The company does not exist.' }),
  };
}

/**
 * Saves a request.
 * @returns whether it is no repeat, and when it came in: now, or when the edge received it if it could not pass it on at once
 */
export function saveRequest(
  { database, now }: RequestContext,
  event: CarrierEvent,
): { isNew: boolean; time: number } {
  const { parameters, receivedTime = now } = event;
  const time = now - receivedTime > TRANSIT_MS ? receivedTime : now;
  const written = database.run(
    `INSERT OR IGNORE INTO carrier_requests (carrier, carrier_call_id, checksum, received_time, happened, parameters)
     VALUES (?, ?, ?, ?, ?, ?)`,
    event.carrier,
    event.carrierCallId,
    event.checksum,
    time,
    JSON.stringify(event.callEvent),
    parameters.length > MAX_PARAMETERS
      ? JSON.stringify({ omitted_characters: parameters.length })
      : parameters,
  );
  return { isNew: written > 0, time };
}

/** Returns the events of a call so far, each with the time when it came in. */
export function eventsOf(
  database: Database,
  { carrier, carrierCallId }: Pick<CarrierEvent, 'carrier' | 'carrierCallId'>,
): TimedEvent[] {
  return database
    .all<{ happened: string; received_time: number }>(
      `SELECT happened, received_time FROM carrier_requests WHERE carrier = ? AND carrier_call_id = ?
       ORDER BY request_number LIMIT ${MOST_OF_A_CALL}`,
      carrier,
      carrierCallId,
    )
    .map((row) => ({ callEvent: JSON.parse(row.happened) as CallEvent, time: row.received_time }));
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
