/** What follows from what another phone system states of a call that it handled. Pure. */
import type { CallFacts, CallResult, Recording, Statement } from './facts.ts';
import { secondsBetween } from './seconds.ts';

export function statedResult({ startedTime }: CallFacts, statement: Statement): CallResult {
  const { answeredTime = null, ringSeconds } = statement;
  const outcome = statement.outcome ?? (answeredTime === null ? 'missed' : 'answered');
  const isMessage = outcome === 'voicemail';
  const recording = recordingOf(statement);
  return {
    state: 'ended',
    outcome,
    ringSeconds: ringSeconds ?? secondsBetween(startedTime, answeredTime ?? startedTime),
    answeredTime,
    ...lengthOf(startedTime, statement),
    answeredBy: null,
    message: isMessage ? recording : null,
    recording: isMessage ? null : recording,
  };
}

/** Of when it ended and how long they talked the one follows from the other. */
function lengthOf(
  startedTime: number,
  { answeredTime, talkSeconds, endedTime: stated }: Statement,
): Pick<CallResult, 'talkSeconds' | 'endedTime'> {
  if (answeredTime === undefined)
    return { talkSeconds: talkSeconds ?? null, endedTime: stated ?? startedTime };
  const endedTime = stated ?? answeredTime + (talkSeconds ?? 0) * 1000;
  return { talkSeconds: talkSeconds ?? secondsBetween(answeredTime, endedTime), endedTime };
}

function recordingOf({ recordingUrl: url, talkSeconds }: Statement): Recording | null {
  return url === undefined ? null : { recordingId: '', seconds: talkSeconds ?? 0, url };
}
