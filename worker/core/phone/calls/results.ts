/** Works out the result of a call from its facts: whether and how it ended, who answered, how long they rang and talked. Pure. */
import {
  type CallFacts,
  type CallResult,
  type Leg,
  type Recording,
  secondsBetween,
  type Statement,
  type Turn,
} from './call-report.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';

/** Voicemail of so many seconds is somebody who hung up after the tone. */
const NO_MESSAGE_SECONDS = 2;

/** What follows from the facts. */
export function resultOf(facts: CallFacts): CallResult {
  const { statement } = facts;
  if (statement !== undefined) return statedResult(facts, statement);
  const answer = notBefore(facts.startedTime, answerOf(facts));
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

/** Who answered, and when: a turn that ended so, or while it goes on a leg; where neither is told, what the end of the call says. */
function answerOf(facts: CallFacts): Answer | undefined {
  const turns = Object.entries(facts.turns);
  const ended = turns.find(([turn, result]) => isAnswered(facts, Number(turn), result));
  if (ended !== undefined) return answerOfTurn(facts, Number(ended[0]), ended[1]);
  const leg = metLeg(facts);
  if (leg === undefined || facts.turns[leg.turn] !== undefined) return answerOfEnd(facts);
  const time = meetingTime(leg);
  const seconds = talkedSeconds(leg, leg.seconds);
  return time === undefined ? undefined : { time, by: answererOf(leg), seconds };
}

function answerOfTurn(facts: CallFacts, turn: number, result: Turn): Answer {
  const leg = namedLeg(facts, result) ?? metLeg(facts, turn);
  const counted = result.seconds ?? leg?.seconds;
  const time = (leg && meetingTime(leg)) ?? result.time - (counted ?? 0) * 1000;
  const seconds = leg === undefined ? counted : talkedSeconds(leg, counted);
  return { time, by: leg === undefined ? null : answererOf(leg), seconds };
}

/** With nothing but the end: the call has lasted longer than it can have without anybody talking. */
function answerOfEnd({ terms, turns, end, message }: CallFacts): Answer | undefined {
  if (end?.seconds === undefined || end.status !== 'completed' || message !== undefined) return undefined;
  const isRinging = Object.keys(turns).length < terms.turns && !terms.isBlocked;
  const isLong = end.seconds > (terms.waitingSeconds ?? Infinity);
  if (!isRinging || !isLong) return undefined;
  return { time: end.time - end.seconds * 1000, by: null, seconds: end.seconds };
}

/** That the dialling was "completed" proves nothing: a mailbox or somebody who did not press 1 completes it as well. */
function isAnswered(facts: CallFacts, turn: number, result: Turn): boolean {
  const { status, isBridged, seconds } = result;
  if (status !== 'completed' && status !== 'answered') return false;
  if (isBridged !== undefined) return isBridged;
  const legs = legsOf(facts, turn);
  if (legs.some(({ acceptedTime }) => acceptedTime !== undefined)) return true;
  const isScreened = mustPress(facts, namedLeg(facts, result));
  if (seconds !== undefined) return outlasts(facts, seconds, isScreened);
  const isPickedUp = legs.some(({ answeredTime }) => answeredTime !== undefined);
  return isPickedUp ? metLeg(facts, turn) !== undefined : !isScreened;
}

function namedLeg({ legs }: CallFacts, { legId }: Turn): Leg | undefined {
  return legId !== undefined && Object.hasOwn(legs, legId) ? legs[legId] : undefined;
}

/** The leg that met the caller first, in one turn or in any. */
function metLeg(facts: CallFacts, turn?: number): Leg | undefined {
  return legsOf(facts, turn)
    .filter((leg) => hasMet(facts, leg))
    .sort(
      (left, right) =>
        (meetingTime(left) ?? 0) - (meetingTime(right) ?? 0) || (left.number < right.number ? -1 : 1),
    )[0];
}

function legsOf(facts: CallFacts, turn?: number): Leg[] {
  return Object.values(facts.legs).filter((leg) => turn === undefined || leg.turn === turn);
}

/** Whether whoever picked up was connected: they pressed 1, or were there for longer than whisper and screening take. */
function hasMet(facts: CallFacts, leg: Leg): boolean {
  const { end, turns } = facts;
  const isScreened = mustPress(facts, leg);
  if (leg.acceptedTime !== undefined) return true;
  if (leg.answeredTime === undefined) return false;
  // The carrier connects the caller, who has heard ringing until then, and picks up with that.
  if (end !== undefined && end.status !== 'completed') return false;
  if (hasGoneOn(facts, leg.turn)) return false;
  // With screening, what came after a phone that was let go may have taken long.
  const last = isScreened ? undefined : end?.time;
  const ends = [leg.endedTime, turns[leg.turn]?.time, last].filter((time) => time !== undefined);
  if (leg.seconds === undefined && ends.length === 0) return !isScreened;
  return outlasts(facts, leg.seconds ?? secondsBetween(leg.answeredTime, Math.min(...ends)), isScreened);
}

/** Whether other phones rang after a turn, or the caller left a message: nobody of the turn was connected. */
function hasGoneOn({ legs, turns, message }: CallFacts, turn: number): boolean {
  const others = [...Object.values(legs).map((leg) => leg.turn), ...Object.keys(turns).map(Number)];
  return message !== undefined || others.some((other) => other > turn);
}

/** Whether whoever picked up had to press 1. Of a phone that nobody has reported it is assumed where it may be so. */
function mustPress({ terms }: CallFacts, leg: Leg | undefined): boolean {
  return leg?.isScreened ?? terms.screening !== 'nobody';
}

/** Whether somebody who was there for so long has been connected. */
function outlasts({ terms }: CallFacts, seconds: number, isScreened: boolean): boolean {
  const longest = isScreened ? (terms.screeningSeconds ?? Infinity) : (terms.whisperSeconds ?? 0);
  return longest === 0 || seconds > longest;
}

/** When whoever picked up was connected with the caller; a whisper counts as theirs, the time to press 1 does not. */
function meetingTime({ acceptedTime, answeredTime }: Leg): number | undefined {
  return acceptedTime ?? answeredTime;
}

/** How long they talked, of the seconds since the phone was picked up: by our own clock, which the carrier's may differ from. */
function talkedSeconds(
  { acceptedTime, answeredTime, whisperTime = answeredTime }: Leg,
  counted: number | undefined,
): number | undefined {
  if (counted === undefined || acceptedTime === undefined || whisperTime === undefined) return counted;
  return Math.max(0, counted - secondsBetween(whisperTime, acceptedTime));
}

function answererOf({ number, userId }: Leg): { number: string; userId?: string } {
  return { number, ...(userId === undefined ? {} : { userId }) };
}

/** Carriers give whole seconds, and we know milliseconds: nothing of a call is before its beginning. */
function notBefore(startedTime: number, answer: Answer | undefined): Answer | undefined {
  return answer && { ...answer, time: Math.max(answer.time, startedTime) };
}

/** When the call was over; null while it goes on. After an answer or a message the carrier is told to hang up. */
function endOf(facts: CallFacts, answer: Answer | undefined): number | null {
  const told = toldEnd(facts);
  return told === null ? null : Math.max(told, facts.startedTime, answer?.time ?? 0);
}

function toldEnd(facts: CallFacts): number | null {
  if (facts.end !== undefined) return facts.end.time;
  const turns = Object.entries(facts.turns);
  const last = turns.find(([turn, result]) => result.isOver || isAnswered(facts, Number(turn), result));
  if (last !== undefined) return last[1].time;
  return facts.terms.isBlocked ? facts.startedTime : (facts.presumedEnd ?? null);
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

function statedResult(facts: CallFacts, statement: Statement): CallResult {
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
