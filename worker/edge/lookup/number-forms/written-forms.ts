/**
 * Builds the forms of a number and their replacements by another number: a national form stays national if the new number can be
 * dialled that way too, and becomes international otherwise. Pure.
 */
import { mayBeDate, mayBeShortDate } from './dates.ts';
import { type Dialling, isReadAs } from './dialling.ts';
import { digitsOf, lengthsOf, split } from './groups.ts';
import { isShort, patternOf } from './patterns.ts';
import { scriptsOf } from './slots.ts';
import { spelledForms } from './spelled-forms.ts';
import { MARKS } from './text-context.ts';
import { dialledPrefix, type Way, waysOf } from './ways.ts';

/** A form of the old number with its replacement. */
export interface WrittenForm {
  /** Source of a regular expression, with `~` and `_` for gaps. */
  pattern: string;
  /** Digits that fill the form from its right; or, after a blank, groups that replace it. */
  text: string;
  /** Properties that matter for its context (text-context.ts). */
  marks: string;
  /** For forms in letters, a pattern for their beginning; undefined for digits. */
  spells: string | undefined;
  /** The digits of further scripts in which it may be printed. */
  digits: readonly string[];
}

/** Returns all forms of `old` with their replacements by `next`. */
export function writtenForms(old: Dialling, next: Dialling): WrittenForm[] {
  const byText = Map.groupBy(waysOf(old), (way) => textFor(way, old, next));
  const inDigits = Array.from(byText, ([text, ways]) => ({
    pattern: patternOf(ways, old, text.startsWith(' ')),
    text,
    marks: marksOf(ways, old),
    spells: undefined,
  }));
  const inLetters = spelledForms(old, next).map((form) => ({ ...form, marks: '' }));
  const digits = scriptsOf(old.region);
  return [...inDigits, ...inLetters].map((form) => ({ ...form, digits }));
}

/** Returns the replacement for a way of printing the old number. */
function textFor(way: Way, old: Dialling, next: Dialling): string {
  const poured = pouredInto(way, old, next);
  if (poured !== undefined) return poured;
  const { home } = next;
  const staysHome =
    home !== undefined && !way.isAbroad && old.code === next.code && isReadAs(home, next, old);
  return ` ${staysHome ? grouped(home, old.home) : grouped(next.world, old.world)}`;
}

/**
 * Returns the new digits if they fit into the places of the old ones: as many, in the same groups, after the same prefix; otherwise
 * undefined.
 */
function pouredInto(way: Way, old: Dialling, next: Dialling): string | undefined {
  const { isAbroad, prefix, digits } = way;
  const isOwn = digits === old.digits;
  const isHome = digitsOf(old.home).endsWith(digits);
  if (!(isOwn || isHome) || !isAlike(way, old, next)) return undefined;
  const poured = isOwn ? next.digits : digitsOf(next.home).slice(-digits.length);
  const read = `${isAbroad ? `+${next.code}` : ''}${dialledPrefix(prefix)}${poured}`;
  return poured.length === digits.length && isReadAs(read, next, old) ? poured : undefined;
}

/** Tells whether both numbers have the same groups and prefix when printed this way. */
function isAlike({ isAbroad, prefix, digits }: Way, old: Dialling, next: Dialling): boolean {
  if (old.code !== next.code) return false;
  const isWorld = isAbroad && digits === old.digits;
  const [before, after] = isWorld ? [old.world, next.world] : [old.home, next.home];
  const hasSamePrefix = old.prefix === next.prefix || (isWorld && prefix === '');
  return hasSamePrefix && lengthsOf(before).join() === lengthsOf(after).join();
}

/** Groups a number: one that is not in its numbering plan comes in one piece, and gets the groups of the old one. */
function grouped(next: string, old: string | undefined): string {
  const [head = '', ...rest] = next.split(' ');
  const isWhole = head.startsWith('+') ? rest.length === 1 && old?.startsWith(`${head} `) : rest.length === 0;
  const lengths = lengthsOf(old);
  return isWhole && next.length > lengths.length * 2 ? split(digitsOf(next), lengths).join(' ') : next;
}

function marksOf(ways: readonly Way[], number: Dialling): string {
  const { code, home, world, prefix, prefixes, mayBeLonger } = number;
  const isBare = ways.some((way) => !way.isAbroad && way.prefix === '');
  const wantsPrefix = prefix !== '' && prefixes.some((one) => one.startsWith('0'));
  const printed = ways.map(({ isAbroad, prefix, digits }) => (isAbroad ? code : '') + prefix + digits);
  const [area, ...others] = lengthsOf(world).slice(1);
  const leads = [code, ...prefixes].filter((lead) => /^[1-9]$/.test(lead)).join('');
  // Dates, thousands and quarters do not begin with 0.
  const groups = home?.startsWith('0') ? [] : lengthsOf(home);
  const marks: [string, boolean][] = [
    [MARKS.bare, isBare && wantsPrefix],
    [MARKS.open, mayBeLonger],
    [MARKS.short, ways.some(isShort)],
    [MARKS.date, printed.some(mayBeDate)],
    // Some countries print numbers in three pairs.
    [MARKS.shortDate, groups.join() !== '2,2,2' && printed.some(mayBeShortDate)],
    [MARKS.groups + leads, area !== 1 && !others.includes(1)],
    [MARKS.smallArea + code, area === 1 && !others.includes(1)],
    [MARKS.thousands, /^[123](?:,3){2,}$/.test(groups.join())],
    [`${MARKS.quarters}${groups.slice(0, 2).join('')}`, /^\d,\d,2,2$/.test(groups.join())],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : [])).join('');
}
