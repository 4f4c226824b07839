/** The rules for calls in words. Pure. */
import { languageName } from '../../forms/lists/language-field.tsx';
import { formatPhone } from '../../components/text/values.tsx';
import { type MenuTarget, targetsOf } from '../../../worker/core/phone/rules/menus.ts';
import type { CallRules, Menu, Part, RuleName, Rules, Scope } from './phone-settings.ts';

/** Names of people, locations and menus by their id. */
export interface Names {
  people: ReadonlyMap<string, string>;
  locations: ReadonlyMap<string, string>;
  menus: ReadonlyMap<string, string>;
}

/** A rule that is chosen from a list. The values are JSON. */
export const CHOICES: readonly {
  rule: RuleName;
  label: string;
  hint?: string;
  options: readonly (readonly [value: string, label: string])[];
}[] = [
  {
    rule: 'order',
    label: 'Phones ring',
    options: [
      ['"together"', 'all at once'],
      ['"in_turn"', 'one after the other'],
      ['"owner_first"', 'the lead’s owner first, then all others at once'],
      ['"round_robin"', 'in turn, each time another one first'],
      ['"least_recent"', 'in turn, whoever rang longest ago first'],
    ],
  },
  {
    rule: 'when_closed',
    label: 'While the location is closed',
    options: [
      ['"voicemail"', 'nobody rings: voicemail'],
      ['"next_open"', 'the closest open location rings'],
      ['"ring"', 'its phones ring anyway'],
    ],
  },
  {
    rule: 'suspects',
    label: 'First callers who are likely spam',
    hint: 'By several signs together: a number that may be faked or resembles yours, calls to several of your numbers within minutes, calls that ended within seconds. Never a lead, or somebody who talked with you.',
    options: [
      ['"ring"', 'ring like others'],
      ['"press_1"', 'have to press 1 first'],
      ['"voicemail"', 'get the voicemail'],
    ],
  },
  {
    rule: 'voicemail',
    label: 'When nobody answers',
    options: [
      ['true', 'the caller can leave a message'],
      ['false', 'a message is played'],
    ],
  },
  {
    rule: 'screening',
    label: 'Press 1 to take the call',
    hint: 'So that a mailbox that answers does not count as a person. North American numbers do not say whether they are mobiles: there people’s own phones count as mobiles, a branch’s phone does not.',
    options: [
      ['"mobiles"', 'on mobiles'],
      ['true', 'on every phone'],
      ['false', 'on no phone'],
    ],
  },
  {
    rule: 'caller_id',
    label: 'Phones show',
    options: [
      ['"caller"', 'the caller’s number'],
      ['"tracking_number"', 'the tracking number'],
    ],
  },
  {
    rule: 'record',
    label: 'Recording',
    hint: 'An announcement is played before any phone rings.',
    options: [
      ['"off"', 'off'],
      ['"on"', 'on'],
    ],
  },
  {
    rule: 'text_back',
    label: 'Text after a missed call',
    hint: 'From the number that was called, once a day to a caller, unless somebody calls, answers or writes first. Costs what your carrier takes for a text.',
    options: [
      ['"off"', 'none'],
      ['"missed"', 'to everybody who reached nobody'],
      ['"no_voicemail"', 'to those who left no voicemail either'],
    ],
  },
];

/** A rule that is a whole number. */
export const NUMBERS = {
  timeout_seconds: { label: 'Seconds of each turn', least: 5, most: 60, unit: 'seconds' },
  text_back_minutes: { label: 'Minutes until the text', least: 1, most: 60, unit: 'minutes' },
} as const;
export type NumberRule = keyof typeof NUMBERS;
export const NUMBER_RULES: readonly NumberRule[] = ['timeout_seconds', 'text_back_minutes'];

const PLACEHOLDERS = 'May contain {company} and {location}, each once.';

/** A text, spoken or sent. `isOptional`: it may be nothing. */
export const TEXTS: readonly { rule: RuleName; label: string; hint?: string; isOptional?: boolean }[] = [
  { rule: 'text_back_open', label: 'Text while open', hint: PLACEHOLDERS, isOptional: true },
  { rule: 'text_back_closed', label: 'Text while closed', hint: PLACEHOLDERS, isOptional: true },
  { rule: 'greeting', label: 'Greeting', hint: 'Spoken to the caller first.', isOptional: true },
  {
    rule: 'whisper',
    label: 'Whisper',
    hint: 'Heard by the person who answers. May contain {source}, {location}, {caller}, {returning}.',
    isOptional: true,
  },
  { rule: 'voicemail_greeting', label: 'Voicemail greeting' },
  { rule: 'apology', label: 'Sentence without voicemail' },
  { rule: 'suspects_prompt', label: 'Request to press 1, for likely spam' },
  { rule: 'announcement', label: 'Announcement of the recording' },
  { rule: 'screening_prompt', label: 'Request to press 1' },
];

const OTHER_LABELS: Partial<Record<RuleName, string>> = {
  language: 'Language',
  ring: 'Who rings',
  menu: 'Answered by a menu',
  timeout_seconds: NUMBERS.timeout_seconds.label,
  text_back_minutes: NUMBERS.text_back_minutes.label,
};

/** Returns the name of a rule. */
export function ruleName(rule: RuleName): string {
  const labelled = [...CHOICES, ...TEXTS].find((each) => each.rule === rule);
  return labelled?.label ?? OTHER_LABELS[rule] ?? rule;
}

/** Returns the value of a rule in words. */
export function ruleText(rule: RuleName, value: unknown, names: Names): string {
  if (value === undefined) return 'not set';
  if (rule === 'ring') return ringText(value as CallRules['ring'], names);
  if (rule === 'menu') return menuName(value, names);
  if (rule === 'language' && typeof value === 'string') return languageName(value);
  const options = CHOICES.find((each) => each.rule === rule)?.options ?? [];
  const chosen = options.find(([option]) => option === JSON.stringify(value));
  if (chosen !== undefined) return chosen[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing';
}

function menuName(id: unknown, { menus }: Names): string {
  return typeof id === 'string' ? (menus.get(id) ?? 'a removed menu') : 'no';
}

/** Returns who rings: `Ann Lee, (512) 555-0140`. */
export function ringText(ring: CallRules['ring'], { people }: Names): string {
  if (ring === 'location') return 'the location’s phones and people';
  return ring
    .map((target) =>
      'number' in target ? formatPhone(target.number) : (people.get(target.user_id) ?? 'a removed user'),
    )
    .join(', ');
}

/** Returns the rules of a scope in a few words. */
export function summaryOf(rules: Rules, names: Names): string {
  return Object.entries(rules)
    .map(([rule, value]) => `${ruleName(rule as RuleName)}: ${ruleText(rule as RuleName, value, names)}`)
    .join('. ');
}

/** Returns the name of a scope: `All calls`, `Denver`, `(303) 555-0101`. */
export function scopeName({ kind, id }: Scope, { locations }: Names): string {
  if (kind === 'defaults') return 'All calls';
  return kind === 'locations' ? (locations.get(id) ?? id) : formatPhone(id);
}

/** Returns the name of a part of the settings: `Denver: Whisper`. */
export function partName(part: Part, names: Names): string {
  if ('list' in part) {
    const list = part.list === 'blocked' ? 'Blocked caller' : 'Further number';
    return `${list} ${formatPhone(part.number)}`;
  }
  if ('menu' in part) return `Menu ${names.menus.get(part.menu) ?? part.menu}`;
  return `${scopeName(part.scope, names)}: ${ruleName(part.rule)}`;
}

/** Returns the value of a part in words. */
export function partText(part: Part, value: unknown, names: Names): string {
  if ('list' in part) return value === undefined ? 'not in the list' : 'in the list';
  if ('menu' in part) return value === undefined ? 'none' : menuText(value as Menu, names);
  return ruleText(part.rule, value, names);
}

/** Returns a menu in words: what it says, and where each key leads. */
export function menuText(menu: Menu, names: Names): string {
  const closed = menu.closed_menu
    ? ` While closed: ${names.menus.get(menu.closed_menu) ?? 'a removed menu'}.`
    : '';
  return `“${menu.greeting}” ${keysText(menu, names)}.${closed}`;
}

/** Returns where the keys of a menu lead: `1 Sales: Ann Lee; otherwise: voicemail`. */
export function keysText(menu: Menu, names: Names): string {
  return targetsOf(menu)
    .map(([key, target]) => {
      const label = target.label === undefined ? '' : ` ${target.label}`;
      return `${key === 'd' ? 'otherwise' : key}${label}: ${targetText(target, names)}`;
    })
    .join('; ');
}

function targetText(target: MenuTarget, names: Names): string {
  if ('ring' in target) return ringText(target.ring, names);
  if ('location_id' in target) return names.locations.get(target.location_id) ?? 'a removed location';
  if ('menu_id' in target) return `menu ${names.menus.get(target.menu_id) ?? '(removed)'}`;
  if ('message' in target) return `“${target.message}”`;
  return 'voicemail' in target ? 'voicemail' : 'the location closest to the postal code';
}

/** Returns the faults of the typed numbers. */
export function numberFaults(
  values: Readonly<Record<string, string | boolean>>,
): { pointer: string; code: string; detail: string }[] {
  return NUMBER_RULES.flatMap((rule) => {
    const pointer = `/${rule}`;
    const typed = String(values[pointer] ?? '');
    const { least, most, unit } = NUMBERS[rule];
    const isFine = typed === '' || (/^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most);
    const detail = `Enter ${least} to ${most} ${unit}, or leave it empty.`;
    return isFine ? [] : [{ pointer, code: 'invalid', detail }];
  });
}
