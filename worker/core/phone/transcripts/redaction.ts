/**
 * Takes card numbers and national identity numbers out of what was said, before anything is kept: cards (ISO/IEC 7812-1), social
 * security numbers of the US, national insurance numbers of the UK, social insurance numbers of Canada. They may be said in words,
 * with pauses, and over several passages. Pure.
 */
import { type DigitGroup, digitGroups, type Token, tokensOf } from './spoken-digits.ts';

const REMOVED = '[removed]';
/** Words that people say between the digits of one number. */
const PAUSES: ReadonlySet<string> = new Set(
  'um uh er erm ah and then dash hyphen space äh ähm und y et eh'.split(' '),
);
/** Most of them between two groups. */
const MOST_PAUSES = 3;
const LONGEST_CARD = 19;
/** Visa; Mastercard; American Express; Diners Club; Discover, Maestro and UnionPay. */
const CARD = /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{15,18})$/;
/** Words before nine digits that say what they are, and how many words before them they may stand. */
const IDENTITY = /^(?:ssn|sin|nas|itin|social|security|insurance|seguro|assurance)$/;
const WORDS_BEFORE = 10;
/** National insurance number: two letters, six digits, a letter (HMRC, NIM39110). */
const PREFIX = /^[abceghj-prstw-z][abceghj-nprstw-z]$/;
const SUFFIX = /^[a-d]$/;

/** Tokens of a number, from the first to the last. */
interface Found {
  first: number;
  last: number;
}

/** Returns texts, which follow each other, with `[removed]` for such numbers, and how many they were. */
export function withoutNumbers(texts: readonly string[]): { texts: string[]; count: number } {
  const tokens = tokensOf(texts);
  const runs = runsOf(digitGroups(tokens), tokens);
  const found = runs.flatMap((run) => [...cardsIn(run), ...identitiesIn(run, tokens)]);
  const result = [...texts];
  // From the end, so that earlier positions stay right.
  for (const each of found.toSorted((one, other) => other.first - one.first)) remove(result, tokens, each);
  return { texts: result, count: found.length };
}

/** Groups that follow each other with pauses alone between them. */
function runsOf(groups: readonly DigitGroup[], tokens: readonly Token[]): DigitGroup[][] {
  const runs: DigitGroup[][] = [];
  for (const group of groups) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const between = before === undefined ? [] : tokens.slice(before.last + 1, group.first);
    const isNext =
      before !== undefined && between.length <= MOST_PAUSES && between.every(({ word }) => PAUSES.has(word));
    if (isNext) run?.push(group);
    else runs.push([group]);
  }
  return runs;
}

/** Returns the card numbers in a run, from the left, the longest first. Each begins and ends with a group. */
function cardsIn(run: readonly DigitGroup[]): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < run.length; start += 1) {
    const end = cardEnd(run, start);
    if (end === undefined) continue;
    found.push({ first: run[start]?.first ?? 0, last: run[end]?.last ?? 0 });
    start = end;
  }
  return found;
}

function cardEnd(run: readonly DigitGroup[], start: number): number | undefined {
  let last: number | undefined;
  let digits = '';
  for (let end = start; end < run.length && digits.length <= LONGEST_CARD; end += 1) {
    digits += run[end]?.digits ?? '';
    if (isCard(digits)) last = end;
  }
  return last;
}

/** Tells whether digits are a card's: first digits and length of a network, and the check digit (Luhn). */
function isCard(digits: string): boolean {
  return CARD.test(digits) && hasCheckDigit(digits);
}

function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function identitiesIn(run: readonly DigitGroup[], tokens: readonly Token[]): Found[] {
  const digits = run.map((group) => group.digits).join('');
  if (/^\d{9}$/.test(digits)) return isIdentity(run, digits, tokens) ? [rangeOf(run)] : [];
  return /^\d{6}$/.test(digits) ? insuranceNumber(rangeOf(run), tokens) : [];
}

function rangeOf(run: readonly DigitGroup[]): Found {
  return { first: run[0]?.first ?? 0, last: run.at(-1)?.last ?? 0 };
}

/** Tells whether nine digits are a person's, by their groups or by what is said before them. */
function isIdentity(run: readonly DigitGroup[], digits: string, tokens: readonly Token[]): boolean {
  const { first } = rangeOf(run);
  const lengths = run.map((group) => group.digits.length).join('-');
  const before = tokens.slice(Math.max(0, first - WORDS_BEFORE), first);
  const isNamed = before.some(({ word }) => IDENTITY.test(word));
  return isNamed || lengths === '3-2-4' || (lengths === '3-3-3' && hasCheckDigit(digits));
}

/** Returns the national insurance number whose six digits these are. */
function insuranceNumber({ first, last }: Found, tokens: readonly Token[]): Found[] {
  const letters = lettersBefore(tokens, first);
  const isOne = letters !== undefined && SUFFIX.test(tokens[last + 1]?.word ?? '');
  return isOne ? [{ first: letters, last: last + 1 }] : [];
}

/** Returns where the two letters of a national insurance number begin, said as one token or two. */
function lettersBefore(tokens: readonly Token[], first: number): number | undefined {
  const [far, near] = [tokens[first - 2]?.word ?? '', tokens[first - 1]?.word ?? ''];
  if (PREFIX.test(near)) return first - 1;
  return near.length === 1 && far.length === 1 && PREFIX.test(far + near) ? first - 2 : undefined;
}

/** Replaces the tokens of a number, in each text that has a part of it. */
function remove(texts: string[], tokens: readonly Token[], { first, last }: Found): void {
  const parts = Map.groupBy(tokens.slice(first, last + 1), ({ text }) => text);
  for (const [text, part] of parts) {
    const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
    const whole = texts[text] ?? '';
    texts[text] = whole.slice(0, start) + REMOVED + whole.slice(end);
  }
}
