/**
 * Folds a carrier's events into the report on a call. Their order and repeats do not matter: of a repeated event the earliest counts.
 * Pure.
 */
import { type Attestation, type CallEvent, OVER } from '../calls/carrier-events.ts';
import { isTakenForMobile } from '../../../shared/contact/phone-numbers.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { type IncomingCall, routeCall } from '../ringing/routing.ts';
import {
  type CallEnd,
  type CallReport,
  type Leg,
  type Placer,
  type Recording,
  type Turn,
} from '../calls/call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import { screeningOf, screeningSeconds, waitingSeconds, whisperSeconds } from '../ringing/plans.ts';

/** Returns the report on a call without events: its terms. */
export function blankReport(
  book: OpenPhoneBook,
  {
    callerName,
    carrier,
    ...incoming
  }: IncomingCall & { callerName?: string | undefined; carrier?: CarrierName },
): CallReport {
  const route = routeCall(book, incoming);
  const { standing, rules, turns } = route;
  const call = { ...incoming, callerName };
  return {
    startedTime: incoming.now,
    terms: {
      isBlocked: standing === 'blocked',
      screening: screeningOf(route),
      isAnnounced: rules.record === 'on' && turns.length > 0,
      turns: turns.length,
      ...(incoming.isHomeOnly === true ? { isHomeOnly: true } : {}),
      ...(incoming.priority === undefined ? {} : { priority: incoming.priority }),
      screeningSeconds: screeningSeconds(route, call),
      whisperSeconds: whisperSeconds(route, call),
      waitingSeconds: waitingSeconds(route, call, carrier),
    },
    ...(callerName === undefined ? {} : { callerName }),
    legs: {},
    turns: {},
  };
}

/** Knows the users of numbers. */
type Users = Pick<OpenPhoneBook, 'userOf'>;

/** An event with the time when it came in, for events without a time of their own. */
export interface TimedEvent {
  callEvent: CallEvent;
  time: number;
  /** When the call began, if the edge knows it. */
  startedTime?: number;
  /** Some carriers send the caller's name only later in the call. */
  callerName?: string;
}

/** Folds events into the report. */
export function foldEvents(report: CallReport, events: readonly TimedEvent[], users: Users): CallReport {
  return events.reduce((folded, event) => applyEvent(folded, event, users), report);
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
function begunBy({ callEvent, time }: TimedEvent): number {
  const at = 'time' in callEvent && callEvent.time !== undefined ? Math.min(callEvent.time, time) : time;
  const seconds = 'seconds' in callEvent ? (callEvent.seconds ?? 0) : 0;
  return at - seconds * 1000;
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
          ? { isScreened: isTakenForMobile(callEvent.number, users.userOf(callEvent.number) !== undefined) }
          : {}),
      });
    case 'placer':
      return withPlacer(report, timesOfPlacer(callEvent, time));
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
  return {
    ...(attestation === undefined ? {} : { attestation }),
    ...(verification === undefined ? {} : { verification }),
    ...(attestationPath === undefined ? {} : { attestationPath }),
  };
}

/** Merges the end of a turn into a report. */
function withTurn(report: CallReport, turn: number, reported: Turn): CallReport {
  const known = report.turns[turn];
  return known !== undefined && known.time <= reported.time
    ? report
    : { ...report, turns: { ...report.turns, [turn]: reported } };
}

type OfLeg = Extract<CallEvent, { kind: 'leg' | 'whisper' | 'key' }>;

function legOf(callEvent: OfLeg, time: number, users: Users): Leg {
  const { turn, number } = callEvent;
  const userId = users.userOf(number);
  return { number, turn, ...(userId === undefined ? {} : { userId }), ...timesOf(callEvent, time) };
}

function timesOf(callEvent: OfLeg, receivedTime: number): Partial<Leg> {
  // A whisper means that the leg was answered. The leg's own status has the exact time.
  if (callEvent.kind === 'whisper') return { answeredTime: receivedTime, whisperTime: receivedTime };
  if (callEvent.kind === 'key') return callEvent.digits === '1' ? { acceptedTime: receivedTime } : {};
  const time = callEvent.time ?? receivedTime;
  if (callEvent.status === 'ringing') return { ringingTime: time };
  if (callEvent.status === 'in-progress' || callEvent.status === 'answered') return { answeredTime: time };
  if (!OVER.includes(callEvent.status)) return {};
  return { endedTime: time, ...(callEvent.seconds === undefined ? {} : { seconds: callEvent.seconds }) };
}

/** Merges a leg into a report. */
function withLeg(report: CallReport, legId: string, reported: Leg): CallReport {
  const known = Object.hasOwn(report.legs, legId) ? report.legs[legId] : undefined;
  return {
    ...report,
    legs: { ...report.legs, [legId]: known === undefined ? reported : mergedLeg(known, reported) },
  };
}

function mergedLeg(known: Leg, reported: Leg): Leg {
  return { ...reported, ...known, ...earliestTimes(known, reported) };
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

function timesOfPlacer(
  { digits }: Extract<CallEvent, { kind: 'placer' }>,
  time: number,
): Pick<Placer, 'answeredTime' | 'acceptedTime'> {
  return { answeredTime: time, ...(digits === '1' ? { acceptedTime: time } : {}) };
}

/** Merges the answer or the key of the user who placed the call into a report. */
function withPlacer(report: CallReport, reported: Pick<Placer, 'answeredTime' | 'acceptedTime'>): CallReport {
  const { placed } = report;
  return placed === undefined
    ? report
    : { ...report, placed: { ...placed, ...earliestTimes(placed, reported) } };
}

function recordingOf({ recordingId, seconds, url }: Recording): Recording {
  return { recordingId, seconds, ...(url === undefined ? {} : { url }) };
}

/** Returns the longer of two recordings, of equal ones the first by id: the first request may come before the length is known. */
function longer(known: Recording | undefined, reported: Recording): Recording {
  if (known === undefined || known.seconds < reported.seconds) return reported;
  return known.seconds === reported.seconds && reported.recordingId < known.recordingId ? reported : known;
}

function withStatus(
  report: CallReport,
  callEvent: Extract<CallEvent, { kind: 'status' }>,
  time: number,
): CallReport {
  const attested = { ...report, ...attestationIn(callEvent) };
  return OVER.includes(callEvent.status) ? withEnd(attested, endOf(callEvent, time)) : attested;
}

function endOf(
  { status, time: reported, seconds, reason }: Extract<CallEvent, { kind: 'status' }>,
  receivedTime: number,
): CallEnd {
  return {
    time: reported ?? receivedTime,
    status,
    ...(seconds === undefined ? {} : { seconds }),
    ...(reason === undefined ? {} : { reason }),
  };
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
  const seconds = counted.length === 0 ? {} : { seconds: Math.max(...counted) };
  return { ...report, end: { time, status, ...seconds, ...(reason === undefined ? {} : { reason }) } };
}

/** Returns a text that orders two ends at the same time. */
function inText({ status, reason }: CallEnd): string {
  return JSON.stringify([status, reason]);
}
