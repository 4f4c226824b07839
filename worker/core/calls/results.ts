/** What follows from what carriers say of a call: whether and how it ended, who answered, how long they rang and talked. Pure. */
import type { CallFacts, CallResult, Leg, Outcome, Recording, Turn } from './facts.ts';
import { statedResult } from './statements.ts';
import { secondsBetween } from './seconds.ts';

/** Voicemail of so many seconds is somebody who hung up after the tone. */
const NO_MESSAGE_SECONDS = 2;

/** What follows from the facts. */
export function resultOf(facts: CallFacts): CallResult {
  const { statement } = facts;
  if (statement !== undefined) return statedResult(facts, statement);
  const answer = answerOf(facts);
  const message = messageOf(facts);
  const endedTime = endOf(facts, answer);
  const known = { isAnswered: answer !== undefined, hasMessage: message !== null };
  return {
    state: endedTime !== null ? 'ended' : known.isAnswered ? 'talking' : 'ringing',
    outcome: endedTime === null ? null : outcomeOf(facts, known),
    ringSeconds: secondsBetween(facts.startedTime, answer?.time ?? ringEnd(facts, endedTime)),
    ...meetingOf(answer, endedTime),
    endedTime,
    message,
    recording: facts.recording ?? null,
  };
}

/** Whether somebody called and reached nobody. */
export function isUnreached(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'answered' && outcome !== 'blocked';
}

interface Answer {
  time: number;
  by: { number: string; userId?: string } | null;
  /** As the carrier counts it; undefined while the two talk. */
  seconds: number | undefined;
}

function messageOf({ message }: CallFacts): Recording | null {
  return message !== undefined && message.seconds > NO_MESSAGE_SECONDS ? message : null;
}

function meetingOf(
  answer: Answer | undefined,
  endedTime: number | null,
): Pick<CallResult, 'answeredTime' | 'talkSeconds' | 'answeredBy'> {
  if (answer === undefined) return { answeredTime: null, talkSeconds: null, answeredBy: null };
  return { answeredTime: answer.time, talkSeconds: talkOf(answer, endedTime), answeredBy: answer.by };
}

/** Who answered, and when: a turn that ended so, or while it goes on a leg. */
function answerOf(facts: CallFacts): Answer | undefined {
  const turns = Object.entries(facts.turns);
  const ended = turns.find(([turn, result]) => isAnswered(facts, Number(turn), result));
  if (ended !== undefined) {
    const [turn, result] = ended;
    const leg = legOf(facts, Number(turn), result.legId);
    const seconds = result.seconds ?? leg?.seconds;
    const time = (leg && meetingTime(facts, leg)) ?? result.time - (seconds ?? 0) * 1000;
    return { time, by: leg === undefined ? null : findUserOnce(leg), seconds };
  }
  const leg = legOf(facts, undefined, undefined);
  if (leg === undefined || facts.turns[leg.turn] !== undefined) return undefined;
  const time = meetingTime(facts, leg);
  return time === undefined ? undefined : { time, by: findUserOnce(leg), seconds: leg.seconds };
}

/** That the dialling was "completed" proves nothing: a mailbox or somebody who did not press 1 completes it as well. */
function isAnswered(facts: CallFacts, turn: number, { status, isBridged }: Turn): boolean {
  if (status !== 'completed' && status !== 'answered') return false;
  if (isBridged !== undefined) return isBridged;
  return !facts.terms.isScreened || legOf(facts, turn, undefined) !== undefined;
}

/** The leg that met the caller: the one that the carrier names, else the first that was answered. */
function legOf(facts: CallFacts, turn: number | undefined, legId: string | undefined): Leg | undefined {
  const named = legId !== undefined && Object.hasOwn(facts.legs, legId) ? facts.legs[legId] : undefined;
  if (named !== undefined) return named;
  return Object.values(facts.legs)
    .filter((leg) => (turn === undefined || leg.turn === turn) && meetingTime(facts, leg) !== undefined)
    .sort((left, right) => (meetingTime(facts, left) ?? 0) - (meetingTime(facts, right) ?? 0))[0];
}

/** When whoever picked up was connected with the caller. */
function meetingTime({ terms }: CallFacts, leg: Leg): number | undefined {
  return terms.isScreened ? leg.acceptedTime : leg.answeredTime;
}

function findUserOnce({ number, userId }: Leg): { number: string; userId?: string } {
  return { number, ...(userId === undefined ? {} : { userId }) };
}

/** When the call was over; null while it goes on. After an answer or a message the carrier is told to hang up. */
function endOf(facts: CallFacts, answer: Answer | undefined): number | null {
  if (facts.end !== undefined) return facts.end.time;
  const turns = Object.entries(facts.turns);
  const last = turns.find(([turn, result]) => result.isOver || isAnswered(facts, Number(turn), result));
  if (last !== undefined) return last[1].time;
  if (facts.terms.isBlocked) return facts.startedTime;
  const told = facts.presumedEnd ?? null;
  return told === null ? null : Math.max(told, answer?.time ?? 0);
}

function outcomeOf(
  facts: CallFacts,
  { isAnswered, hasMessage }: { isAnswered: boolean; hasMessage: boolean },
): Outcome {
  if (facts.terms.isBlocked) return 'blocked';
  if (isAnswered) return 'answered';
  return hasMessage ? 'voicemail' : outcomeOfNobody(facts);
}

/** How a call ended that nobody answered, and that left no message. */
function outcomeOfNobody({ turns, terms, end, message }: CallFacts): Outcome {
  const results = Object.values(turns);
  const hasFailed = end?.status === 'failed';
  const isLeft = results.length < terms.turns || results.some(({ isOver }) => isOver);
  if (isLeft && !hasFailed && message === undefined) return 'abandoned';
  const areAll = (status: string): boolean => results.every((result) => result.status === status);
  if (results.length === 0) return hasFailed ? 'failed' : 'missed';
  if (areAll('busy')) return 'busy';
  return areAll('failed') ? 'failed' : 'missed';
}

/** When the phones stopped ringing although nobody had answered. */
function ringEnd(facts: CallFacts, endedTime: number | null): number {
  const results = Object.values(facts.turns).map(({ time }) => time);
  if (results.length >= facts.terms.turns) return Math.max(facts.startedTime, ...results);
  return facts.terms.turns === 0 ? facts.startedTime : (endedTime ?? facts.startedTime);
}

function talkOf(answer: Answer, endedTime: number | null): number | null {
  if (answer.seconds !== undefined) return answer.seconds;
  return endedTime === null ? null : secondsBetween(answer.time, endedTime);
}
