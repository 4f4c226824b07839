/**
 * What carriers say of a call. Facts are put together in any order and any number of times, with
 * the same result: of what is told twice the earliest telling counts. Pure.
 */

/** How a call ended. `busy`: everybody was, and there is no message. */
export const OUTCOMES = [
  'answered',
  'voicemail',
  'missed',
  'abandoned',
  'busy',
  'blocked',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One phone that was rung. Times are milliseconds since the epoch. */
export interface Leg {
  number: string;
  userId?: string;
  turn: number;
  ringingTime?: number;
  answeredTime?: number;
  /** When the one who answered pressed 1. */
  acceptedTime?: number;
  endedTime?: number;
  seconds?: number;
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
  outcome?: Outcome;
  recordingUrl?: string;
}

/** What was to happen when the call came in. */
export interface Terms {
  isBlocked: boolean;
  isScreened: boolean;
  /** The caller was told that the call is recorded. */
  isAnnounced: boolean;
  /** How many turns of phones there were to be. */
  turns: number;
}

/** Everything that is known of a call. */
export interface CallFacts {
  startedTime: number;
  terms: Terms;
  callerName?: string;
  /** What the network vouches for (STIR/SHAKEN): A, B or C. */
  attestation?: string;
  legs: Record<string, Leg>;
  turns: Record<string, Turn>;
  message?: Recording;
  recording?: Recording;
  end?: { time: number; status: string };
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
export function withEnd(facts: CallFacts, told: { time: number; status: string }): CallFacts {
  return facts.end !== undefined && facts.end.time <= told.time ? facts : { ...facts, end: told };
}

function mergedLeg(known: Leg, told: Leg): Leg {
  const times = Object.fromEntries(
    (['ringingTime', 'answeredTime', 'acceptedTime', 'endedTime'] as const).flatMap((name) => {
      const tellings = [known[name], told[name]].filter((time) => time !== undefined);
      return tellings.length === 0 ? [] : [[name, Math.min(...tellings)]];
    }),
  );
  return { ...told, ...known, ...times };
}
