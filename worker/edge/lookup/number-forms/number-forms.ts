/**
 * Builds the forms of a plan: how the widget finds the printed numbers, which it leaves alone, and what it writes. They are part of
 * the plan instead of the script, so that sites that pin the script get new forms too, and libphonenumber stays on the edge. Pure
 * except for a cache.
 */
import { lruCache } from '../../../shared/lru-cache.ts';
import type { Swap } from '../choice/choose-number.ts';
import { diallingOf } from './dialling.ts';
import { ELEMENTS, type ElementRules } from './elements.ts';
import { LINK } from './links.ts';
import { DOUBT } from './doubt.ts';
import { GAP, MARK, SEPARATOR, SPOKEN_GAP } from './slots.ts';
import { STAYS } from './text-context.ts';
import { type WrittenForm, writtenForms } from './written-forms.ts';

/** Pairs of numbers that an isolate caches, at about 1 kB each: enough for several large companies. */
const REMEMBERED_PAIRS = 5_000;

/** With more targets no letters are searched: such companies have branches with plain numbers, and letters would be most of the plan. */
const MAX_SPELLED = 100;

/** Digits, then the letters that they may replace. */
const PLAIN_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const memory = lruCache<readonly WrittenForm[]>(REMEMBERED_PAIRS);

/** A leased number that only a copy of a swapped page has, and its target. */
type Copy = Swap & { copy: true };

/** The forms of a plan. */
export interface NumberForms extends ElementRules {
  /** Matches any target in digits; the matching group is an index into `writes`. */
  pattern: string;
  /** `pattern` plus the groups of forms in letters; empty if there are none. */
  spelled: string;
  /** Matches texts that may have forms in letters. Most have none, so that `spelled`, most of a plan, need not be compiled. */
  spells: string;
  /** The expansions of `~`, `_` and `@` in the patterns. */
  gaps: Record<'~' | '_' | '@', string>;
  /** Matches forms that may have to stay. The input is: marks, text before, `\x02`, form, `\x02`, text after. */
  doubt: string;
  /** Matches forms that stay, with the same input. */
  stays: string;
  /** Matches the separator of a form's last digits in a group; a new number uses the same separator. */
  sign: string;
  /** The digits of each script; after 0 to 9 the letters that may replace them. */
  digits: readonly string[];
  /**
   * Matches a link that calls, texts or chats, case-insensitive. Groups: prefix, message service within it, number, separate calling
   * code, rest.
   */
  link: string;
  /**
   * For each group of `spelled`, which begins with those of `pattern`: the index of its swap, or the copied number itself; the digits that fill the form from its
   * right, or after a blank the groups that replace it; and the form's marks.
   */
  writes: [swap: number | Copy, text: string, marks: string][];
}

/**
 * Builds the forms of all targets, longest first, since a number may begin like another.
 * @param copied leased numbers of this visit and former ones, which turn into their targets again
 */
export function numberForms(swaps: readonly Swap[], copied: readonly Swap[] = []): NumberForms {
  const copies = copied.map((swap) => ({ ...swap, copy: true as const }));
  const groups = [...swaps, ...copies]
    .flatMap(({ from, to }, index) =>
      formsOf(from, to).map((form) => ({ ...form, index, length: from.length })),
    )
    .sort((a, b) => b.length - a.length);
  const inDigits = groups.filter(({ spells }) => spells === undefined);
  // The script writes digits, so a copy has no letters.
  const inLetters =
    swaps.length > MAX_SPELLED
      ? []
      : groups.filter(({ spells, index }) => spells !== undefined && index < swaps.length);
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
    writes: [...inDigits, ...inLetters].map(({ index, text, marks }) => [
      copies[index - swaps.length] ?? index,
      text,
      `${marks} `,
    ]),
  };
}

function anyOf(patterns: readonly string[]): string {
  return patterns.join('|') || '(?!)';
}

/** Returns the forms of a pair of numbers, cached because calculating them takes 0.2 to 0.3 ms (docs/decisions/003). */
function formsOf(from: string, to: string): readonly WrittenForm[] {
  const pair = `${from}>${to}`;
  const known = memory.get(pair);
  if (known !== undefined) return known;
  const forms = writtenForms(diallingOf(from), diallingOf(to));
  memory.set(pair, forms);
  return forms;
}
