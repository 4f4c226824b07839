/** Builds the first report on a call through a carrier. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CarrierEvent } from '../calls/carrier-events.ts';
import { type CallReport, withStart } from '../calls/call-report.ts';
import { countOne, waitOf } from '../calls/hourly-counts.ts';
import { applyEvent, blankReport, type TimedEvent, type UserOfNumber } from '../progress/apply-event.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { priorityOf } from '../ringing/priority.ts';
import { type IncomingCall, routeCall } from '../ringing/routing.ts';

/** The scopes in which calls abroad, and their refusals in the audit log, are counted. */
const CALLS_ABROAD = 'calls abroad';
const LOGGED_REFUSALS = 'calls abroad: noted';

/**
 * Builds the report on a new call from all its events so far.
 * @param event the event that names the caller and the number
 * @param time when it came in
 * @param ownerId the user to whom the caller's lead is assigned
 */
export function firstReport(
  context: WriteContext,
  book: OpenPhoneBook,
  {
    event,
    time,
    events,
    ownerId,
  }: {
    event: CarrierEvent & { number: string };
    time: number;
    events: readonly TimedEvent[];
    ownerId: string | undefined;
  },
): CallReport {
  const { carrier, number, from = null, callerName, callEvent } = event;
  const now = event.startedTime ?? (callEvent.kind === 'status' ? callEvent.time : undefined) ?? time;
  const isHomeOnly = !mayRingAbroad(context, book, { number, from, now });
  const call = { number, from, now, isHomeOnly };
  // Of a call that the edge has answered by itself, the phones ring without a priority.
  const isOurs = callEvent.kind === 'incoming' && event.startedTime === undefined;
  const priority = isOurs ? priorityOf(context.database, book, { ...call, ownerId }) : {};
  const isNone = Object.keys(priority).length === 0;
  const blank = blankReport(book, { ...call, callerName, carrier, ...(isNone ? {} : { priority }) });
  return events.reduce(
    (found, reported) => applyEvent(found, reported, usersOf(book)),
    withKnownStart(blank, event),
  );
}

/**
 * Decides whether a call that comes in may ring phones outside the company's own country, and counts it if it may, so
 * that nobody runs up a bill by calling again and again. The audit log has the first refusal of an hour.
 */
function mayRingAbroad(context: WriteContext, book: OpenPhoneBook, incoming: IncomingCall): boolean {
  const { turns } = routeCall(book, incoming);
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

/** Merges the start of the call, if the edge knows it. */
export function withKnownStart(
  report: CallReport,
  { startedTime }: Pick<CarrierEvent, 'startedTime'>,
): CallReport {
  return startedTime === undefined ? report : withStart(report, startedTime, true);
}

/** Returns a function that looks up the user of a number. */
export function usersOf(book: OpenPhoneBook): UserOfNumber {
  return (number) => book.book.users.find(({ numbers }) => numbers.includes(number))?.userId;
}
