/**
 * What carriers say of a call. Facts are put together in any order and any number of times, with
 * the same result: of what is told twice the earliest telling counts. Pure.
 */

import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { Attestation, HangupReason } from './carrier-events.ts';

/** One phone that was rung. Times are milliseconds since the epoch. */
export interface Leg {
  number: string;
  userId?: string;
  turn: number;
  ringingTime?: number;
  answeredTime?: number;
  /** When we were asked what the one who answered hears first. */
  whisperTime?: number;
  /** When the one who answered pressed 1. */
  acceptedTime?: number;
  endedTime?: number;
  seconds?: number;
  /** Whether whoever answers has to press 1; absent: as the terms say of everybody. */
  isScreened?: boolean;
}

/** How a turn ended. */
export interface Turn {
  time: number;
  /** As the carrier calls it: completed, no-answer, busy, failed, canceled. */
  status: string;
  /** Whether the two talked, where the carrier says so. */
  isBridged?: boolean;
  seconds?: number;
  legId?: string;
  /** Whether the caller had gone. */
  isOver: boolean;
}

export interface Recording {
  recordingId: string;
  seconds: number;
  /** Where the carrier keeps it, for those whose recordings are not found by their id. */
  url?: string;
}

/** What another system that handled the call says of it. */
export interface Statement {
  ringSeconds?: number;
  answeredTime?: number;
  talkSeconds?: number;
  endedTime?: number;
  /** Null while it goes on; absent: it follows from the rest. */
  outcome?: Outcome | null;
  recordingUrl?: string;
}

/** Who has to press 1 on answering. */
export type Screening = 'nobody' | 'mobiles' | 'everybody';

/** What was to happen when the call came in. */
export interface Terms {
  isBlocked: boolean;
  screening: Screening;
  /** The caller was told that the call is recorded. */
  isAnnounced: boolean;
  /** How many turns of phones there were to be. */
  turns: number;
  /** Whether only phones of the company's own country were to ring. */
  isHomeOnly?: boolean;
  /** Longest that somebody who has to press 1 was not connected after picking up; absent: any time. */
  screeningSeconds?: number;
  /** Longest that anybody else was not; absent: they were connected at once. */
  whisperSeconds?: number;
  /** Longest that the carrier counts although nobody talks and no message is left; absent: any time. */
  waitingSeconds?: number;
}

/** The end of a call, as the carrier says it. */
export interface CallEnd {
  time: number;
  status: string;
  /** Since the carrier picked up. */
  seconds?: number;
  reason?: HangupReason;
}

/** Everything that is known of a call. */
export interface CallFacts extends Attestation {
  startedTime: number;
  /** Whether that is when the call came in; else it is the earliest that follows from what was told. */
  isStartTold?: boolean;
  terms: Terms;
  callerName?: string;
  legs: Record<string, Leg>;
  turns: Record<string, Turn>;
  message?: Recording;
  recording?: Recording;
  end?: CallEnd;
  /** When the call was given up waiting for: an end that is told after all counts instead. */
  presumedEnd?: number;
  statement?: Statement;
}

/** What follows from the facts. */
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

/** The facts with a leg that is known better. */
export function withLeg(facts: CallFacts, legId: string, told: Leg): CallFacts {
  const known = Object.hasOwn(facts.legs, legId) ? facts.legs[legId] : undefined;
  return { ...facts, legs: { ...facts.legs, [legId]: known === undefined ? told : mergedLeg(known, told) } };
}

/** The facts with the end of a turn. */
export function withTurn(facts: CallFacts, turn: number, told: Turn): CallFacts {
  const known = facts.turns[turn];
  return known !== undefined && known.time <= told.time
    ? facts
    : { ...facts, turns: { ...facts.turns, [turn]: told } };
}

/** The facts with the end of the call. */
export function withEnd(facts: CallFacts, told: CallEnd): CallFacts {
  const { end } = facts;
  if (end === undefined) return { ...facts, end: told };
  const ends = [end, told].sort(
    (left, right) => left.time - right.time || (inText(left) < inText(right) ? -1 : 1),
  );
  const { time, status } = ends[0] ?? told;
  const reason = ends.find((each) => each.reason !== undefined)?.reason;
  const counted = [end.seconds, told.seconds].filter((seconds) => seconds !== undefined);
  const seconds = counted.length === 0 ? {} : { seconds: Math.max(...counted) };
  return { ...facts, end: { time, status, ...seconds, ...(reason === undefined ? {} : { reason }) } };
}

/** What tells two ends at the same time apart. */
function inText({ status, reason }: CallEnd): string {
  return JSON.stringify([status, reason]);
}

/**
 * The facts with a time at which the call had begun. When it came in counts, wherever that is told; else the earliest time.
 * @param isTold whether it is when the call came in
 */
export function withStart(facts: CallFacts, time: number, isTold: boolean): CallFacts {
  const { startedTime, isStartTold = false } = facts;
  if (isTold && !isStartTold) return { ...facts, startedTime: time, isStartTold: true };
  return isTold === isStartTold && time < startedTime ? { ...facts, startedTime: time } : facts;
}

function mergedLeg(known: Leg, told: Leg): Leg {
  const times = Object.fromEntries(
    (['ringingTime', 'answeredTime', 'whisperTime', 'acceptedTime', 'endedTime'] as const).flatMap((name) => {
      const tellings = [known[name], told[name]].filter((time) => time !== undefined);
      return tellings.length === 0 ? [] : [[name, Math.min(...tellings)]];
    }),
  );
  return { ...told, ...known, ...times };
}

/** Whole seconds from one moment to a later one, both in milliseconds; 0 when it is not later. Pure. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000));
}
