/** How a call is answered: every rule with its default, and which rules hold for a number. Pure. */

/** Somebody who may be rung: a number, or a user by their numbers. */
export type RingTarget = { number: string } | { user_id: string };

/** What holds for a call, as the settings write it. */
export interface CallRules {
  /** `location`: the numbers of the location, then its users. */
  ring: 'location' | readonly RingTarget[];
  order: 'together' | 'in_turn';
  /** Of each turn. */
  timeout_seconds: number;
  /** Spoken to whoever answers, before the two are connected; null: nothing. */
  whisper: string | null;
  /** Who has to press 1 on answering: everybody, nobody, or those whose number is a mobile. */
  screening: boolean | 'mobiles';
  screening_prompt: string;
  /** What the phone that rings shows. */
  caller_id: 'caller' | 'tracking_number';
  /** Spoken to the caller first. */
  greeting: string | null;
  record: 'off' | 'on';
  /** Spoken before anybody is rung when the call is recorded. */
  announcement: string;
  when_closed: 'ring' | 'next_open' | 'voicemail';
  voicemail: boolean;
  voicemail_greeting: string;
  /** Spoken when nobody answers and there is no voicemail. */
  apology: string;
  /** BCP 47. */
  language: string;
}

export const DEFAULT_RULES: CallRules = {
  ring: 'location',
  order: 'together',
  timeout_seconds: 25,
  whisper: '{source}, {location}',
  screening: 'mobiles',
  screening_prompt: 'Press 1 to accept the call.',
  caller_id: 'caller',
  greeting: null,
  record: 'off',
  announcement: 'This call is recorded.',
  when_closed: 'voicemail',
  voicemail: true,
  voicemail_greeting: 'Please leave a message after the tone.',
  apology: 'Nobody can take your call at the moment. Please call again later.',
  language: 'en-US',
};

/** The rules that a settings document overrides: for all calls, by location, by number. */
export interface RuleOverrides {
  defaults: Partial<CallRules>;
  locations: Readonly<Record<string, Partial<CallRules>>>;
  numbers: Readonly<Record<string, Partial<CallRules>>>;
}

/** What holds for a number: what is said of it, else of its location, else of all calls. */
export function rulesFor(
  { defaults, locations, numbers }: RuleOverrides,
  called: { number: string; locationId: string | undefined },
): CallRules {
  return {
    ...DEFAULT_RULES,
    ...defaults,
    ...(called.locationId === undefined ? {} : own(locations, called.locationId)),
    ...own(numbers, called.number),
  };
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
