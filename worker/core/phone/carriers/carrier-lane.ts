/** What the company's object does with what a carrier tells: it keeps it, and says what comes next. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { continueCall, startCall } from '../progress/calls.ts';
import { countCallsInProgress, findCarrierCall } from '../calls/call-store.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CarrierAnswer, CarrierEvent, Happening } from '../calls/carrier-events.ts';
import { happeningsOf, noteRequest, receivedTimeOf } from './carrier-requests.ts';
import { wasErased } from '../calls/erased-reports.ts';
import { type CallFacts, withStart } from '../calls/facts.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import type { CallInProgress } from '../ringing/plans.ts';
import { planFor } from './next-steps.ts';
import { refusalOf } from './refusals.ts';
import type { CallRecord } from '../calls/schema.ts';
import { blankFacts, type UserOfNumber, withHappening } from '../progress/apply-event.ts';
import { phoneBookOf } from '../ringing/company-phone-book.ts';

/** The same caller is in so many calls to one number when somebody forwards our calls back to us. */
const MOST_CALLS_OF_A_CALLER = 3;
const CIRCLE_MS = 5 * 60_000;

/** What carriers only tell: there is nothing to answer. */
const TOLD_ONLY: ReadonlySet<Happening['kind']> = new Set(['status', 'leg', 'recording']);

/** Keeps what a carrier tells, all or nothing, and says what comes next. */
export function handleCarrierEvent(company: CompanyContext, event: CarrierEvent): CarrierAnswer {
  const book = phoneBookOf(company).read();
  const refusal = refusalOf(book, {
    ...event,
    number: event.happened.kind === 'incoming' ? (event.number ?? '') : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const context = callBy(company, { kind: 'system', name: event.carrier });
  const known = findCarrierCall(company.database, event.carrier, event.carrierCallId);
  if (known === undefined && isErased(company.database, event)) {
    return commit(company, context, (write) => leaveErased(write, book, event));
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
  return startTold(context, book, event);
}

/** Saves a call by what is kept of it, once somebody has said who calls one of the company's numbers. */
export function startTold(
  context: WriteContext,
  book: OpenPhoneBook,
  event: Omit<CarrierEvent, 'accountId' | 'parameters' | 'checksum'>,
): CallRecord | undefined {
  // What is told of a phone that rings says nothing of who calls; it waits for what does.
  if (event.number === undefined || !book.numbers.has(event.number)) return undefined;
  const { carrier, number, from = null, callerName, happened } = event;
  const time = receivedTimeOf(context, event);
  const now = event.startedTime ?? (happened.kind === 'status' ? happened.time : undefined) ?? time;
  const blank = blankFacts(book, { number, from, now, callerName, carrier });
  const facts = happeningsOf(context.database, event).reduce(
    (found, told) => withHappening(found, told, usersOf(book)),
    begunAt(blank, event),
  );
  return startCall(context, {
    carrier: event.carrier,
    carrierCallId: event.carrierCallId,
    direction: 'inbound',
    number,
    caller: from,
    facts,
  });
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
    facts: record.facts,
  };
}
