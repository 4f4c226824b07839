/**
 * What carriers sent is kept for 30 days. When a reader was mended, the calls that an older one read wrongly are made anew
 * from it: on the same way as when it came, so that reading twice changes nothing.
 */
import { callBy } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { continueCall } from '../progress/calls.ts';
import { findCarrierCall } from '../calls/call-store.ts';
import type { Happening, KeptRequest, Reading } from '../calls/carrier-events.ts';
import { startTold, usersOf } from './carrier-lane.ts';
import { CARRIER_REQUESTS_KEPT_MS, happeningsOf, MOST_OF_A_CALL } from './carrier-requests.ts';
import { wasErased } from '../calls/erased-reports.ts';
import type { CallFacts } from '../calls/facts.ts';
import type { CallRecord } from '../calls/schema.ts';
import { type UserOfNumber, withHappening } from '../progress/apply-event.ts';
import { phoneBookOf } from '../ringing/company-phone-book.ts';

/** Requests that are read at a time: some tenths of a second. */
const AT_A_TIME = 200;

/** Requests behind a number, in the order in which they came. */
export interface KeptPage {
  requests: KeptRequest[];
  /** The number of the last one; null when there are no more. */
  next: number | null;
}

interface KeptRow extends Row {
  request_number: number;
  carrier: string;
  carrier_call_id: string;
  received_time: number;
  happened: string;
  parameters: string;
}

export function keptRequests({ database }: CompanyContext, after: number): KeptPage {
  const requests = database
    .all<KeptRow>(
      `SELECT request_number, carrier, carrier_call_id, received_time, happened, parameters FROM carrier_requests
       WHERE request_number > ? ORDER BY request_number LIMIT ${AT_A_TIME}`,
      after,
    )
    .map((row) => ({
      requestNumber: row.request_number,
      carrier: row.carrier as KeptRequest['carrier'],
      carrierCallId: row.carrier_call_id,
      receivedTime: row.received_time,
      happened: JSON.parse(row.happened) as Happening,
      parameters: row.parameters,
    }));
  return { requests, next: requests.length < AT_A_TIME ? null : (requests.at(-1)?.requestNumber ?? null) };
}

/** Keeps what requests say now, and what follows from it for their calls, all or nothing. @returns how many calls are known better */
export function takeReadings(company: CompanyContext, readings: readonly Reading[]): number {
  if (readings.length === 0) return 0;
  return commit(company, callBy(company, { kind: 'system', name: 'carrier' }), (context) => {
    for (const reading of readings) keepReading(context, reading);
    return [...byCall(readings).values()].filter((reading) => retell(context, reading)).length;
  });
}

function keepReading({ database }: WriteContext, { requestNumber, happened }: Reading): void {
  const text = JSON.stringify(happened);
  database.run(
    'UPDATE carrier_requests SET happened = ? WHERE request_number = ? AND happened <> ?',
    text,
    requestNumber,
    text,
  );
}

/** For each call a request of it: one that says who called whom, where there is one. */
function byCall(readings: readonly Reading[]): Map<string, Reading> {
  const found = new Map<string, Reading>();
  for (const reading of readings) {
    const key = JSON.stringify([reading.carrier, reading.carrierCallId]);
    if (found.get(key)?.number === undefined) found.set(key, reading);
  }
  return found;
}

/** @returns whether the call is known better, or for the first time */
function retell(context: WriteContext, reading: Reading): boolean {
  const { carrier, carrierCallId } = reading;
  const known = findCarrierCall(context.database, carrier, carrierCallId);
  if (known !== undefined) return continueCall(context, known, factsAnew(context, known, reading)) !== known;
  if (wasErased(context.database, { kind: 'call', carrier, carrierId: carrierCallId })) return false;
  return startTold(context, phoneBookOf(context).read(), reading) !== undefined;
}

/** What all that is kept of a call says. What was to happen when it came in stays, and so does whose phone it was that rang. */
function factsAnew(context: WriteContext, known: CallRecord, reading: Reading): CallFacts {
  const told = happeningsOf(context.database, reading);
  // Some of what was told may be gone.
  const isWhole = known.startedTime > context.now - CARRIER_REQUESTS_KEPT_MS && told.length < MOST_OF_A_CALL;
  if (!isWhole) return known.facts;
  const { startedTime, isStartTold, terms, presumedEnd, callerName = reading.callerName } = known.facts;
  const blank: CallFacts = {
    startedTime,
    ...(isStartTold === undefined ? {} : { isStartTold }),
    terms,
    ...(callerName === undefined ? {} : { callerName }),
    legs: {},
    turns: {},
    ...(presumedEnd === undefined ? {} : { presumedEnd }),
  };
  const userOf = usersThen(known.facts, usersOf(phoneBookOf(context).read()));
  const anew = told.reduce((facts, each) => withHappening(facts, each, userOf), blank);
  return inOrderOf(known.facts, anew);
}

/** Users by the numbers that were rung, as they were known then; by today's phone book where they were not. */
function usersThen({ legs }: CallFacts, userOf: UserOfNumber): UserOfNumber {
  const known = new Map(Object.values(legs).map(({ number, userId }) => [number, userId]));
  return (number) => (known.has(number) ? known.get(number) : userOf(number));
}

/** The same facts with their members in the order of others: whether anything is new is told by comparing texts. */
function inOrderOf(known: CallFacts, facts: CallFacts): CallFacts {
  const names = Object.keys(known).filter((name) => name in facts);
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...facts };
}
