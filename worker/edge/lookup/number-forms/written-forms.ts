/**
 * The forms of a number, and what to write in place of each so that it leads to another number: what is dialled at home
 * stays so where the new number is dialled there too, and everything else becomes international. Pure.
 */
import { mayBeDate, mayBeShortDate } from './dates.ts';
import { type Dialling, isReadAs } from './dialling.ts';
import { digitsOf, lengthsOf, split } from './groups.ts';
import { isShort, patternOf } from './patterns.ts';
import { scriptsOf } from './slots.ts';
import { spelledForms } from './spelled-forms.ts';
import { MARKS } from './surroundings.ts';
import { dialledPrefix, type Way, waysOf } from './ways.ts';

/** A form of the old number, and the new number in its place. */
export interface WrittenForm {
  /** Source of a regular expression, with `~` and `_` for gaps. */
  pattern: string;
  /** Digits to be poured into the form from its right; or, after a blank, groups that replace it. */
  text: string;
  /** What else matters about where it stands (surroundings.ts). */
  marks: string;
  /** Of a form in letters what every such form of the number begins with; undefined of one in digits. */
  spells: string | undefined;
  /** The digits in which it may be printed beside 0 to 9, by script. */
  digits: readonly string[];
}

/** All forms of `old`, and `next` in place of each. */
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

/** The new number in place of the old one where that is printed in this way. */
function textFor(way: Way, old: Dialling, next: Dialling): string {
  const poured = pouredInto(way, old, next);
  if (poured !== undefined) return poured;
  const { home } = next;
  const staysHome =
    home !== undefined && !way.isAbroad && old.code === next.code && isReadAs(home, next, old);
  return ` ${staysHome ? grouped(home, old.home) : grouped(next.world, old.world)}`;
}

/**
 * The digits of the new number, where they can stand in the place of the old ones: as many, in the same groups, after the
 * same prefix.
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

/** Whether both numbers have the same groups where they are printed in this way, and the same prefix. */
function isAlike({ isAbroad, prefix, digits }: Way, old: Dialling, next: Dialling): boolean {
  if (old.code !== next.code) return false;
  const isWorld = isAbroad && digits === old.digits;
  const [before, after] = isWorld ? [old.world, next.world] : [old.home, next.home];
  const hasSamePrefix = old.prefix === next.prefix || (isWorld && prefix === '');
  return hasSamePrefix && lengthsOf(before).join() === lengthsOf(after).join();
}

/** A number that its numbering plan does not know comes in one piece, and takes the groups of the old one. */
function grouped(next: string, old: string | undefined): string {
  const [head = '', ...rest] = next.split(' ');
  const isWhole = head.startsWith('+') ? rest.length === 1 && old?.startsWith(`${head} `) : rest.length === 0;
  const lengths = lengthsOf(old);
  return isWhole && next.length > lengths.length * 2 ? split(digitsOf(next), lengths).join(' ') : next;
}

function marksOf(ways: readonly Way[], number: Dialling): string {
  const { code, home, prefix, prefixes, mayBeLonger } = number;
  const isBare = ways.some((way) => !way.isAbroad && way.prefix === '');
  const wantsPrefix = prefix !== '' && prefixes.some((one) => one.startsWith('0'));
  const printed = ways.map(({ isAbroad, prefix, digits }) => (isAbroad ? code : '') + prefix + digits);
  // Nothing else begins with 0.
  const groups = home?.startsWith('0') ? [] : lengthsOf(home);
  const marks: [string, boolean][] = [
    [MARKS.bare, isBare && wantsPrefix],
    [MARKS.open, mayBeLonger],
    [MARKS.short, ways.some(isShort)],
    [MARKS.date, printed.some(mayBeDate)],
    // Three pairs are how some countries print their numbers.
    [MARKS.shortDate, groups.join() !== '2,2,2' && printed.some(mayBeShortDate)],
    [MARKS.thousands, /^[123](?:,3){2,}$/.test(groups.join())],
    [`${MARKS.quarters}${groups.slice(0, 2).join('')}`, /^\d,\d,2,2$/.test(groups.join())],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : [])).join('');
}
