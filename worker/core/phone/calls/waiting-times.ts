/**
 * Estimates how long a call can last without a conversation. Carriers count the seconds of a call and of a leg, but
 * not of announcements, so these are estimated from their length, rather too long than too short: a caller wrongly
 * taken as answered is not called back. Pure.
 */
import type { CallInProgress } from '../ringing/plans.ts';
import { KEY_TIMEOUT_SECONDS, SILENCE_SECONDS, whisperText } from '../ringing/plans.ts';
import type { Route } from '../ringing/routing.ts';
import type { Screening } from './call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** A slow voice. Carriers' voices speak about 15. */
const CHARACTERS_A_SECOND = 10;
/** The pause before an announcement, and a "hello?" after it. */
const AROUND_SPEECH_SECONDS = 2;
/** The delays between all steps of a call. */
const BETWEEN_STEPS_SECONDS = 5;

/** Estimates the seconds that a whisper delays somebody who need not press 1; 0 without a whisper. */
export function whisperSeconds(route: Route, call: CallInProgress): number {
  return secondsToSay(whisperText(route, call));
}

/** Estimates the seconds that screening delays a connection: the whisper, the prompt and the time to press 1. */
export function screeningSeconds(route: Route, call: CallInProgress): number {
  const prompt = secondsToSay(route.rules.screening_prompt);
  return whisperSeconds(route, call) + prompt + KEY_TIMEOUT_SECONDS + BETWEEN_STEPS_SECONDS;
}

/** Returns who has to press 1 in a call. */
export function screeningOf({ rules, screened }: Route): Screening {
  if (rules.screening === true) return 'everybody';
  return screened.size > 0 ? 'mobiles' : 'nobody';
}

/** Estimates the longest duration that a carrier counts for a call without a conversation or a message. */
export function waitingSeconds(route: Route, call: CallInProgress, carrier?: CarrierName): number {
  const { rules, turns } = route;
  const first =
    secondsToSay(rules.greeting ?? '') + (rules.record === 'on' ? secondsToSay(rules.announcement) : 0);
  // With `answerOnBridge` carriers count ringing only after an announcement. Telnyx ignores that attribute.
  const isRingingCounted = first > 0 || carrier === 'telnyx';
  const pickUp =
    screeningOf(route) === 'nobody' ? whisperSeconds(route, call) : screeningSeconds(route, call);
  const turn = isRingingCounted ? rules.timeout_seconds + pickUp : 0;
  const last = rules.voicemail
    ? secondsToSay(rules.voicemail_greeting) + SILENCE_SECONDS
    : secondsToSay(rules.apology);
  return first + turns.length * turn + last + BETWEEN_STEPS_SECONDS;
}

/** Estimates the seconds of an announcement. A digit is spoken as a word. */
function secondsToSay(text: string): number {
  const { length } = text.replaceAll(/\d/g, 'four');
  return length === 0 ? 0 : AROUND_SPEECH_SECONDS + Math.ceil(length / CHARACTERS_A_SECOND);
}
