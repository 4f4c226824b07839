/**
 * Takes a carrier's request about a call: saves it, folds its event into the report on the call, and returns the next instructions.
 * Each request is saved once. Runs in the company's object.
 */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext, CompanyObject } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { SharedTurn } from '../../engine/work/shared-turn.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { refusalOf, rememberAccount } from '../accounts/carrier-accounts.ts';
import { continueCall, startCall } from '../progress/calls.ts';
import { countCallsInProgress, CALLS, wasErased } from '../calls/call-store.ts';
import { eraseRecordings } from './carrier-erasures.ts';
import type { CallEvent, CarrierAnswer, CarrierEvent, RefusedReport } from '../calls/carrier-events.ts';
import { countOne, waitOf } from '../calls/hourly-counts.ts';
import { resultOf } from '../calls/results.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { type CallInProgress, type Instruction, planFor } from '../ringing/plans.ts';
import type { CallRecord } from '../calls/schema.ts';
import { applyEvent, firstReport, usersOf } from '../progress/apply-event.ts';
import { choiceIn, type NewReport, type TimedEvent, withChoice } from '../progress/terms.ts';
import { leadOfCaller } from '../progress/call-leads.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { noteTurn, priorityOf } from '../ringing/priority.ts';
import { type IncomingCall, type Route, routeCall } from '../ringing/routing.ts';
import { findByKeys } from '../../leads/record/lead-store.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { Suspicion } from '../rules/suspects.ts';
import { suspicionOf } from './suspects.ts';

/** More simultaneous calls of one caller to one number mean that somebody forwards our calls back to us. */
const MOST_CALLS_OF_A_CALLER = 3;
const LOOP_WINDOW_MS = 5 * 60_000;

/** The scopes in which calls abroad, and their refusals in the audit log, are counted. */
const CALLS_ABROAD = 'calls abroad';
const LOGGED_REFUSALS = 'calls abroad: noted';

/** The most requests of one call that are read. */
const MOST_OF_A_CALL = 1_000;
/** More than the way from the edge to the object takes. */
const TRANSIT_MS = 1_000;
/** Characters of the parameters that are kept. Of longer ones only the length is. */
const MAX_PARAMETERS = 65_536;

/** An event with the time when it came in. */
type ReceivedEvent = CarrierEvent & { time: number };

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

/** Saves an event in one transaction and returns the next instructions. */
export function handleCarrierEvent(company: CompanyContext, event: CarrierEvent): CarrierAnswer {
  const { carrier, carrierCallId, callEvent } = event;
  const { database } = company;
  const book = openPhoneBook(company);
  // A call goes on even if its number has left the company.
  const number = callEvent.kind === 'incoming' ? (event.number ?? '') : undefined;
  const refusal = refusalOf(book, { ...event, number });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const context = contextOfActor(company, { kind: 'system', name: carrier });
  const known = CALLS.ofCarrier(database, carrier, carrierCallId);
  const instructions =
    known === undefined && wasErased(database, { kind: 'call', carrier, carrierId: carrierCallId })
      ? commit(company, context, (write) => skipErased(write, book, event), 'reserve')
      : commit(company, context, (write) => saveEvent(write, book, { event, known }));
  return { outcome: 'planned', instructions };
}

/** Saves nothing of an erased call. If it still goes on, the instructions follow from the request alone. */
function skipErased(context: WriteContext, book: OpenPhoneBook, event: CarrierEvent): readonly Instruction[] {
  const { carrier, number = '', from = null, hidesCaller, callEvent } = event;
  if (callEvent.kind === 'recording' || callEvent.kind === 'message') {
    eraseRecordings(context, carrier, [callEvent]);
  }
  return planFor(book, callEvent, { number, from, hidesCaller, now: context.now });
}

/** Saves an event of a call that may be new. A repeat changes nothing and gets the same instructions. */
function saveEvent(
  context: WriteContext,
  book: OpenPhoneBook,
  { event, known }: { event: CarrierEvent; known: CallRecord | undefined },
): readonly Instruction[] {
  const { isNew, time } = saveRequest(context, event);
  const received = { ...event, time };
  const record =
    known === undefined
      ? saveNewCall(context, book, received)
      : isNew
        ? continueCall(
            context,
            known,
            applyEvent(
              reportWithChoice(context, book, { known, event: received }),
              received,
              usersOf(book, known.number, known.startedTime),
            ),
          )
        : known;
  if (record === undefined) return [];
  const instructions = planFor(book, event.callEvent, callInProgress(context.database, record, event));
  const dial = instructions.find((instruction) => instruction.kind === 'dial');
  const goesRound = record.report.terms.priority?.order !== undefined;
  if (dial !== undefined && goesRound && (isNew || known === undefined)) {
    noteTurn(context, dial.people, { isFirst: dial.turn === 0 });
  }
  return instructions;
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

/** Saves a new call with its lead, once a request names the caller and a number of the company. */
function saveNewCall(
  context: WriteContext,
  book: OpenPhoneBook,
  event: ReceivedEvent,
): CallRecord | undefined {
  const { carrier, accountId, carrierCallId, number, from: caller = null, callerName: name, origin } = event;
  // Requests about a ringing phone do not name the caller. They wait for one that does.
  if (number === undefined || !book.numbers.has(number)) return undefined;
  const events = eventsOf(context.database, event);
  rememberAccount(context.database, { number, carrier, accountId, origin });
  const { menu, suspects } = book.rulesFor(number);
  const mayBeSpam = suspects !== 'ring' && isAnsweredHere(event);
  const suspicion =
    mayBeSpam && routeCall(book, { number, from: caller, now: event.time }).standing === 'known'
      ? suspicionOf(context, { ...event.callEvent, from: caller, number, treatment: suspects })
      : undefined;
  // Who is taken for spam gets a lead once they show to be a person.
  const lead =
    suspicion === undefined
      ? leadOfCaller(context, book, { number, phone: caller, name, isInMenu: menu !== null })
      : undefined;
  const ownerId = lead?.lead.assigneeId;
  const call = newCall(context, book, { event: { ...event, number }, ownerId, suspicion });
  const report = firstReport(book, call, events);
  if (report.menu !== undefined && lead?.isNew === true) report.menu.hasNewLead = true;
  return startCall(context, { carrier, carrierCallId, direction: 'inbound', number, caller, report }, lead);
}

/** Returns the report on a call, with who rings once the caller's keys have led to somebody. */
function reportWithChoice(
  context: WriteContext,
  book: OpenPhoneBook,
  { known, event }: { known: CallRecord; event: ReceivedEvent },
): CallReport {
  const { number, caller, startedTime: now, report } = known;
  const via = choiceIn(book, event.callEvent, { number, now });
  if (via === undefined) return report;
  const { callerName, suspicion } = report;
  const call = { number, from: caller, now, callerName, suspicion, carrier: event.carrier };
  const isDecided = report.menu?.choice !== undefined || event.callEvent.kind !== 'menu';
  const ownerId = caller === null ? undefined : findByKeys(context.database, [caller])[0]?.assigneeId;
  const rings = isDecided ? {} : whoRings(context, book, { call: { ...call, via }, isOurs: true, ownerId });
  return withChoice(report, book, { call: { ...call, ...rings }, event });
}

/** Decides about phones abroad, and who rings first. @param options.isOurs whether this object answers the carrier */
function whoRings(
  context: WriteContext,
  book: OpenPhoneBook,
  { call, isOurs, ownerId }: { call: IncomingCall; isOurs: boolean; ownerId: string | undefined },
): Required<Pick<IncomingCall, 'isHomeOnly' | 'priority'>> {
  const route = routeCall(book, call);
  const isHomeOnly = !mayRingAbroad(context, book, route);
  const allowed = isHomeOnly ? routeCall(book, { ...call, isHomeOnly }) : route;
  return { isHomeOnly, priority: isOurs ? priorityOf(context.database, allowed, ownerId) : undefined };
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

/**
 * Returns what the terms of a new call depend on.
 * @param event the event that names the caller and the number
 * @param ownerId the user to whom the caller's lead is assigned
 */
function newCall(
  context: WriteContext,
  book: OpenPhoneBook,
  {
    event,
    ownerId,
    suspicion,
  }: {
    event: ReceivedEvent & { number: string };
    ownerId: string | undefined;
    suspicion: Suspicion | undefined;
  },
): NewReport {
  const { carrier, number, from = null, callerName, callEvent, startedTime } = event;
  const now = startedTime ?? (callEvent.kind === 'status' ? callEvent.time : undefined) ?? event.time;
  const call = { number, from, now, suspicion };
  const rings = whoRings(context, book, { call, isOurs: isAnsweredHere(event), ownerId });
  return { ...call, ...rings, callerName, carrier, isStartReported: startedTime !== undefined };
}

/** Tells whether this object answers a call, with what it knows of the caller. Else the edge has answered by itself. */
function isAnsweredHere({ callEvent, startedTime }: ReceivedEvent): boolean {
  return callEvent.kind === 'incoming' && startedTime === undefined;
}

/**
 * Decides whether a call that comes in may ring phones outside the company's own country, and counts it if it may, so
 * that nobody runs up a bill by calling again and again. The audit log has the first refusal of an hour.
 */
function mayRingAbroad(context: WriteContext, book: OpenPhoneBook, { turns }: Route): boolean {
  if (!turns.flat().some(({ number }) => book.isAbroad(number))) return true;
  const limit = settingsOf(context).options().outgoing.calls_abroad_per_company;
  if (waitOf(context, { scope: CALLS_ABROAD, limit }) === undefined) {
    countOne(context, CALLS_ABROAD);
    return true;
  }
  if (waitOf(context, { scope: LOGGED_REFUSALS, limit: 1 }) === undefined) {
    countOne(context, LOGGED_REFUSALS);
    context.audit({ action: 'calls_abroad.limited', subject: 'company', detail: { limit } });
  }
  return false;
}

function callInProgress(
  database: Database,
  { caller, number, startedTime, priorCalls, report }: CallRecord,
  { hidesCaller, callEvent }: CarrierEvent,
): CallInProgress {
  // Most callers are new, so this saves them the query.
  const isForwardLoop =
    callEvent.kind === 'incoming' &&
    caller !== null &&
    priorCalls >= MOST_CALLS_OF_A_CALLER &&
    countCallsInProgress(database, { caller, number, since: startedTime - LOOP_WINDOW_MS }) >
      MOST_CALLS_OF_A_CALLER;
  return {
    number,
    from: caller,
    hidesCaller,
    // Opening hours count from the start of the call: a branch that closes meanwhile still rings.
    now: startedTime,
    callerName: report.callerName,
    isReturning: priorCalls > 0,
    isForwardLoop,
    isHomeOnly: report.terms.isHomeOnly,
    priority: report.terms.priority,
    suspicion: report.suspicion,
    ...(callEvent.kind === 'dialed' ? { isAnswered: resultOf(report).answeredTime !== null } : {}),
  };
}
