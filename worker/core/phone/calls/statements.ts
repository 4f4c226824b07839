/** What follows from what another phone system states of a call that it handled. Pure. */
import type { CallFacts, CallResult, Recording, Statement } from './facts.ts';
import { secondsBetween } from '../ringing/seconds.ts';

export function statedResult(facts: CallFacts, statement: Statement): CallResult {
  const { startedTime } = facts;
  const { ringSeconds } = statement;
  const answeredTime =
    statement.answeredTime === undefined ? null : Math.max(statement.answeredTime, startedTime);
  const base = {
    ringSeconds: ringSeconds ?? secondsBetween(startedTime, answeredTime ?? startedTime),
    answeredTime,
    answeredBy: null,
  };
  const recording = recordingOf(statement);
  if (isGoingOn(facts, statement)) {
    const state = answeredTime === null ? 'ringing' : 'talking';
    return { ...base, state, outcome: null, talkSeconds: null, endedTime: null, message: null, recording };
  }
  const outcome = statement.outcome ?? (answeredTime === null ? 'missed' : 'answered');
  const isMessage = outcome === 'voicemail';
  return {
    ...base,
    state: 'ended',
    outcome,
    ...lengthOf(facts, answeredTime, statement),
    message: isMessage ? recording : null,
    recording: isMessage ? null : recording,
  };
}

/** It is said to, no end is known, and it has not been given up waiting for. */
function isGoingOn({ presumedEnd }: CallFacts, { outcome, endedTime }: Statement): boolean {
  return outcome === null && endedTime === undefined && presumedEnd === undefined;
}

/** Of when it ended and how long they talked the one follows from the other. */
function lengthOf(
  { startedTime, presumedEnd }: CallFacts,
  answeredTime: number | null,
  { talkSeconds, endedTime: stated, outcome }: Statement,
): Pick<CallResult, 'talkSeconds' | 'endedTime'> {
  const earliest = answeredTime ?? startedTime;
  const told = stated ?? (outcome === null ? presumedEnd : undefined);
  const endedTime = Math.max(
    earliest,
    told ?? earliest + (answeredTime === null ? 0 : (talkSeconds ?? 0)) * 1000,
  );
  if (answeredTime === null) return { talkSeconds: talkSeconds ?? null, endedTime };
  return { talkSeconds: talkSeconds ?? secondsBetween(answeredTime, endedTime), endedTime };
}

function recordingOf({ recordingUrl: url, talkSeconds }: Statement): Recording | null {
  return url === undefined ? null : { recordingId: '', seconds: talkSeconds ?? 0, url };
}
