/**
 * What a carrier is to do with a call, step by step. Each step leads to a later one, so that every call ends: turns only go
 * up, voicemail comes after the last, and nothing comes after voicemail. Pure; the state is in what the carrier sends back.
 */
import { isE164, spokenPhone } from '../../../shared/contact/phone-numbers.ts';
import type { OpenPhoneBook, Person } from './phone-book.ts';
import { type Route, routeCall } from './routing.ts';

/** Longest message after the tone. */
const LONGEST_VOICEMAIL_SECONDS = 180;
/** For how long the one who picks up may think about pressing 1. */
export const KEY_TIMEOUT_SECONDS = 8;
/** A message that ends with silence ends after so many seconds of it. */
export const SILENCE_SECONDS = 5;

/** Where a carrier comes back to, below the call. `turn` counts from 0. */
export type Step =
  | { at: 'dialed' | 'whisper' | 'key' | 'leg'; turn: number }
  | { at: 'voicemail' | 'recording' };

/** One thing that the carrier does. */
export type Instruction =
  | { kind: 'say'; text: string; language: string }
  | DialInstruction
  | { kind: 'gather'; text: string; language: string; timeoutSeconds: number; next: Step }
  | { kind: 'record'; mostSeconds: number; next: Step }
  | { kind: 'hangup' }
  | { kind: 'reject' };

export interface DialInstruction {
  kind: 'dial';
  people: readonly DialedPerson[];
  timeoutSeconds: number;
  /** What the phones show; undefined: the caller's number. */
  callerId: string | undefined;
  isRecorded: boolean;
  turn: number;
}

/** Somebody whose phone rings. */
export interface DialedPerson extends Person {
  /** Whether they hear something on answering, before the caller is connected. */
  hasWhisper: boolean;
}

/** A call in progress, as far as it decides what comes next. */
export interface CallInProgress {
  number: string;
  from: string | null;
  /** Whether the carrier has no number for the caller that it lets a phone show: it knows them as a SIP address, for instance. */
  hidesCaller?: boolean | undefined;
  now: number;
  isHomeOnly?: boolean | undefined;
  callerName?: string | undefined;
  isReturning?: boolean;
  /** The same caller is in other calls to this number that go on: somebody forwards our calls back to us. */
  isCircling?: boolean;
}

/** How a turn went, as the carrier says it. */
export interface DialResult {
  turn: number;
  /** Whether somebody talked with the caller. */
  isAnswered: boolean;
  /** Whether the caller has gone. */
  isOver: boolean;
}

/** What happens first. */
export function planIncoming(book: OpenPhoneBook, call: CallInProgress): Instruction[] {
  const route = routeCall(book, call);
  const { rules } = route;
  if (route.standing === 'blocked') return [{ kind: 'reject' }];
  if (route.standing !== 'known') return [say(route, 'This number is not in service.'), { kind: 'hangup' }];
  const greeting = rules.greeting === null ? [] : [say(route, rules.greeting)];
  if (route.turns.length === 0 || call.isCircling === true) return [...greeting, ...nobodyAnswers(route)];
  const announcement = rules.record === 'on' ? [say(route, rules.announcement)] : [];
  return [...greeting, ...announcement, ...ring(route, call, 0)];
}

/** What happens after a turn. */
export function planAfterDial(
  book: OpenPhoneBook,
  call: CallInProgress,
  { turn, isAnswered, isOver }: DialResult,
): Instruction[] {
  if (isAnswered || isOver) return [{ kind: 'hangup' }];
  return ring(routeCall(book, call), call, turn + 1);
}

/** What the one who picks up hears, before the two are connected. @param phone the one that was picked up: E.164 */
export function planWhisper(
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
      next: { at: 'key', turn },
    },
    { kind: 'hangup' },
  ];
}

/** What happens with the key that the one who picked up pressed: 1 connects the two. */
export function planAfterKey(digits: string): Instruction[] {
  return digits === '1' ? [] : [{ kind: 'hangup' }];
}

/** After a message there is nothing more. */
export function planAfterVoicemail(): Instruction[] {
  return [{ kind: 'hangup' }];
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
    },
  ];
}

/** Carriers ring nobody on behalf of a caller without a valid number, unless told what to show (Twilio 13214, Telnyx D35). */
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

/** What the one who picks up is told of the call; empty: nothing. */
export function whisperText({ rules, source, location, region }: Route, call: CallInProgress): string {
  const { callerName, from } = call;
  const values = new Map([
    ['source', (source ?? '').replaceAll('_', ' ')],
    ['location', location?.name ?? ''],
    ['caller', callerName ?? (from === null ? '' : spokenPhone(from, region))],
    ['returning', call.isReturning === true ? 'returning caller' : ''],
  ]);
  return (rules.whisper ?? '')
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
    .replaceAll(/(?:\s*,)+/g, ',')
    .replaceAll(/^[\s,]+|[\s,]+$/g, '');
}
