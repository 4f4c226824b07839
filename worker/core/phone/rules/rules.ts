/** The rules for answering a call, with their defaults and overrides. Pure. */

/** A phone to ring: a number, or all numbers of a user. */
export type RingTarget = { number: string } | { user_id: string };

/** The rules for a call, under the names of the settings. */
export interface CallRules {
  /** `location`: the numbers of the location, then its users. */
  ring: 'location' | RingTarget[];
  /** The id of the menu that answers first; null for none. */
  menu: string | null;
  /**
   * `together`, or one after the other: `in_turn` in the order of the list, `round_robin` beginning with whoever began longest ago,
   * `least_recent` with whoever rang longest ago. `owner_first`: whoever the caller's lead is assigned to, then the others together.
   */
  order: 'together' | 'in_turn' | 'owner_first' | 'round_robin' | 'least_recent';
  /** How long each turn rings. */
  timeout_seconds: number;
  /** Spoken to whoever answers, before the caller is connected; null for nothing. */
  whisper: string | null;
  /** Who has to press 1 on answering: everybody, nobody, or those whose number is taken for a mobile. */
  screening: boolean | 'mobiles';
  screening_prompt: string;
  /** The number that the ringing phone shows. */
  caller_id: 'caller' | 'tracking_number';
  /** Spoken to the caller first. */
  greeting: string | null;
  record: 'off' | 'on';
  /** Spoken before a recorded call rings anybody. */
  announcement: string;
  when_closed: 'ring' | 'next_open' | 'voicemail';
  voicemail: boolean;
  voicemail_greeting: string;
  /** What becomes of first callers who are likely spam: they ring like others, have to press 1, or get the voicemail. */
  suspects: 'ring' | 'press_1' | 'voicemail';
  /** Spoken to them: asks them to press 1. */
  suspects_prompt: string;
  /** Spoken when nobody answers and there is no voicemail, and to suspects who press nothing. */
  apology: string;
  /** BCP 47. */
  language: string;
  /** Which callers who reached nobody get a text: none, all, or those who left no voicemail. */
  text_back: 'off' | 'missed' | 'no_voicemail';
  /** How long after the call. */
  text_back_minutes: number;
  /** The text, by the opening hours of the location when it goes out; null for none. See `text-backs.ts`. */
  text_back_open: string | null;
  text_back_closed: string | null;
}

export const DEFAULT_RULES: CallRules = {
  ring: 'location',
  menu: null,
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
  suspects: 'ring',
  suspects_prompt: 'Please press 1 to be connected.',
  apology: 'Nobody can take your call at the moment. Please call again later.',
  language: 'en-US',
  text_back: 'off',
  text_back_minutes: 5,
  text_back_open:
    'Sorry we missed your call! This is {company}. Write back what you need, and we will answer. Reply STOP to get no more texts.',
  text_back_closed:
    'Sorry we missed your call! {company} is closed now. Write back what you need, and we will answer when we open. Reply STOP to get no more texts.',
};

/** The overrides in the settings: for all calls, by location, by number. */
export interface RuleOverrides {
  defaults: Partial<CallRules>;
  locations: Readonly<Record<string, Partial<CallRules>>>;
  numbers: Readonly<Record<string, Partial<CallRules>>>;
}
