/** What the company's object does with what a carrier tells: it keeps it, and says what comes next. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { continueCall, leadOfNewCall, startCall } from '../progress/calls.ts';
import { countCallsInProgress, findCarrierCall, wasErased } from '../calls/call-store.ts';
import { mayRingAbroad } from './calls-abroad.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CarrierAnswer, CarrierEvent, Happening } from '../calls/carrier-events.ts';
import { type CallFacts, withStart } from '../calls/call-report.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import type { CallInProgress } from '../ringing/plans.ts';
import { planFor } from './next-steps.ts';
import type { CallRecord } from '../calls/schema.ts';
import { blankFacts, type UserOfNumber, withHappening } from '../progress/apply-event.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** The same caller is in so many calls to one number when somebody forwards our calls back to us. */
const MOST_CALLS_OF_A_CALLER = 3;
const CIRCLE_MS = 5 * 60_000;
/** What carriers only tell: there is nothing to answer. */
const TOLD_ONLY: ReadonlySet<Happening['kind']> = new Set(['status', 'leg', 'recording']);
/** Most characters of a value that the reason shows. */
const SHOWN = 64;
export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Most requests of one call that are read. */
const MOST_OF_A_CALL = 1_000;
/** The way from the edge to the object takes less. */
const WAY_MS = 1_000;
/** Characters of the parameters that are kept; of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;

/** Whose call or text it is. */
interface Told {
  carrier: CarrierName;
  /** Undefined where the carrier does not name it. */
  accountId?: string | undefined;
  /** Undefined where it does not matter any more: a call goes on when its number has left the company. */
  number?: string | undefined;
}

/** Keeps what a carrier tells, all or nothing, and says what comes next. */
export function handleCarrierEvent(company: CompanyContext, event: CarrierEvent): CarrierAnswer {
  const book = openPhoneBook(company);
  const refusal = refusalOf(book, {
    ...event,
    number: event.happened.kind === 'incoming' ? (event.number ?? '') : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const context = callBy(company, { kind: 'system', name: event.carrier });
  const known = findCarrierCall(company.database, event.carrier, event.carrierCallId);
  if (known === undefined && isErased(company.database, event)) {
    return commit(company, context, (write) => leaveErased(write, book, event), 'reserve');
  }
  const record = commit(company, context, (write) => keep(write, book, { event, known }));
  const isAsked = record !== undefined && !TOLD_ONLY.has(event.happened.kind);
  const instructions = isAsked ? planFor(book, event, callInProgress(company, record, event)) : [];
  return { outcome: 'planned', instructions };
}

function isErased(database: Database, { carrier, carrierCallId }: CarrierEvent): boolean {
  return wasErased(database, { kind: 'call', carrier, carrierId: carrierCallId });
}

/** Of a call that was erased nothing is kept. What comes next in it, if it still goes on, follows from the request alone. */
function leaveErased(context: WriteContext, book: OpenPhoneBook, event: CarrierEvent): CarrierAnswer {
  const { carrier, number = '', from = null, hidesCaller, happened } = event;
  if (happened.kind === 'recording' || happened.kind === 'message') {
    eraseRecordings(context, carrier, [happened]);
  }
  return {
    outcome: 'planned',
    instructions: planFor(book, event, { number, from, hidesCaller, now: context.now }),
  };
}

function keep(
  context: WriteContext,
  book: OpenPhoneBook,
  { event, known }: { event: CarrierEvent; known: CallRecord | undefined },
): CallRecord | undefined {
  const isNews = noteRequest(context, event);
  if (known !== undefined && !isNews) return known;
  if (known !== undefined) {
    const told = { happened: event.happened, time: receivedTimeOf(context, event) };
    const facts = withHappening(withName(known.facts, event), told, usersOf(book));
    return continueCall(context, known, begunAt(facts, event));
  }
  return saveNewCall(context, book, event);
}

/** Saves a new call with its lead, once somebody has said who calls one of the company's numbers. */
function saveNewCall(
  context: WriteContext,
  book: OpenPhoneBook,
  event: CarrierEvent,
): CallRecord | undefined {
  // An event of a phone that rings says nothing of who calls; it waits for one that does.
  if (event.number === undefined || !book.numbers.has(event.number)) return undefined;
  const { carrier, carrierCallId, number, from: caller = null } = event;
  const lead = leadOfNewCall(context, { number, caller, name: event.callerName });
  const facts = factsSoFar(context, book, { ...event, number });
  return startCall(context, { carrier, carrierCallId, direction: 'inbound', number, caller, facts }, lead);
}

/** Applies all events of a call that have come so far, in their order. */
function factsSoFar(
  context: WriteContext,
  book: OpenPhoneBook,
  event: CarrierEvent & { number: string },
): CallFacts {
  const { carrier, number, from = null, callerName, happened } = event;
  const time = receivedTimeOf(context, event);
  const now = event.startedTime ?? (happened.kind === 'status' ? happened.time : undefined) ?? time;
  const isHomeOnly = !mayRingAbroad(context, book, { number, from, now });
  const blank = blankFacts(book, { number, from, now, callerName, carrier, isHomeOnly });
  return happeningsOf(context.database, event).reduce(
    (found, told) => withHappening(found, told, usersOf(book)),
    begunAt(blank, event),
  );
}

function begunAt(facts: CallFacts, { startedTime }: Pick<CarrierEvent, 'startedTime'>): CallFacts {
  return startedTime === undefined ? facts : withStart(facts, startedTime, true);
}

/** Some carriers tell the caller's name only as the call goes on. */
function withName(facts: CallFacts, { callerName }: Pick<CarrierEvent, 'callerName'>): CallFacts {
  return facts.callerName === undefined && callerName !== undefined ? { ...facts, callerName } : facts;
}

/** Whose number it is, as the phone book says. */
export function usersOf(book: OpenPhoneBook): UserOfNumber {
  return (number) => book.book.users.find(({ numbers }) => numbers.includes(number))?.userId;
}

function callInProgress(
  company: CompanyContext,
  record: CallRecord,
  { hidesCaller }: CarrierEvent,
): CallInProgress & { facts: CallFacts } {
  const { caller, number, startedTime } = record;
  // Most callers have not called before.
  const isCircling =
    caller !== null &&
    record.priorCalls >= MOST_CALLS_OF_A_CALLER &&
    countCallsInProgress(company.database, { caller, number, since: startedTime - CIRCLE_MS }) >
      MOST_CALLS_OF_A_CALLER;
  return {
    number,
    from: caller,
    hidesCaller,
    // The hours are those of when the call came in, so that a branch that closes meanwhile still rings.
    now: startedTime,
    callerName: record.facts.callerName,
    isReturning: record.priorCalls > 0,
    isCircling,
    isHomeOnly: record.facts.terms.isHomeOnly,
    facts: record.facts,
  };
}

/** What is wrong, where, and what would be right; undefined: it is the company's. */
export function refusalOf(book: OpenPhoneBook, { carrier, accountId, number }: Told): string | undefined {
  const isAccount = book.book.carriers.some(
    (account) => account.carrier === carrier && (accountId ?? account.accountId) === account.accountId,
  );
  if (!isAccount) {
    return `AccountSid is ${shown(accountId)}, which the call settings do not have for ${carrier}; put it in carriers.`;
  }
  if (number === undefined || book.numbers.has(number)) return undefined;
  return `To is ${shown(number)}, which is not a number of the company; put it in the DNI settings or in unlisted_numbers.`;
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'missing' : JSON.stringify(value.slice(0, SHOWN));
}

/** When a request came: now or, where it could not be told at once, when the edge got it. */
function receivedTimeOf(
  { now }: Pick<RequestContext, 'now'>,
  { receivedTime = now }: Pick<CarrierEvent, 'receivedTime'>,
): number {
  return now - receivedTime > WAY_MS ? receivedTime : now;
}

/** Notes a request. @returns false for one that came before */
function noteRequest(context: RequestContext, event: CarrierEvent): boolean {
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
function happeningsOf(
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
