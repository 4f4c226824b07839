/**
 * What a page has to look for, what it has to leave alone and what it has to write: the printed forms of the numbers that
 * are swapped, and the elements that hold them. They come with the plan and not with the
 * script, so that a site which pinned the script by its hash still learns new forms, and the numbering plans stay here with
 * libphonenumber. Pure, but for a memory.
 */
import { LRUCache } from 'lru-cache';
import type { Swap } from '../choice/choose-number.ts';
import { diallingOf } from './dialling.ts';
import { ELEMENTS, type ElementRules } from './elements.ts';
import { LINK } from './links.ts';
import { DOUBT } from './doubt.ts';
import { GAP, MARK, SEPARATOR, SPOKEN_GAP } from './slots.ts';
import { STAYS } from './surroundings.ts';
import { type WrittenForm, writtenForms } from './written-forms.ts';

/** Pairs of numbers that an isolate remembers, about 1 kB each: several large companies. */
const REMEMBERED_PAIRS = 5_000;

/** A company with more targets has branches, whose numbers are in digits; their letters would be most of the plan. */
const MAX_SPELLED = 100;

/** A letter is replaced by one of these digits. */
const PLAIN_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const memory = new LRUCache<string, readonly WrittenForm[]>({ max: REMEMBERED_PAIRS });

/** How the widget finds the numbers of a plan and writes the new ones. */
export interface NumberForms extends ElementRules {
  /** Any target in any form in digits; the group that matched tells which of `writes` is meant. */
  pattern: string;
  /** The same, and after its groups those of the forms in letters; empty where there are none. */
  spelled: string;
  /** Holds of each text in which there may be one. Most have none, and then nobody need compile `spelled`, most of a plan. */
  spells: string;
  /** What stands in a gap, by the character that stands for it in these. */
  gaps: Record<'~' | '_' | '@', string>;
  /** A form that may have to stay: in its marks, what is before it, `\x02`, the form, `\x02`, what is after it. */
  doubt: string;
  /** Of these one that does, in the same text. */
  stays: string;
  /** What separates the last digits of a form, in a group: a new number in its place has that sign between its groups. */
  sign: string;
  /** The digits of each script in which a number may be printed; after 0 to 9 the letters that may stand in their place. */
  digits: readonly string[];
  /**
   * A link that dials, texts or chats, case-insensitive: what stands before the number, within that the scheme or service
   * of those that need a number which takes messages, the number, its calling code where that stands apart, the rest.
   */
  link: string;
  /**
   * For each group of `spelled`, of which those of `pattern` come first, the index of its swap; the digits to pour into the form from its right, or after a blank
   * the groups that replace it; and the form's marks.
   */
  writes: [swap: number, text: string, marks: string][];
}

/** The forms of all targets of `swaps`; the longest first, since a number may begin like another. */
export function numberForms(swaps: readonly Swap[]): NumberForms {
  const groups = swaps
    .flatMap(({ from, to }, index) =>
      formsOf(from, to).map((form) => ({ ...form, index, length: from.length })),
    )
    .sort((a, b) => b.length - a.length);
  const inDigits = groups.filter(({ spells }) => spells === undefined);
  const inLetters = swaps.length > MAX_SPELLED ? [] : groups.filter(({ spells }) => spells !== undefined);
  return {
    pattern: anyOf(inDigits.map(({ pattern }) => `(${pattern})`)),
    spelled:
      inLetters.length > 0 ? anyOf([...inDigits, ...inLetters].map(({ pattern }) => `(${pattern})`)) : '',
    spells: anyOf([...new Set(inLetters.flatMap(({ spells = [] }) => spells))]),
    gaps: { '~': GAP, _: SPOKEN_GAP, '@': MARK },
    doubt: DOUBT,
    stays: STAYS,
    sign: SEPARATOR,
    digits: [...new Set([PLAIN_DIGITS, ...groups.flatMap(({ digits }) => digits)])],
    link: LINK,
    ...ELEMENTS,
    writes: [...inDigits, ...inLetters].map(({ index, text, marks }) => [index, text, `${marks} `]),
  };
}

function anyOf(patterns: readonly string[]): string {
  return patterns.join('|') || '(?!)';
}

/** Working out a pair of numbers takes 0.2 to 0.3 ms (docs/decisions/003), and is the same for every visit. */
function formsOf(from: string, to: string): readonly WrittenForm[] {
  const pair = `${from}>${to}`;
  const known = memory.get(pair);
  if (known !== undefined) return known;
  const forms = writtenForms(diallingOf(from), diallingOf(to));
  memory.set(pair, forms);
  return forms;
}
