/**
 * How long a call can go on though nobody talks. Carriers count the seconds of a call and of a phone, but not of what was spoken
 * meanwhile, so this is reckoned from the texts, rather too long than too short: a caller who is taken for one that reached
 * somebody is not called back. Pure.
 */
import type { CallInProgress } from '../ringing/plans.ts';
import { KEY_TIMEOUT_SECONDS, SILENCE_SECONDS, whisperText } from '../ringing/plans.ts';
import type { Route } from '../ringing/routing.ts';
import type { Screening } from './call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** Slow speech; voices of carriers say about 15. */
const CHARACTERS_A_SECOND = 10;
/** Until a voice begins, and for a "hello?" after it. */
const AROUND_SPEECH_SECONDS = 2;
/** What carriers take from one step to the next, all in all. */
const BETWEEN_STEPS_SECONDS = 5;

/** Longest that somebody who need not press 1 hears the whisper after picking up; 0: they are connected at once. */
export function whisperSeconds(route: Route, call: CallInProgress): number {
  return secondsToSay(whisperText(route, call));
}

/** Longest that somebody who has to press 1 is not connected after picking up: the whisper, the prompt and the time to press. */
export function screeningSeconds(route: Route, call: CallInProgress): number {
  const prompt = secondsToSay(route.rules.screening_prompt);
  return whisperSeconds(route, call) + prompt + KEY_TIMEOUT_SECONDS + BETWEEN_STEPS_SECONDS;
}

/** Who of those that a call rings has to press 1. */
export function screeningOf({ rules, screened }: Route): Screening {
  if (rules.screening === true) return 'everybody';
  return screened.size > 0 ? 'mobiles' : 'nobody';
}

/** Longest that a carrier counts for a call in which nobody talks, and whose caller leaves no message. */
export function waitingSeconds(route: Route, call: CallInProgress, carrier?: CarrierName): number {
  const { rules, turns } = route;
  const first =
    secondsToSay(rules.greeting ?? '') + (rules.record === 'on' ? secondsToSay(rules.announcement) : 0);
  // With `answerOnBridge` ringing counts only after something was spoken; Telnyx does not know that attribute.
  const isRingingCounted = first > 0 || carrier === 'telnyx';
  const pickUp =
    screeningOf(route) === 'nobody' ? whisperSeconds(route, call) : screeningSeconds(route, call);
  const turn = isRingingCounted ? rules.timeout_seconds + pickUp : 0;
  const last = rules.voicemail
    ? secondsToSay(rules.voicemail_greeting) + SILENCE_SECONDS
    : secondsToSay(rules.apology);
  return first + turns.length * turn + last + BETWEEN_STEPS_SECONDS;
}

/** A digit is spoken as a word. */
function secondsToSay(text: string): number {
  const { length } = text.replaceAll(/\d/g, 'four');
  return length === 0 ? 0 : AROUND_SPEECH_SECONDS + Math.ceil(length / CHARACTERS_A_SECOND);
}
