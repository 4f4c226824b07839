/** The terms of a call: who rings, for how long, and, after a menu, where the caller's keys have led. Pure. */
import { onlyKnown } from '../../../shared/http/input.ts';
import type { CallEvent } from '../calls/carrier-events.ts';
import type { CallReport, Terms } from '../calls/call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import { endOfMenus, stepAfter } from '../ringing/menus.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import {
  menuSeconds,
  screeningOf,
  screeningSeconds,
  waitingSeconds,
  whisperSeconds,
} from '../ringing/plans.ts';
import { type IncomingCall, type Route, routeCall } from '../ringing/routing.ts';

/** An event with the time when it came in, for events without a time of their own. */
export interface TimedEvent {
  callEvent: CallEvent;
  time: number;
  /** When the call began, if the edge knows it. */
  startedTime?: number;
  /** Some carriers send the caller's name only later in the call. */
  callerName?: string;
}

/** What the terms of a call depend on. */
export interface NewReport extends IncomingCall {
  callerName?: string | undefined;
  carrier?: CarrierName;
  /** Whether `now` is when the call came in. */
  isStartReported?: boolean;
}

/** Returns the terms of a call. In a menu they say only that phones may ring later. */
export function termsOf(book: OpenPhoneBook, given: NewReport): Terms {
  const { carrier, isStartReported: _, callerName, ...incoming } = given;
  const route = routeCall(book, incoming);
  const { standing, rules, turns, prompt } = route;
  const call = { ...incoming, callerName };
  const others = usersBesides(route);
  const waiting =
    prompt === undefined
      ? { waitingSeconds: waitingSeconds(route, call, carrier) + menuSeconds(book, incoming) }
      : {};
  return {
    isBlocked: standing === 'blocked',
    screening: screeningOf(route),
    isAnnounced: rules.record === 'on' && turns.length > 0,
    turns: prompt === undefined ? turns.length : 1,
    ...(others.length > 0 ? { users: others } : {}),
    ...(incoming.isHomeOnly === true ? { isHomeOnly: true } : {}),
    ...onlyKnown({ priority: incoming.priority }),
    screeningSeconds: screeningSeconds(route, call),
    whisperSeconds: whisperSeconds(route, call),
    ...waiting,
  };
}

/** Returns the users whose phones ring, without those of the branch that was reached. */
function usersBesides({ location, turns }: Route): string[] {
  const ofBranch = new Set(location?.people.map(({ userId }) => userId));
  const rung = turns.flat().flatMap(({ userId }) => (ofBranch.has(userId) ? [] : (userId ?? [])));
  return [...new Set(rung)];
}

/** Returns where an event shows that the menus led to; undefined if it does not say. */
export function choiceIn(
  book: OpenPhoneBook,
  callEvent: CallEvent,
  call: Pick<IncomingCall, 'number' | 'now'>,
): string | undefined {
  if (callEvent.kind !== 'menu') return 'via' in callEvent ? callEvent.via : undefined;
  const step = stepAfter(book, callEvent, call);
  return 'leadsTo' in step ? step.leadsTo : undefined;
}

/** Returns when an event happened: no later than it came in. */
export function timeOf({ callEvent, time }: TimedEvent): number {
  return Math.min(time, ('time' in callEvent ? callEvent.time : undefined) ?? time);
}

/** Returns the report with the end of the menus, once an event shows it, and with the terms of the phones that ring then. */
export function withChoice(
  report: CallReport,
  book: OpenPhoneBook,
  { call, event }: { call: NewReport; event: TimedEvent },
): CallReport {
  const via = choiceIn(book, event.callEvent, call);
  if (via === undefined) return report;
  const at = timeOf(event);
  const menu = report.menu ?? { presses: {} };
  const known = menu.choice;
  if (known !== undefined)
    return known.time <= at ? report : { ...report, menu: { ...menu, choice: { ...known, time: at } } };
  return {
    ...report,
    terms: termsOf(book, { ...call, via }),
    menu: { ...menu, choice: { via, ...endOfMenus(book, call.number, via), time: at } },
  };
}
