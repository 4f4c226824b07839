/**
 * Plans the instructions to the carrier. Every call ends: turns only count up, voicemail follows the last one, and
 * nothing follows voicemail. The state is in the addresses that the carrier comes back to.
 *
 * Estimates how long a call can last without a conversation, too. Carriers count the seconds of a call and of a leg, but not of
 * announcements, so these are estimated from their length, rather too long than too short: a caller wrongly taken as answered is not
 * called back. Pure.
 */
import { onlyKnown } from '../../../shared/http/input.ts';
import { isE164, spokenPhone } from '../../../shared/contact/phone-numbers.ts';
import type { OpenPhoneBook, Person } from './phone-book.ts';
import { notInService } from '../rules/spoken-texts.ts';
import { SUSPECTS_MENU } from '../rules/suspects.ts';
import { type KeyPress, longestMenuSeconds, type MenuPrompt, menusOf, placeIn, stepAfter } from './menus.ts';
import { type IncomingCall, type Route, routeCall } from './routing.ts';
import type { CarrierName } from './settings-schema.ts';

/** The longest voicemail. */
const LONGEST_VOICEMAIL_SECONDS = 180;
/** How long whoever answers has to press 1. */
export const KEY_TIMEOUT_SECONDS = 8;
/** How long a menu waits for a key after it has spoken, and for the next digit of a postal code. */
const MENU_TIMEOUT_SECONDS = 6;
const ZIP_DIGITS = 5;
/** Silence that ends a message. */
export const SILENCE_SECONDS = 5;
/** A slow voice. Carriers' voices speak about 15. */
const CHARACTERS_A_SECOND = 10;
/** The pause before an announcement, and a "hello?" after it. */
const AROUND_SPEECH_SECONDS = 2;
/** The delays between all steps of a call. */
const BETWEEN_STEPS_SECONDS = 5;

/** A callback of the carrier, below the call's address. `turn` counts from 0; `via` is where the caller is in the menus. */
export type Step =
  | { at: 'dialed' | 'whisper' | 'key' | 'leg'; turn: number; via?: string | undefined }
  | { at: 'menu'; turn: number; via: string }
  | { at: 'voicemail' | 'recording' };

/** An instruction to the carrier. */
export type Instruction =
  | { kind: 'say'; text: string; language: string }
  | DialInstruction
  | GatherInstruction
  | { kind: 'redirect'; next: Step }
  | { kind: 'record'; mostSeconds: number; next: Step }
  | { kind: 'hangup' }
  | { kind: 'reject' };

/** Speaks and waits for keys. */
interface GatherInstruction {
  kind: 'gather';
  text: string;
  language: string;
  timeoutSeconds: number;
  /** How many keys are read: one if absent, any number up to a pause if null. */
  digits?: number | null;
  next: Step;
}

export interface DialInstruction {
  kind: 'dial';
  people: readonly DialedPerson[];
  timeoutSeconds: number;
  /** The number that the phones show; undefined for the caller's. */
  callerId: string | undefined;
  /** The name that goes along with the number, at carriers that take one. */
  callerName?: string;
  isRecorded: boolean;
  turn: number;
  via?: string | undefined;
}

/** Somebody whose phone rings. */
interface DialedPerson extends Person {
  /** Whether they hear a whisper before the caller is connected. */
  hasWhisper: boolean;
}

/** The parts of a call in progress that the next instructions depend on. */
export interface CallInProgress extends IncomingCall {
  /** Whether the carrier cannot show the caller's number: a SIP caller has none, for instance. */
  hidesCaller?: boolean | undefined;
  callerName?: string | undefined;
  isReturning?: boolean;
  /**
   * Whether the caller is in several calls to this number at once, so that somebody forwards our calls back to us.
   */
  isForwardLoop?: boolean;
  /** Whether somebody talked with the caller, by all events; unknown to the edge when it answers by itself. */
  isAnswered?: boolean;
}

/** Whether whoever answers has to press 1. */
export type Screening = 'nobody' | 'mobiles' | 'everybody';

/** The end of a turn, as the carrier reports it. */
export interface DialResult {
  turn: number;
  /** The carrier's word: completed, no-answer, busy, failed, canceled. */
  status: string;
  /** Whether the two talked; absent if the carrier does not say. */
  isBridged?: boolean;
  seconds?: number;
  legId?: string;
  /** Whether the caller hung up. */
  isOver: boolean;
}

/** An event of a call, as far as the next instructions depend on it. */
type PlannedEvent =
  | ({ kind: 'dialed'; via?: string } & DialResult)
  | { kind: 'whisper'; turn: number; via?: string; number: string }
  | ({ kind: 'menu' } & KeyPress)
  | { kind: 'key'; digits: string }
  | { kind: 'incoming' | 'message' | 'recording' | 'leg' | 'placer' | 'status' };

/** Plans the next instructions of a call after an event. */
export function planFor(
  book: OpenPhoneBook,
  event: PlannedEvent,
  asked: CallInProgress,
): readonly Instruction[] {
  const call = { ...asked, via: placeIn(event) };
  switch (event.kind) {
    case 'incoming':
      return planIncoming(book, call);
    case 'dialed': {
      const isAnswered = call.isAnswered ?? seemsAnswered(book, call, event);
      return isAnswered || event.isOver
        ? [{ kind: 'hangup' }]
        : ring(routeCall(book, call), call, event.turn + 1);
    }
    case 'whisper':
      return planWhisper(book, call, event);
    case 'menu':
      return planKey(book, call, event);
    case 'key':
      // Whoever answered is connected after pressing 1.
      return event.digits === '1' ? [] : [{ kind: 'hangup' }];
    case 'message':
      return [{ kind: 'hangup' }];
    default:
      return [];
  }
}

/** Plans the answer to an incoming call. */
export function planIncoming(book: OpenPhoneBook, call: CallInProgress): Instruction[] {
  const route = routeCall(book, call);
  const { rules } = route;
  if (route.standing === 'blocked') return [{ kind: 'reject' }];
  if (route.standing !== 'known') return [say(route, notInService(rules.language)), { kind: 'hangup' }];
  const greeting = rules.greeting === null ? [] : [say(route, rules.greeting)];
  if (call.isForwardLoop === true) return [...greeting, ...nobodyAnswers(route)];
  if (route.prompt !== undefined) return [...greeting, ...askForKeys(book, call, route.prompt)];
  return [...greeting, ...begin(route, call)];
}

/** Rings the first phones, after the announcement of a recording. */
function begin(route: Route, call: CallInProgress): Instruction[] {
  const { rules, turns } = route;
  const announcement = rules.record === 'on' && turns.length > 0 ? [say(route, rules.announcement)] : [];
  return [...announcement, ...ring(route, call, 0)];
}

/** Plans what follows on a key of the caller. */
function planKey(book: OpenPhoneBook, call: CallInProgress, press: KeyPress): Instruction[] {
  const step = stepAfter(book, press, call);
  if ('asks' in step) return askForKeys(book, call, step.asks);
  const chosen = { ...call, via: step.leadsTo };
  const route = routeCall(book, chosen);
  // The number has left the company meanwhile.
  if (route.standing === 'unknown')
    return [say(route, notInService(route.rules.language)), { kind: 'hangup' }];
  return begin(route, chosen);
}

/** Asks for keys. A caller who presses none is sent on, since carriers then go to the next instruction. */
function askForKeys(
  book: OpenPhoneBook,
  { number }: CallInProgress,
  { via, turn, text, isPostalCode }: MenuPrompt,
): Instruction[] {
  const { language } = book.rulesFor(number);
  const next: Step = { at: 'menu', turn, via };
  // American codes have five digits. Others end with a pause, or the number sign.
  const digits = isPostalCode ? (book.book.region === 'US' ? ZIP_DIGITS : null) : 1;
  return [
    { kind: 'gather', text, language, timeoutSeconds: MENU_TIMEOUT_SECONDS, digits, next },
    { kind: 'redirect', next },
  ];
}

/** Tells whether somebody talked with the caller, by the carrier's word or the seconds that it counts. */
function seemsAnswered(
  book: OpenPhoneBook,
  call: CallInProgress,
  { turn, status, isBridged, seconds }: DialResult,
): boolean {
  if (status !== 'completed' && status !== 'answered') return false;
  if (isBridged !== undefined) return isBridged;
  const route = routeCall(book, call);
  // The request does not name the phone that was answered.
  const mayBeScreened = (route.turns[turn] ?? []).some(({ number }) => route.screened.has(number));
  const longest = mayBeScreened ? screeningSeconds(route, call) : whisperSeconds(route, call);
  return seconds === undefined ? !mayBeScreened : longest === 0 || seconds > longest;
}

/** Plans what whoever answers hears before the caller is connected. @param phone their number: E.164 */
function planWhisper(
  book: OpenPhoneBook,
  call: CallInProgress,
  { turn, number: phone }: { turn: number; number: string },
): Instruction[] {
  const route = routeCall(book, call);
  const { rules } = route;
  const text = whisperText(route, call);
  if (!book.isScreened(rules, phone)) return text === '' ? [] : [say(route, text)];
  return [
    {
      kind: 'gather',
      text: [text, rules.screening_prompt].filter((part) => part !== '').join('. '),
      language: rules.language,
      timeoutSeconds: KEY_TIMEOUT_SECONDS,
      next: { at: 'key', turn, via: call.via },
    },
    { kind: 'hangup' },
  ];
}

function ring(route: Route, call: CallInProgress, turn: number): Instruction[] {
  const people = route.turns[turn];
  if (people === undefined) return nobodyAnswers(route);
  const { rules, number } = route;
  return [
    {
      kind: 'dial',
      people: people.map((person) => ({
        ...person,
        hasWhisper: rules.whisper !== null || route.screened.has(person.number),
      })),
      timeoutSeconds: rules.timeout_seconds,
      callerId: rules.caller_id === 'tracking_number' || !isShown(call) ? number : undefined,
      isRecorded: rules.record === 'on',
      turn,
      ...onlyKnown({ via: call.via }),
    },
  ];
}

/**
 * Tells whether phones can show the caller. Carriers refuse to dial for a caller without a valid number (Twilio
 * 13214, Telnyx D35).
 */
function isShown({ from, hidesCaller }: CallInProgress): boolean {
  return from !== null && isE164(from) && hidesCaller !== true;
}

function nobodyAnswers(route: Route): Instruction[] {
  const { rules } = route;
  if (!rules.voicemail) return [say(route, rules.apology), { kind: 'hangup' }];
  return [
    say(route, rules.voicemail_greeting),
    { kind: 'record', mostSeconds: LONGEST_VOICEMAIL_SECONDS, next: { at: 'voicemail' } },
    { kind: 'hangup' },
  ];
}

function say({ rules }: Route, text: string): Instruction {
  return { kind: 'say', text, language: rules.language };
}

/** Returns the whisper for whoever answers; empty for none. */
function whisperText({ rules, source, location, region }: Route, call: CallInProgress): string {
  const { callerName, from } = call;
  const values = new Map([
    ['source', (source ?? '').replaceAll('_', ' ')],
    ['location', location?.name ?? ''],
    ['caller', callerName ?? (from === null ? '' : spokenPhone(from, region))],
    ['returning', call.isReturning === true ? 'returning caller' : ''],
  ]);
  return (rules.whisper ?? '')
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
    .replaceAll(/(?<![\s,])(?:\s*,)+/g, ',')
    .replaceAll(/^[\s,]+|(?<![\s,])[\s,]+$/g, '');
}

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

/** Estimates the longest time that a caller spends in the menus of a number, with a pause for the key after each prompt. */
export function menuSeconds(book: OpenPhoneBook, { number, suspicion }: IncomingCall): number {
  const { menu, greeting } = book.rulesFor(number);
  const first = suspicion?.treatment === 'press_1' ? SUSPECTS_MENU : menu;
  if (first === null) return 0;
  const secondsOf = (text: string): number =>
    secondsToSay(text) + ZIP_DIGITS * MENU_TIMEOUT_SECONDS + BETWEEN_STEPS_SECONDS;
  return secondsToSay(greeting ?? '') + longestMenuSeconds(menusOf(book, number), first, secondsOf);
}

/** Estimates the seconds of an announcement. A digit is spoken as a word. */
function secondsToSay(text: string): number {
  const { length } = text.replaceAll(/\d/g, 'four');
  return length === 0 ? 0 : AROUND_SPEECH_SECONDS + Math.ceil(length / CHARACTERS_A_SECOND);
}
