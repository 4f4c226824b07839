/**
 * Merges a carrier's events into one report on a call. Their order and repeats do not matter: of a repeated event the
 * earliest counts. Pure.
 */

import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { RingPriority } from '../ringing/turns.ts';
import type { Attestation, HangupReason } from './carrier-events.ts';

/** A phone that rang. Times are milliseconds since the epoch. */
export interface Leg {
  number: string;
  userId?: string;
  turn: number;
  ringingTime?: number;
  answeredTime?: number;
  /** When the carrier asked for the whisper. */
  whisperTime?: number;
  /** When whoever answered pressed 1. */
  acceptedTime?: number;
  endedTime?: number;
  seconds?: number;
  /** Whether whoever answers has to press 1; absent if the terms say it for everybody. */
  isScreened?: boolean;
}

/** The end of a turn. */
export interface Turn {
  time: number;
  /** The carrier's word: completed, no-answer, busy, failed, canceled. */
  status: string;
  /** Whether the two talked; absent if the carrier does not say. */
  isBridged?: boolean;
  seconds?: number;
  legId?: string;
  /** Whether the caller had hung up. */
  isOver: boolean;
}

export interface Recording {
  recordingId: string;
  seconds: number;
  /** Its address, for carriers whose recordings are not found by id. */
  url?: string;
}

/** Another phone system's report on a call that it handled. */
export interface SystemReport {
  ringSeconds?: number;
  answeredTime?: number;
  talkSeconds?: number;
  endedTime?: number;
  /** Null while the call goes on; absent if it follows from the other members. */
  outcome?: Outcome | null;
  recordingUrl?: string;
}

/** Whether whoever answers has to press 1. */
export type Screening = 'nobody' | 'mobiles' | 'everybody';

/** The terms of a call, fixed when it comes in. */
export interface Terms {
  isBlocked: boolean;
  screening: Screening;
  /** The caller was told that the call is recorded. */
  isAnnounced: boolean;
  /** The number of planned turns. */
  turns: number;
  /** Whether only phones of the company's own country may ring. */
  isHomeOnly?: boolean;
  /** Who rings first; absent if the rules alone say it. */
  priority?: RingPriority;
  /** Seconds that screening takes at most; absent if unknown. */
  screeningSeconds?: number;
  /** Seconds that a whisper without screening takes at most; absent without one. */
  whisperSeconds?: number;
  /** Longest duration that the carrier counts without a conversation or a message; absent if unknown. */
  waitingSeconds?: number;
}

/** The end of a call, as the carrier reports it. */
export interface CallEnd {
  time: number;
  status: string;
  /** Since the carrier picked up. */
  seconds?: number;
  reason?: HangupReason;
}

/** The user who placed an outgoing call. Their phone rings first. Times are milliseconds since the epoch. */
export interface Placer {
  userId: string;
  /** The number of their phone: E.164. */
  phone: string;
  /** Whether they have to press 1, so that their mailbox calls nobody. */
  isScreened: boolean;
  answeredTime?: number;
  acceptedTime?: number;
  /** Why the carrier did not place the call. */
  error?: string;
}

/** The merged report on a call. */
export interface CallReport extends Attestation {
  startedTime: number;
  /** Whether that is when the call came in; else it is the earliest time that follows from the events. */
  isStartReported?: boolean;
  terms: Terms;
  callerName?: string;
  legs: Record<string, Leg>;
  turns: Record<string, Turn>;
  message?: Recording;
  recording?: Recording;
  end?: CallEnd;
  /** When the call timed out. A late end of the carrier replaces it. */
  presumedEnd?: number;
  systemReport?: SystemReport;
  /** Of a call that a user placed. */
  placed?: Placer;
}

/** The result of a call, derived from its report. */
export interface CallResult {
  state: 'ringing' | 'talking' | 'ended';
  outcome: Outcome | null;
  ringSeconds: number;
  answeredTime: number | null;
  talkSeconds: number | null;
  endedTime: number | null;
  answeredBy: { number: string; userId?: string } | null;
  message: Recording | null;
  recording: Recording | null;
}

/** Merges a leg into a report. */
export function withLeg(report: CallReport, legId: string, reported: Leg): CallReport {
  const known = Object.hasOwn(report.legs, legId) ? report.legs[legId] : undefined;
  return {
    ...report,
    legs: { ...report.legs, [legId]: known === undefined ? reported : mergedLeg(known, reported) },
  };
}

/** Merges the answer or the key of the user who placed the call into a report. */
export function withPlacer(
  report: CallReport,
  reported: Pick<Placer, 'answeredTime' | 'acceptedTime'>,
): CallReport {
  const { placed } = report;
  return placed === undefined
    ? report
    : { ...report, placed: { ...placed, ...earliestTimes(placed, reported) } };
}

/** Merges the end of a turn into a report. */
export function withTurn(report: CallReport, turn: number, reported: Turn): CallReport {
  const known = report.turns[turn];
  return known !== undefined && known.time <= reported.time
    ? report
    : { ...report, turns: { ...report.turns, [turn]: reported } };
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

/**
 * Merges a time at which the call had begun. The time when it came in wins; without it the earliest time does.
 * @param isReported whether it is the time when the call came in
 */
export function withStart(report: CallReport, time: number, isReported: boolean): CallReport {
  const { startedTime, isStartReported = false } = report;
  if (isReported && !isStartReported) return { ...report, startedTime: time, isStartReported: true };
  return isReported === isStartReported && time < startedTime ? { ...report, startedTime: time } : report;
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

/** Returns the whole seconds from one time to a later one, both in milliseconds; 0 if it is not later. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000));
}
