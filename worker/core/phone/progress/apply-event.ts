/**
 * Folds a carrier's events into the report on a call. Their order and repeats do not matter: of a repeated event the earliest counts.
 * Pure.
 */
import { onlyKnown } from '../../../shared/http/input.ts';
import { type Attestation, type CallEvent, OVER } from '../calls/carrier-events.ts';
import { isTakenForMobile } from '../../../shared/contact/phone-numbers.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { routeCall } from '../ringing/routing.ts';
import {
  type CallEnd,
  type CallReport,
  type Leg,
  type MenuPress,
  type Recording,
  type Turn,
} from '../calls/call-report.ts';
import { type KeyPress, namesOfPress } from '../ringing/menus.ts';
import { type NewReport, termsOf, type TimedEvent, timeOf, withChoice } from './terms.ts';

/** Knows the users of phones. */
export interface Users {
  /** Returns the user who answers a phone; undefined if nobody is known for certain. */
  userOf: (phone: string) => string | undefined;
  isPersonal: (phone: string) => boolean;
  /** Returns the names of a key that the caller pressed; undefined for none. */
  namesOfPress: (press: KeyPress) => Omit<MenuPress, 'time'> | undefined;
}

/** Returns the report on a new call with its events so far. */
export function firstReport(book: OpenPhoneBook, call: NewReport, events: readonly TimedEvent[]): CallReport {
  const users = usersOf(book, call.number, call.now);
  return events.reduce(
    (report, event) => applyEvent(withChoice(report, book, { call, event }), event, users),
    blankReport(book, call),
  );
}

/** Returns the users of phones, for a call to a number that came in at a time. */
export function usersOf(book: OpenPhoneBook, called: string, now: number): Users {
  return {
    userOf: (phone) => book.userOf(phone, { called, now }),
    isPersonal: (phone) => book.isPersonal(phone),
    namesOfPress: (press) => namesOfPress(book, called, press),
  };
}

/** Returns the report on a call without events: its terms. */
export function blankReport(book: OpenPhoneBook, call: NewReport): CallReport {
  const { now, callerName, isStartReported, suspicion } = call;
  const hasMenu = routeCall(book, call).prompt !== undefined;
  return {
    startedTime: now,
    terms: termsOf(book, call),
    ...onlyKnown({ callerName, suspicion }),
    legs: {},
    turns: {},
    ...(hasMenu ? { menu: { presses: {} } } : {}),
    ...(isStartReported === true ? { isStartReported } : {}),
  };
}

/** Returns the report with one more event. */
export function applyEvent(report: CallReport, event: TimedEvent, users: Users): CallReport {
  const { callEvent, startedTime, callerName } = event;
  const named =
    report.callerName === undefined && callerName !== undefined ? { ...report, callerName } : report;
  const begun = withStart(named, begunBy(event), callEvent.kind === 'incoming');
  return mergeEvent(startedTime === undefined ? begun : withStart(begun, startedTime, true), event, users);
}

/** Returns a time at which the call had already begun, from the length of a part of it. */
function begunBy(event: TimedEvent): number {
  const { callEvent } = event;
  const seconds = 'seconds' in callEvent ? (callEvent.seconds ?? 0) : 0;
  return timeOf(event) - seconds * 1000;
}

/**
 * Merges a time at which the call had begun. The time when it came in wins; without it the earliest time does.
 * @param isReported whether it is the time when the call came in
 */
function withStart(report: CallReport, time: number, isReported: boolean): CallReport {
  const { startedTime, isStartReported = false } = report;
  if (isReported && !isStartReported) return { ...report, startedTime: time, isStartReported: true };
  return isReported === isStartReported && time < startedTime ? { ...report, startedTime: time } : report;
}

function mergeEvent(report: CallReport, { callEvent, time }: TimedEvent, users: Users): CallReport {
  switch (callEvent.kind) {
    case 'incoming':
      return { ...report, ...attestationIn(callEvent) };
    case 'dialed': {
      const { kind: _, turn, ...result } = callEvent;
      return withTurn(report, turn, { ...result, time });
    }
    case 'leg':
    case 'whisper':
    case 'key':
      return withLeg(report, callEvent.legId, {
        ...legOf(callEvent, time, users),
        ...(report.terms.screening === 'mobiles'
          ? { isScreened: isTakenForMobile(callEvent.number, users.isPersonal(callEvent.number)) }
          : {}),
      });
    case 'menu':
      return withPress(report, callEvent, { time, names: users.namesOfPress(callEvent) });
    case 'placer':
      return withPlacer(report, callEvent.digits, time);
    case 'message':
      return { ...report, message: longer(report.message, recordingOf(callEvent)) };
    case 'recording':
      return { ...report, recording: longer(report.recording, recordingOf(callEvent)) };
    case 'status':
      return withStatus(report, callEvent, time);
    default:
      return report;
  }
}

function attestationIn({ attestation, verification, attestationPath }: Attestation): Attestation {
  return onlyKnown({ attestation, verification, attestationPath });
}

/** Merges the end of a turn into a report. */
function withTurn(report: CallReport, turn: number, reported: Turn): CallReport {
  const known = report.turns[turn];
  return known !== undefined && known.time <= reported.time
    ? report
    : { ...report, turns: { ...report.turns, [turn]: reported } };
}

/** Merges a key that the caller pressed into a report. Of repeats the earliest counts. */
function withPress(
  report: CallReport,
  { via, turn }: KeyPress,
  { names, time }: { names: Omit<MenuPress, 'time'> | undefined; time: number },
): CallReport {
  const menu = report.menu ?? { presses: {} };
  const at = `${via}/${turn}`;
  const known = menu.presses[at];
  if (names === undefined || (known !== undefined && known.time <= time)) return { ...report, menu };
  return { ...report, menu: { ...menu, presses: { ...menu.presses, [at]: { ...names, time } } } };
}

type OfLeg = Extract<CallEvent, { kind: 'leg' | 'whisper' | 'key' }>;

function legOf(callEvent: OfLeg, time: number, users: Users): Leg {
  const { turn, number } = callEvent;
  return { number, turn, ...onlyKnown({ userId: users.userOf(number) }), ...timesOf(callEvent, time) };
}

function timesOf(callEvent: OfLeg, receivedTime: number): Partial<Leg> {
  // A whisper means that the leg was answered. The leg's own status has the exact time.
  if (callEvent.kind === 'whisper') return { answeredTime: receivedTime, whisperTime: receivedTime };
  if (callEvent.kind === 'key') return callEvent.digits === '1' ? { acceptedTime: receivedTime } : {};
  const time = callEvent.time ?? receivedTime;
  if (callEvent.status === 'ringing') return { ringingTime: time };
  if (callEvent.status === 'in-progress' || callEvent.status === 'answered') return { answeredTime: time };
  if (!OVER.includes(callEvent.status)) return {};
  return { endedTime: time, ...onlyKnown({ seconds: callEvent.seconds }) };
}

/** Merges a leg into a report. */
function withLeg(report: CallReport, legId: string, reported: Leg): CallReport {
  const known = Object.hasOwn(report.legs, legId) ? report.legs[legId] : undefined;
  const leg = known === undefined ? reported : { ...reported, ...known, ...earliestTimes(known, reported) };
  return { ...report, legs: { ...report.legs, [legId]: leg } };
}

type LegTimes = Pick<Leg, 'ringingTime' | 'answeredTime' | 'whisperTime' | 'acceptedTime' | 'endedTime'>;

/** Returns the earlier one of each time. */
function earliestTimes(known: LegTimes, reported: LegTimes): LegTimes {
  return Object.fromEntries(
    (['ringingTime', 'answeredTime', 'whisperTime', 'acceptedTime', 'endedTime'] as const).flatMap((name) => {
      const times = [known[name], reported[name]].filter((time) => time !== undefined);
      return times.length === 0 ? [] : [[name, Math.min(...times)]];
    }),
  );
}

/** Merges the answer or the key of the user who placed the call into a report. */
function withPlacer(report: CallReport, digits: string | undefined, time: number): CallReport {
  const { placed } = report;
  if (placed === undefined) return report;
  const times = { answeredTime: time, ...(digits === '1' ? { acceptedTime: time } : {}) };
  return { ...report, placed: { ...placed, ...earliestTimes(placed, times) } };
}

function recordingOf({ recordingId, seconds, url }: Recording): Recording {
  return { recordingId, seconds, ...onlyKnown({ url }) };
}

/** Returns the longer of two recordings, of equal ones the first by id: the first request may come before the length is known. */
function longer(known: Recording | undefined, reported: Recording): Recording {
  if (known === undefined || known.seconds < reported.seconds) return reported;
  return known.seconds === reported.seconds && reported.recordingId < known.recordingId ? reported : known;
}

function withStatus(
  report: CallReport,
  callEvent: Extract<CallEvent, { kind: 'status' }>,
  receivedTime: number,
): CallReport {
  const { status, time = receivedTime, seconds, reason } = callEvent;
  const attested = { ...report, ...attestationIn(callEvent) };
  return OVER.includes(status)
    ? withEnd(attested, { time, status, ...onlyKnown({ seconds, reason }) })
    : attested;
}

/** Merges the end of the call into a report. */
export function withEnd(report: CallReport, reported: CallEnd): CallReport {
  const { end } = report;
  if (end === undefined) return { ...report, end: reported };
  const ends = [end, reported].sort(
    (left, right) => left.time - right.time || (inText(left) < inText(right) ? -1 : 1),
  );
  const { time, status } = ends[0] ?? reported;
  const reason = ends.find((each) => each.reason !== undefined)?.reason;
  const counted = [end.seconds, reported.seconds].filter((seconds) => seconds !== undefined);
  const seconds = counted.length === 0 ? undefined : Math.max(...counted);
  return { ...report, end: { time, status, ...onlyKnown({ seconds, reason }) } };
}

/** Returns a text that orders two ends at the same time. */
function inText({ status, reason }: CallEnd): string {
  return JSON.stringify([status, reason]);
}
