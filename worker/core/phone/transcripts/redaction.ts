/**
 * Takes card numbers and national identity numbers out of what was said, before anything is kept: cards (ISO/IEC 7812-1), social
 * security numbers of the US, social insurance numbers of Canada, national insurance numbers of the UK. They may be said in words,
 * with pauses, and over several passages. Phone numbers stay, which people leave to be called back. Pure.
 */
import { isCard } from '../../../../widget/secrets.ts';
import { type DigitGroup, digitGroups, type Token, tokensOf } from './spoken-digits.ts';

const REMOVED = '[removed]';
const LONGEST_CARD = 19;
/** Visa; Mastercard; American Express; Diners Club; JCB; Maestro; Discover and UnionPay. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|5[0678]\d{11,17}|6\d{15,18})$/;
/** Words that people say between the digits of one number. */
const PAUSES: ReadonlySet<string> = new Set(
  'um uh er erm ah oh and then dash hyphen space äh ähm und y et eh'.split(' '),
);
/** Most of these between two groups, and most words of any kind between two blocks of a card. */
const MOST_PAUSES = 3;
const MOST_WORDS = 6;
/** After how many digits cards have a gap. */
const BLOCKS: ReadonlySet<number> = new Set([4, 8, 10, 12]);
/** What says that the next nine digits are a person's, in a word or two, and how many words before them it may stand. */
const IDENTITY =
  /\b(?:ssn|itin|social security|social insurance|social number|seguro social|assurance sociale|my social|sin number|numéro nas)\b/;
const WORDS_BEFORE = 10;
/** National insurance number: two letters, six digits, a letter (HMRC, NIM39110). */
const PREFIX = /^[abceghj-prstw-z][abceghj-nprstw-z]$/;
const SUFFIX = /^[a-d]$/;
/** Digits after which a phone number that is said twice begins anew. */
const PHONE_LENGTHS = [7, 8, 9, 10, 11];

/** Tokens of a number, from the first to the last. */
interface Found {
  first: number;
  last: number;
}

/** Returns texts, which follow each other, with `[removed]` for such numbers, and how many they were. */
export function withoutNumbers(texts: readonly string[]): { texts: string[]; count: number } {
  const tokens = tokensOf(texts);
  const groups = digitGroups(tokens);
  const cards = cardsIn(groups, tokens);
  const left = groups.filter(({ first }) => !cards.some((card) => card.first <= first && first <= card.last));
  const found = [...cards, ...identitiesIn(left, tokens)];
  const result = [...texts];
  // From the end, so that earlier positions stay right.
  for (const each of found.toSorted((one, other) => other.first - one.first)) remove(result, tokens, each);
  return { texts: result, count: found.length };
}

/** Returns the card numbers, from the left, the longest first. Each begins and ends with a group. */
function cardsIn(groups: readonly DigitGroup[], tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < groups.length; start += 1) {
    const end = cardEnd(groups, start, tokens);
    if (end === undefined) continue;
    found.push(rangeOf(groups, start, end));
    start = end;
  }
  return found;
}

function cardEnd(groups: readonly DigitGroup[], start: number, tokens: readonly Token[]): number | undefined {
  let last: number | undefined;
  let digits = '';
  for (let end = start; end < groups.length && digits.length <= LONGEST_CARD; end += 1) {
    if (end > start && !belongs(groups, end, { digits, tokens })) break;
    digits += groups[end]?.digits ?? '';
    if (isCardNumber(digits)) last = end;
  }
  return last;
}

/** Tells whether a group may go on a card number: after pauses alone, or after other words where cards have a gap. */
function belongs(
  groups: readonly DigitGroup[],
  index: number,
  { digits, tokens }: { digits: string; tokens: readonly Token[] },
): boolean {
  const between = tokens.slice((groups[index - 1]?.last ?? 0) + 1, groups[index]?.first);
  return arePauses(between) || (between.length <= MOST_WORDS && BLOCKS.has(digits.length));
}

function arePauses(between: readonly Token[]): boolean {
  return between.length <= MOST_PAUSES && between.every(({ word }) => PAUSES.has(word));
}

function rangeOf(groups: readonly DigitGroup[], start: number, end: number): Found {
  return { first: groups[start]?.first ?? 0, last: groups[end]?.last ?? 0 };
}

/** Tells whether digits are a card's, by its network and its check digit, and no phone number that is said twice. */
function isCardNumber(digits: string): boolean {
  return CARD.test(digits) && isCard(digits) && !isPhoneTwice(digits);
}

function isPhoneTwice(digits: string): boolean {
  return PHONE_LENGTHS.some((length) => new Set(digits).size > 2 && digits.startsWith(digits.slice(length)));
}

/** Returns the identity numbers, from the left. */
function identitiesIn(groups: readonly DigitGroup[], tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < groups.length; start += 1) {
    const end = identityEnd(groups, start, tokens);
    if (end === undefined) continue;
    const range = rangeOf(groups, start, end.group);
    found.push({ first: range.first - end.before, last: range.last + end.after });
    start = end.group;
  }
  return found;
}

/** The group with which an identity number ends, and how many tokens before and after its digits belong to it. */
interface IdentityEnd {
  group: number;
  before: number;
  after: number;
}

function identityEnd(
  groups: readonly DigitGroup[],
  start: number,
  tokens: readonly Token[],
): IdentityEnd | undefined {
  const first = groups[start]?.first ?? 0;
  const taken: DigitGroup[] = [];
  for (const [offset, group] of groups.slice(start, start + 9).entries()) {
    const before = taken.at(-1);
    if (before !== undefined && !arePauses(tokens.slice(before.last + 1, group.first))) return undefined;
    taken.push(group);
    const last = group.last;
    const found = identityOf(taken, { first, last }, tokens);
    if (found !== undefined) return { group: start + offset, ...found };
  }
  return undefined;
}

/** Returns how much around the digits of some groups is an identity number with them; undefined if they are none. */
function identityOf(
  groups: readonly DigitGroup[],
  range: Found,
  tokens: readonly Token[],
): Pick<IdentityEnd, 'before' | 'after'> | undefined {
  const digits = groups.map((group) => group.digits).join('');
  if (/^\d{6}$/.test(digits)) {
    const before = insuranceLetters(range, tokens);
    return before === undefined ? undefined : { before, after: 1 };
  }
  if (!/^\d{9}$/.test(digits)) return undefined;
  const lengths = groups.map((group) => group.digits.length).join('-');
  return lengths === '3-2-4' || isNamed(range.first, tokens) ? { before: 0, after: 0 } : undefined;
}

/** Tells whether the words before a number say that it is a person's. */
function isNamed(first: number, tokens: readonly Token[]): boolean {
  const before = tokens.slice(Math.max(0, first - WORDS_BEFORE), first);
  return IDENTITY.test(before.map(({ word }) => word).join(' '));
}

/** Returns how many tokens before six digits are the letters of a national insurance number: one or two, or none. */
function insuranceLetters({ first, last }: Found, tokens: readonly Token[]): number | undefined {
  if (!SUFFIX.test(tokens[last + 1]?.word ?? '')) return undefined;
  const [far, near] = [tokens[first - 2]?.word ?? '', tokens[first - 1]?.word ?? ''];
  if (PREFIX.test(near)) return 1;
  return near.length === 1 && far.length === 1 && PREFIX.test(far + near) ? 2 : undefined;
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
