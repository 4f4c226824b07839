/** What the company's object does with what a carrier tells: it keeps it, and says what comes next. */
import type { WriteCall } from '../call.ts';
import { callBy } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CompanyContext } from '../core-app.ts';
import type { Database } from '../database.ts';
import { continueCall, startCall } from './calls.ts';
import { countCallsInProgress, findCarrierCall } from './call-store.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CarrierEvent, Happening } from './carrier-events.ts';
import { happeningsOf, noteRequest, receivedTimeOf } from './carrier-requests.ts';
import { wasErased } from './erased-tellings.ts';
import { type CallFacts, withStart } from './facts.ts';
import type { OpenPhoneBook } from './phone-book.ts';
import type { CallInProgress, Instruction } from './plans.ts';
import { planFor } from './next-steps.ts';
import { refusalOf } from './refusals.ts';
import type { CallRecord } from './schema.ts';
import { blankFacts, type UserOfNumber, withHappening } from './telling.ts';
import { phoneBookOf } from './company-phone-book.ts';

/** The same caller is in so many calls to one number when somebody forwards our calls back to us. */
const MOST_CALLS_OF_A_CALLER = 3;
const CIRCLE_MS = 5 * 60_000;

/** What carriers only tell: there is nothing to answer. */
const TOLD_ONLY: ReadonlySet<Happening['kind']> = new Set(['status', 'leg', 'recording']);

/** What the edge is answered. */
export type CarrierAnswer =
  | { outcome: 'planned'; instructions: readonly Instruction[] }
  /** The account or the number is not the company's. */
  | { outcome: 'refused'; detail: string };

/** Keeps what a carrier tells, all or nothing, and says what comes next. */
export function handleCarrierEvent(company: CompanyContext, event: CarrierEvent): CarrierAnswer {
  const book = phoneBookOf(company).read();
  const refusal = refusalOf(book, {
    ...event,
    number: event.happened.kind === 'incoming' ? (event.number ?? '') : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const call = callBy(company, { kind: 'system', name: event.carrier });
  const known = findCarrierCall(company.database, event.carrier, event.carrierCallId);
  if (known === undefined && isErased(company.database, event)) {
    return commit(company, call, (write) => leaveErased(write, book, event));
  }
  const record = commit(company, call, (write) => keep(write, book, { event, known }));
  const isAsked = record !== undefined && !TOLD_ONLY.has(event.happened.kind);
  const instructions = isAsked ? planFor(book, event, callInProgress(company, record, event)) : [];
  return { outcome: 'planned', instructions };
}

function isErased(database: Database, { carrier, carrierCallId }: CarrierEvent): boolean {
  return wasErased(database, { kind: 'call', carrier, carrierId: carrierCallId });
}

/** Of a call that was erased nothing is kept. What comes next in it, if it still goes on, follows from the request alone. */
function leaveErased(call: WriteCall, book: OpenPhoneBook, event: CarrierEvent): CarrierAnswer {
  const { carrier, number = '', from = null, hidesCaller, happened } = event;
  if (happened.kind === 'recording' || happened.kind === 'message') {
    eraseRecordings(call, carrier, [happened]);
  }
  return {
    outcome: 'planned',
    instructions: planFor(book, event, { number, from, hidesCaller, now: call.now }),
  };
}

function keep(
  call: WriteCall,
  book: OpenPhoneBook,
  { event, known }: { event: CarrierEvent; known: CallRecord | undefined },
): CallRecord | undefined {
  const isNews = noteRequest(call, event);
  if (known !== undefined && !isNews) return known;
  if (known !== undefined) {
    const told = { happened: event.happened, time: receivedTimeOf(call, event) };
    return continueCall(call, known, begunAt(withHappening(known.facts, told, usersOf(book)), event));
  }
  return startTold(call, book, event);
}

/** Saves a call by what is kept of it, once somebody has said who calls one of the company's numbers. */
export function startTold(
  call: WriteCall,
  book: OpenPhoneBook,
  event: Omit<CarrierEvent, 'accountId' | 'parameters' | 'checksum'>,
): CallRecord | undefined {
  // What is told of a phone that rings says nothing of who calls; it waits for what does.
  if (event.number === undefined || !book.numbers.has(event.number)) return undefined;
  const { carrier, number, from = null, callerName, happened } = event;
  const time = receivedTimeOf(call, event);
  const now = event.startedTime ?? (happened.kind === 'status' ? happened.time : undefined) ?? time;
  const blank = blankFacts(book, { number, from, now, callerName, carrier });
  const facts = happeningsOf(call.database, event).reduce(
    (found, told) => withHappening(found, told, usersOf(book)),
    begunAt(blank, event),
  );
  return startCall(call, {
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
