/** Chooses the next instructions of a call after an event. Pure but for the clocks of the phone book. */
import type { CarrierEvent, CallEvent } from '../calls/carrier-events.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import {
  type CallInProgress,
  type Instruction,
  planAfterDial,
  planAfterKey,
  planAfterVoicemail,
  planIncoming,
  planWhisper,
  screeningSeconds,
  whisperSeconds,
} from '../ringing/plans.ts';
import { resultOf } from '../calls/results.ts';
import { routeCall } from '../ringing/routing.ts';

/**
 * Returns the next instructions.
 * @param call with the report so far, which the edge lacks when it answers by itself
 */
export function planFor(
  book: OpenPhoneBook,
  { callEvent }: Pick<CarrierEvent, 'callEvent'>,
  call: CallInProgress & { report?: CallReport },
): readonly Instruction[] {
  switch (callEvent.kind) {
    case 'incoming':
      return planIncoming(book, call);
    case 'dialed':
      return planAfterDial(book, call, {
        turn: callEvent.turn,
        isAnswered: isAnswered(book, callEvent, call),
        isOver: callEvent.isOver,
      });
    case 'whisper':
      return planWhisper(book, call, callEvent);
    case 'key':
      return planAfterKey(callEvent.digits);
    case 'message':
      return planAfterVoicemail();
    default:
      return [];
  }
}

/**
 * Tells whether somebody talked with the caller: by the report or, without one, by the carrier's word or the seconds
 * it counts.
 */
function isAnswered(
  book: OpenPhoneBook,
  callEvent: Extract<CallEvent, { kind: 'dialed' }>,
  call: CallInProgress & { report?: CallReport },
): boolean {
  if (call.report !== undefined) return resultOf(call.report).answeredTime !== null;
  if (callEvent.status !== 'completed' && callEvent.status !== 'answered') return false;
  if (callEvent.isBridged !== undefined) return callEvent.isBridged;
  const route = routeCall(book, call);
  // The request does not name the phone that was answered.
  const mayBeScreened = (route.turns[callEvent.turn] ?? []).some(({ number }) => route.screened.has(number));
  const longest = mayBeScreened ? screeningSeconds(route, call) : whisperSeconds(route, call);
  return callEvent.seconds === undefined ? !mayBeScreened : longest === 0 || callEvent.seconds > longest;
}
