/** Saves carriers' events and returns the next instructions. Runs in the company's object. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { rememberAccount } from '../accounts/carrier-accounts.ts';
import { continueCall, leadOfNewCall, startCall } from '../progress/calls.ts';
import { countCallsInProgress, findCarrierCall, wasErased } from '../calls/call-store.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CarrierAnswer, CarrierEvent, CallEvent } from '../calls/carrier-events.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import type { CallInProgress } from '../ringing/plans.ts';
import { firstReport, usersOf, withKnownStart } from './first-report.ts';
import { planFor } from './next-steps.ts';
import type { CallRecord } from '../calls/schema.ts';
import { applyEvent, type TimedEvent } from '../progress/apply-event.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { noteTurn } from '../ringing/priority.ts';
import { routeCall } from '../ringing/routing.ts';
import { resultOf } from '../calls/results.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** More simultaneous calls of one caller to one number mean that somebody forwards our calls back to us. */
const MOST_CALLS_OF_A_CALLER = 3;
const LOOP_WINDOW_MS = 5 * 60_000;
/** Events that carriers report without waiting for instructions. */
const EVENTS_WITHOUT_ANSWER: ReadonlySet<CallEvent['kind']> = new Set(['status', 'leg', 'recording']);
/** How long requests are kept. */
export const CARRIER_REQUESTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** The most requests of one call that are read. */
const MOST_OF_A_CALL = 1_000;
/** More than the way from the edge to the object takes. */
const TRANSIT_MS = 1_000;
/** Characters of the parameters that are kept. Of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;
/** Characters of a value that the reason quotes. */
const MAX_QUOTED = 64;

/** The account and number that a request is about. */
interface WebhookOrigin {
  carrier: CarrierName;
  /** Undefined if the carrier does not send it. */
  accountId?: string | undefined;
  /** Undefined if it no longer matters: a call goes on even if its number has left the company. */
  number?: string | undefined;
}

/** Saves an event in one transaction and returns the next instructions. */
export function handleCarrierEvent(company: CompanyContext, event: CarrierEvent): CarrierAnswer {
  const book = openPhoneBook(company);
  const refusal = refusalOf(book, {
    ...event,
    number: event.callEvent.kind === 'incoming' ? (event.number ?? '') : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const context = contextOfActor(company, { kind: 'system', name: event.carrier });
  const known = findCarrierCall(company.database, event.carrier, event.carrierCallId);
  if (known === undefined && isErased(company.database, event)) {
    return commit(company, context, (write) => skipErased(write, book, event), 'reserve');
  }
  const record = commit(company, context, (write) => saveEvent(write, book, { event, known }));
  const isAsked = record !== undefined && !EVENTS_WITHOUT_ANSWER.has(event.callEvent.kind);
  const instructions = isAsked ? planFor(book, event, callInProgress(company, record, event)) : [];
  return { outcome: 'planned', instructions };
}

function isErased(database: Database, { carrier, carrierCallId }: CarrierEvent): boolean {
  return wasErased(database, { kind: 'call', carrier, carrierId: carrierCallId });
}

/** Saves nothing of an erased call. If it still goes on, the instructions follow from the request alone. */
function skipErased(context: WriteContext, book: OpenPhoneBook, event: CarrierEvent): CarrierAnswer {
  const { carrier, number = '', from = null, hidesCaller, callEvent } = event;
  if (callEvent.kind === 'recording' || callEvent.kind === 'message') {
    eraseRecordings(context, carrier, [callEvent]);
  }
  return {
    outcome: 'planned',
    instructions: planFor(book, event, { number, from, hidesCaller, now: context.now }),
  };
}

function saveEvent(
  context: WriteContext,
  book: OpenPhoneBook,
  { event, known }: { event: CarrierEvent; known: CallRecord | undefined },
): CallRecord | undefined {
  const isNew = saveRequest(context, event);
  if (known !== undefined && !isNew) return known;
  if (known !== undefined) {
    const reported = { callEvent: event.callEvent, time: receivedTimeOf(context, event) };
    const report = withKnownStart(applyEvent(withName(known.report, event), reported, usersOf(book)), event);
    noteRing(context, book, { event, call: { number: known.number, from: known.caller, report } });
    return continueCall(context, known, report);
  }
  return saveNewCall(context, book, event);
}

/** Saves a new call with its lead, once a request names the caller and a number of the company. */
function saveNewCall(
  context: WriteContext,
  book: OpenPhoneBook,
  event: CarrierEvent,
): CallRecord | undefined {
  // Requests about a ringing phone do not name the caller. They wait for one that does.
  if (event.number === undefined || !book.numbers.has(event.number)) return undefined;
  const { carrier, accountId, carrierCallId, number, from: caller = null } = event;
  rememberAccount(context.database, { number, carrier, accountId });
  const lead = leadOfNewCall(context, { number, caller, name: event.callerName });
  const report = firstReport(context, book, {
    event: { ...event, number },
    time: receivedTimeOf(context, event),
    events: eventsOf(context.database, event),
    ownerId: lead?.lead.assigneeId,
  });
  noteRing(context, book, { event, call: { number, from: caller, report } });
  return startCall(context, { carrier, carrierCallId, direction: 'inbound', number, caller, report }, lead);
}

/** Saves whose phones ring next, if the rules let the turn go round. */
function noteRing(
  context: WriteContext,
  book: OpenPhoneBook,
  {
    event: { callEvent },
    call: { report, ...called },
  }: { event: CarrierEvent; call: { number: string; from: string | null; report: CallReport } },
): void {
  const { isHomeOnly, priority } = report.terms;
  if (priority?.order === undefined) return;
  const turn =
    callEvent.kind === 'incoming' ? 0 : callEvent.kind === 'dialed' ? callEvent.turn + 1 : undefined;
  const isOver = callEvent.kind === 'dialed' && (callEvent.isOver || resultOf(report).answeredTime !== null);
  if (turn === undefined || isOver) return;
  const { turns } = routeCall(book, { ...called, now: report.startedTime, isHomeOnly, priority });
  noteTurn(context, turns[turn] ?? [], { isFirst: turn === 0 });
}

/** Adds the caller's name, which some carriers send only later in the call. */
function withName(report: CallReport, { callerName }: Pick<CarrierEvent, 'callerName'>): CallReport {
  return report.callerName === undefined && callerName !== undefined ? { ...report, callerName } : report;
}

function callInProgress(
  company: CompanyContext,
  record: CallRecord,
  { hidesCaller }: CarrierEvent,
): CallInProgress & { report: CallReport } {
  const { caller, number, startedTime } = record;
  // Most callers are new, so this saves them the query.
  const isForwardLoop =
    caller !== null &&
    record.priorCalls >= MOST_CALLS_OF_A_CALLER &&
    countCallsInProgress(company.database, { caller, number, since: startedTime - LOOP_WINDOW_MS }) >
      MOST_CALLS_OF_A_CALLER;
  return {
    number,
    from: caller,
    hidesCaller,
    // Opening hours count from the start of the call: a branch that closes meanwhile still rings.
    now: startedTime,
    callerName: record.report.callerName,
    isReturning: record.priorCalls > 0,
    isForwardLoop,
    isHomeOnly: record.report.terms.isHomeOnly,
    priority: record.report.terms.priority,
    report: record.report,
  };
}

/** Returns the parameter that is wrong, and its remedy; undefined if the request is for the company. */
export function refusalOf(
  book: OpenPhoneBook,
  { carrier, accountId, number }: WebhookOrigin,
): string | undefined {
  const isAccount = book.book.carriers.some(
    (account) => account.carrier === carrier && (accountId ?? account.accountId) === account.accountId,
  );
  if (!isAccount) {
    return `AccountSid is ${quoted(accountId)}, which the call settings do not have for ${carrier}; put it in carriers.`;
  }
  if (number === undefined || book.numbers.has(number)) return undefined;
  return `To is ${quoted(number)}, which is not a number of the company; put it in the DNI settings or in unlisted_numbers.`;
}

function quoted(value: string | undefined): string {
  return value === undefined || value === '' ? 'missing' : JSON.stringify(value.slice(0, MAX_QUOTED));
}

/** Returns when a request came in: now, or when the edge received it if it could not pass it on at once. */
export function receivedTimeOf(
  { now }: Pick<RequestContext, 'now'>,
  { receivedTime = now }: Pick<CarrierEvent, 'receivedTime'>,
): number {
  return now - receivedTime > TRANSIT_MS ? receivedTime : now;
}

/** Saves a request. @returns false for a repeat */
export function saveRequest(context: RequestContext, event: CarrierEvent): boolean {
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
    JSON.stringify(event.callEvent),
    parameters,
  );
  return written > 0;
}

/** Returns the events of a call so far, each with the time when it came in. */
function eventsOf(
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
