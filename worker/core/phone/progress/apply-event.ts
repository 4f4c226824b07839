/** Applies a carrier's events to the report on a call. Pure. */
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
  withEnd,
  withLeg,
  withPlacer,
  withStart,
  withTurn,
} from '../calls/call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import { screeningOf, screeningSeconds, waitingSeconds, whisperSeconds } from '../calls/waiting-times.ts';

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

/** Looks up the user of a number. */
export type UserOfNumber = (number: string) => string | undefined;

/** An event with the time when it came in, for events without a time of their own. */
export interface TimedEvent {
  callEvent: CallEvent;
  time: number;
}

/** Returns the report with one more event. */
export function applyEvent(report: CallReport, event: TimedEvent, userOf: UserOfNumber): CallReport {
  const begun = withStart(report, begunBy(event), event.callEvent.kind === 'incoming');
  return mergeEvent(begun, event, userOf);
}

/** Returns a time at which the call had already begun, from the length of a part of it. */
function begunBy({ callEvent, time }: TimedEvent): number {
  const at = 'time' in callEvent && callEvent.time !== undefined ? Math.min(callEvent.time, time) : time;
  const seconds = 'seconds' in callEvent ? (callEvent.seconds ?? 0) : 0;
  return at - seconds * 1000;
}

function mergeEvent(report: CallReport, { callEvent, time }: TimedEvent, userOf: UserOfNumber): CallReport {
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
        ...legOf(callEvent, time, userOf),
        ...(report.terms.screening === 'mobiles'
          ? { isScreened: isTakenForMobile(callEvent.number, userOf(callEvent.number) !== undefined) }
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

function withStatus(
  report: CallReport,
  callEvent: Extract<CallEvent, { kind: 'status' }>,
  time: number,
): CallReport {
  const attested = { ...report, ...attestationIn(callEvent) };
  return OVER.includes(callEvent.status) ? withEnd(attested, endOf(callEvent, time)) : attested;
}

function attestationIn({ attestation, verification, attestationPath }: Attestation): Attestation {
  return {
    ...(attestation === undefined ? {} : { attestation }),
    ...(verification === undefined ? {} : { verification }),
    ...(attestationPath === undefined ? {} : { attestationPath }),
  };
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

type OfLeg = Extract<CallEvent, { kind: 'leg' | 'whisper' | 'key' }>;

function legOf(callEvent: OfLeg, time: number, userOf: UserOfNumber): Leg {
  const { turn, number } = callEvent;
  const userId = userOf(number);
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

function timesOfPlacer(
  { digits }: Extract<CallEvent, { kind: 'placer' }>,
  time: number,
): Pick<Placer, 'answeredTime' | 'acceptedTime'> {
  return { answeredTime: time, ...(digits === '1' ? { acceptedTime: time } : {}) };
}

function recordingOf({ recordingId, seconds, url }: Recording): Recording {
  return { recordingId, seconds, ...(url === undefined ? {} : { url }) };
}

/** Returns the longer of two recordings, of equal ones the first by id: the first request may come before the length is known. */
function longer(known: Recording | undefined, reported: Recording): Recording {
  if (known === undefined || known.seconds < reported.seconds) return reported;
  return known.seconds === reported.seconds && reported.recordingId < known.recordingId ? reported : known;
}
