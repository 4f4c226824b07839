/** Derives the result of a call from its report: how it ended, who answered, how long it rang and they talked. Pure. */
import {
  type CallReport,
  type CallResult,
  type Leg,
  type Recording,
  type SystemReport,
  type Turn,
} from './call-report.ts';
import { readPlace, writePlace } from '../rules/menus.ts';
import { SUSPECTS_MENU, TURNED_AWAY } from '../rules/suspects.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';

/** A voicemail this short is somebody who hung up after the tone. */
const NO_MESSAGE_SECONDS = 2;

/** Derives the result of a call from its report. */
export function resultOf(report: CallReport): CallResult {
  const { systemReport } = report;
  if (systemReport !== undefined) return resultOfSystem(report, systemReport);
  const answer = notBefore(report.startedTime, answerOf(report));
  const message = messageOf(report);
  const endedTime = endOf(report, answer);
  const known = { isAnswered: answer !== undefined, hasMessage: message !== null };
  return {
    state: endedTime !== null ? 'ended' : known.isAnswered ? 'talking' : 'ringing',
    outcome: endedTime === null ? null : outcomeOf(report, known),
    ringSeconds: secondsBetween(ringStart(report), answer?.time ?? ringEnd(report, endedTime)),
    ...conversationOf(answer, endedTime),
    endedTime,
    message,
    recording: report.recording ?? null,
  };
}

/** Tells whether a caller reached nobody. */
export function isUnreached(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'answered' && outcome !== 'blocked';
}

/** Tells whether the caller chose to hear a message, so that nobody has to call back. */
export function heardMessage({ menu }: CallReport): boolean {
  const choice = menu?.choice;
  return choice?.leadsTo === 'message' && readPlace(choice.via)?.key !== 'd';
}

/** Tells whether a caller who was taken for spam has not shown to be a person: pressed nothing, and left no message. */
export function isTakenForSpam(report: CallReport): boolean {
  const { suspicion, menu } = report;
  if (suspicion === undefined || suspicion.isPerson === true || messageOf(report) !== null) return false;
  const { presses = {}, choice } = menu ?? {};
  const hasPressed = Object.entries(presses).some(
    ([at, { key }]) => at.startsWith(`${SUSPECTS_MENU}/`) && key === '1',
  );
  return !hasPressed && (choice === undefined || choice.via === writePlace(TURNED_AWAY));
}

interface Answer {
  time: number;
  by: { number: string; userId?: string } | null;
  /** The carrier's count; undefined while the two talk. */
  seconds: number | undefined;
}

function messageOf({ message }: CallReport): Recording | null {
  return message !== undefined && message.seconds > NO_MESSAGE_SECONDS ? message : null;
}

function conversationOf(
  answer: Answer | undefined,
  endedTime: number | null,
): Pick<CallResult, 'answeredTime' | 'talkSeconds' | 'answeredBy'> {
  if (answer === undefined) return { answeredTime: null, talkSeconds: null, answeredBy: null };
  return { answeredTime: answer.time, talkSeconds: talkOf(answer, endedTime), answeredBy: answer.by };
}

/**
 * Finds who answered and when: from an answered turn, else from a leg in progress, else from the length of the call.
 */
function answerOf(report: CallReport): Answer | undefined {
  const turns = Object.entries(report.turns);
  const ended = turns.find(([turn, result]) => isAnswered(report, Number(turn), result));
  if (ended !== undefined) return answerOfTurn(report, Number(ended[0]), ended[1]);
  const leg = connectedLeg(report);
  if (leg === undefined || report.turns[leg.turn] !== undefined) return answerOfEnd(report);
  const time = connectedTime(leg);
  const seconds = talkedSeconds(leg, leg.seconds);
  return time === undefined ? undefined : { time, by: answererOf(leg), seconds };
}

function answerOfTurn(report: CallReport, turn: number, result: Turn): Answer {
  const leg = namedLeg(report, result) ?? connectedLeg(report, turn);
  const counted = result.seconds ?? leg?.seconds;
  const time = (leg && connectedTime(leg)) ?? result.time - (counted ?? 0) * 1000;
  const seconds = leg === undefined ? counted : talkedSeconds(leg, counted);
  return { time, by: leg === undefined ? null : answererOf(leg), seconds };
}

/** Infers an answer from the end alone, if the call lasted longer than it could have without a conversation. */
function answerOfEnd({ terms, turns, end, message }: CallReport): Answer | undefined {
  if (end?.seconds === undefined || end.status !== 'completed' || message !== undefined) return undefined;
  const isRinging = Object.keys(turns).length < terms.turns && !terms.isBlocked;
  const isLong = end.seconds > (terms.waitingSeconds ?? Infinity);
  if (!isRinging || !isLong) return undefined;
  return { time: end.time - end.seconds * 1000, by: null, seconds: end.seconds };
}

/** Tells whether a turn was answered. The status `completed` alone proves nothing: a mailbox has it too. */
function isAnswered(report: CallReport, turn: number, result: Turn): boolean {
  const { status, isBridged, seconds } = result;
  if (status !== 'completed' && status !== 'answered') return false;
  if (isBridged !== undefined) return isBridged;
  const legs = legsOf(report, turn);
  if (legs.some(({ acceptedTime }) => acceptedTime !== undefined)) return true;
  const isScreened = mustPress(report, namedLeg(report, result));
  if (seconds !== undefined) return outlasts(report, seconds, isScreened);
  const isPickedUp = legs.some(({ answeredTime }) => answeredTime !== undefined);
  return isPickedUp ? connectedLeg(report, turn) !== undefined : !isScreened;
}

function namedLeg({ legs }: CallReport, { legId }: Turn): Leg | undefined {
  return legId !== undefined && Object.hasOwn(legs, legId) ? legs[legId] : undefined;
}

/** Returns the leg that was connected first, in one turn or in any. */
function connectedLeg(report: CallReport, turn?: number): Leg | undefined {
  return legsOf(report, turn)
    .filter((leg) => wasConnected(report, leg))
    .sort(
      (left, right) =>
        (connectedTime(left) ?? 0) - (connectedTime(right) ?? 0) || (left.number < right.number ? -1 : 1),
    )[0];
}

function legsOf(report: CallReport, turn?: number): Leg[] {
  return Object.values(report.legs).filter((leg) => turn === undefined || leg.turn === turn);
}

/** Tells whether a leg was connected: 1 was pressed, or it lasted longer than whisper and screening. */
function wasConnected(report: CallReport, leg: Leg): boolean {
  const { end, turns } = report;
  const isScreened = mustPress(report, leg);
  if (leg.acceptedTime !== undefined) return true;
  if (leg.answeredTime === undefined) return false;
  // The carrier answers the caller only on connecting, so a call that ended otherwise was not connected.
  if (end !== undefined && end.status !== 'completed') return false;
  if (hasContinued(report, leg.turn)) return false;
  // With screening, the call may have gone on for long after the leg ended.
  const last = isScreened ? undefined : end?.time;
  const ends = [leg.endedTime, turns[leg.turn]?.time, last].filter((time) => time !== undefined);
  if (leg.seconds === undefined && ends.length === 0) return !isScreened;
  return outlasts(report, leg.seconds ?? secondsBetween(leg.answeredTime, Math.min(...ends)), isScreened);
}

/** Tells whether later phones rang or the caller left a message, so that nobody in the turn was connected. */
function hasContinued({ legs, turns, message }: CallReport, turn: number): boolean {
  const others = [...Object.values(legs).map((leg) => leg.turn), ...Object.keys(turns).map(Number)];
  return message !== undefined || others.some((other) => other > turn);
}

/** Tells whether whoever answered had to press 1. For an unknown leg it is assumed if anybody in the call has to. */
function mustPress({ terms }: CallReport, leg: Leg | undefined): boolean {
  return leg?.isScreened ?? terms.screening !== 'nobody';
}

/** Tells whether a leg of this length was connected. */
function outlasts({ terms }: CallReport, seconds: number, isScreened: boolean): boolean {
  const longest = isScreened ? (terms.screeningSeconds ?? Infinity) : (terms.whisperSeconds ?? 0);
  return longest === 0 || seconds > longest;
}

/** Returns when a leg was connected. A whisper counts as talk time, the time to press 1 does not. */
function connectedTime({ acceptedTime, answeredTime }: Leg): number | undefined {
  return acceptedTime ?? answeredTime;
}

/** Subtracts the time before the key from the carrier's seconds. It is measured by our own clock, which may differ from the carrier's. */
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

/** Moves an answer to the start of the call if it seems earlier, since carriers give whole seconds. */
function notBefore(startedTime: number, answer: Answer | undefined): Answer | undefined {
  return answer && { ...answer, time: Math.max(answer.time, startedTime) };
}

/** Returns when the call ended; null while it goes on. */
function endOf(report: CallReport, answer: Answer | undefined): number | null {
  const reported = reportedEnd(report);
  return reported === null ? null : Math.max(reported, report.startedTime, answer?.time ?? 0);
}

/** Returns the reported end. The end of an answered turn counts too, since the carrier is then told to hang up. */
function reportedEnd(report: CallReport): number | null {
  if (report.end !== undefined) return report.end.time;
  const turns = Object.entries(report.turns);
  const last = turns.find(([turn, result]) => result.isOver || isAnswered(report, Number(turn), result));
  if (last !== undefined) return last[1].time;
  return report.terms.isBlocked ? report.startedTime : (report.presumedEnd ?? null);
}

function outcomeOf(
  report: CallReport,
  { isAnswered, hasMessage }: { isAnswered: boolean; hasMessage: boolean },
): Outcome {
  if (report.terms.isBlocked) return 'blocked';
  if (isAnswered) return 'answered';
  if (hasMessage) return 'voicemail';
  return isTakenForSpam(report) ? 'blocked' : outcomeOfNobody(report);
}

/** Returns the outcome of a call without an answer and without a voicemail. */
function outcomeOfNobody({ turns, terms, end, message }: CallReport): Outcome {
  const results = Object.values(turns);
  const hasFailed = end?.status === 'failed';
  const isLeft = results.length < terms.turns || results.some(({ isOver }) => isOver);
  if (isLeft && !hasFailed && message === undefined) return 'abandoned';
  const areAll = (status: string): boolean => results.every((result) => result.status === status);
  if (results.length === 0) return hasFailed ? 'failed' : 'missed';
  if (areAll('busy')) return 'busy';
  return areAll('failed') ? 'failed' : 'missed';
}

/** Returns when the phones began to ring: after the menus; in an outgoing call when the user who placed it was ready. */
function ringStart({ placed, menu, startedTime }: CallReport): number {
  if (menu !== undefined) return menu.choice?.time ?? Infinity;
  const readyTime = placed?.isScreened === true ? placed.acceptedTime : placed?.answeredTime;
  return readyTime ?? startedTime;
}

/** Returns when the phones stopped ringing in a call that nobody answered. */
function ringEnd(report: CallReport, endedTime: number | null): number {
  const results = Object.values(report.turns).map(({ time }) => time);
  if (results.length >= report.terms.turns) return Math.max(report.startedTime, ...results);
  return report.terms.turns === 0 ? report.startedTime : (endedTime ?? report.startedTime);
}

function talkOf(answer: Answer, endedTime: number | null): number | null {
  if (answer.seconds !== undefined) return answer.seconds;
  return endedTime === null ? null : secondsBetween(answer.time, endedTime);
}

/** Derives the result from another phone system's report. */
function resultOfSystem(report: CallReport, systemReport: SystemReport): CallResult {
  const { startedTime } = report;
  const { ringSeconds } = systemReport;
  const answeredTime =
    systemReport.answeredTime === undefined ? null : Math.max(systemReport.answeredTime, startedTime);
  const base = {
    ringSeconds: ringSeconds ?? secondsBetween(startedTime, answeredTime ?? startedTime),
    answeredTime,
    answeredBy: null,
  };
  const recording = recordingOf(systemReport);
  if (isGoingOn(report, systemReport)) {
    const state = answeredTime === null ? 'ringing' : 'talking';
    return { ...base, state, outcome: null, talkSeconds: null, endedTime: null, message: null, recording };
  }
  const outcome = systemReport.outcome ?? (answeredTime === null ? 'missed' : 'answered');
  const isMessage = outcome === 'voicemail';
  return {
    ...base,
    state: 'ended',
    outcome,
    ...lengthOf(report, answeredTime, systemReport),
    message: isMessage ? recording : null,
    recording: isMessage ? null : recording,
  };
}

/** Tells whether the other system reported that the call goes on, and neither it nor a timeout has ended it since. */
function isGoingOn({ presumedEnd }: CallReport, { outcome, endedTime }: SystemReport): boolean {
  return outcome === null && endedTime === undefined && presumedEnd === undefined;
}

/** Derives the end of the call from the length of the conversation, or the length from the end. */
function lengthOf(
  { startedTime, presumedEnd }: CallReport,
  answeredTime: number | null,
  { talkSeconds, endedTime: reportedTime, outcome }: SystemReport,
): Pick<CallResult, 'talkSeconds' | 'endedTime'> {
  const earliest = answeredTime ?? startedTime;
  const reported = reportedTime ?? (outcome === null ? presumedEnd : undefined);
  const endedTime = Math.max(
    earliest,
    reported ?? earliest + (answeredTime === null ? 0 : (talkSeconds ?? 0)) * 1000,
  );
  if (answeredTime === null) return { talkSeconds: talkSeconds ?? null, endedTime };
  return { talkSeconds: talkSeconds ?? secondsBetween(answeredTime, endedTime), endedTime };
}

function recordingOf({ recordingUrl: url, talkSeconds }: SystemReport): Recording | null {
  return url === undefined ? null : { recordingId: '', seconds: talkSeconds ?? 0, url };
}

/** Returns the whole seconds from one time to a later one, both in milliseconds; 0 if it is not later. */
function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000));
}
