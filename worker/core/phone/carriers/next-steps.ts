/** What comes next in a call after something happened. Pure but for the clocks of the phone book. */
import type { CarrierEvent, Happening } from '../calls/carrier-events.ts';
import type { CallFacts } from '../calls/call-report.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import {
  type CallInProgress,
  type Instruction,
  planAfterDial,
  planAfterKey,
  planAfterVoicemail,
  planIncoming,
  planWhisper,
} from '../ringing/plans.ts';
import { resultOf } from '../calls/results.ts';
import { routeCall } from '../ringing/routing.ts';
import { screeningSeconds, whisperSeconds } from '../calls/silent-seconds.ts';

/** @param call with the facts as far as they are known: the edge has none when it answers by itself */
export function planFor(
  book: OpenPhoneBook,
  { happened }: Pick<CarrierEvent, 'happened'>,
  call: CallInProgress & { facts?: CallFacts },
): readonly Instruction[] {
  switch (happened.kind) {
    case 'incoming':
      return planIncoming(book, call);
    case 'dialed':
      return planAfterDial(book, call, {
        turn: happened.turn,
        isAnswered: isAnswered(book, happened, call),
        isOver: happened.isOver,
      });
    case 'whisper':
      return planWhisper(book, call, happened);
    case 'key':
      return planAfterKey(happened.digits);
    case 'message':
      return planAfterVoicemail();
    default:
      return [];
  }
}

/** With the facts it is known; by the request alone where the carrier says so, or counts more seconds than screening takes. */
function isAnswered(
  book: OpenPhoneBook,
  happened: Extract<Happening, { kind: 'dialed' }>,
  call: CallInProgress & { facts?: CallFacts },
): boolean {
  if (call.facts !== undefined) return resultOf(call.facts).answeredTime !== null;
  if (happened.status !== 'completed' && happened.status !== 'answered') return false;
  if (happened.isBridged !== undefined) return happened.isBridged;
  const route = routeCall(book, call);
  // Who of the turn picked up is not known here.
  const mayBeScreened = (route.turns[happened.turn] ?? []).some(({ number }) => route.screened.has(number));
  const longest = mayBeScreened ? screeningSeconds(route, call) : whisperSeconds(route, call);
  return happened.seconds === undefined ? !mayBeScreened : longest === 0 || happened.seconds > longest;
}
