/**
 * The building blocks of the patterns: digits, and the characters between them. The widget expands `~`, `_` and `@` in a pattern,
 * so that a plan contains them only once. Pure.
 */
import type { CountryCode } from '../../../shared/contact/numbering.ts';

/** Separators between the text nodes of a line, and at the edges of units. */
export const JOINTS = '\\0\\x01';
/** Characters without width, which editors and right-to-left pages leave in numbers. */
export const WIDTHLESS = '\\xad\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff';
/**
 * Blanks, brackets, dots, slashes, hyphens, dashes, bars, bullets and invisible marks, ASCII and Unicode: all characters except
 * letters, digits, and the signs of lists, prices, times and addresses.
 */
const MARKS =
  "'-*\\--/[-\\]{-\\x7e\\xa1-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\u05be\\u061c\\u200b-\\u206f\\u2190-\\u303f\\u30a0\\u30fb\\u30fc\\ufe00-\\ufe6f\\uff07-\\uff0f\\uff3b-\\uff3d\\uff5b-\\uff65";
/** `~`: anything or nothing. */
export const GAP = `[${JOINTS}\\s${MARKS}]*`;
/** `_`: the separator of single digits (`2 1 2, 5 5 5, 0 1 3 4`), at least a blank. */
export const SPOKEN_GAP = `[,;.]?[\\s${WIDTHLESS}-]+`;
/** `@`: a separator that is not a blank. `800 flowers` is a count of flowers, `800-flowers` is a phone number. */
export const MARK = `[${MARKS}]`;
/** Brackets, for character classes. */
const OPENING = '([\\u3010\\uff08';
const CLOSING = ')\\]\\u3011\\uff09';

/** Digits that people write, for character classes. */
export const DIGITS =
  '\\d\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u09e6-\\u09ef\\u0e50-\\u0e59\\u0ed0-\\u0ed9\\u1040-\\u1049\\u17e0-\\u17e9\\uff10-\\uff19';
/** Matches the separator of the last groups of a form: one character that is no bracket, or nothing; fails if there are letters. */
export const SEPARATOR = `^[^A-Za-z]*?([^${DIGITS}+${OPENING}${CLOSING}${JOINTS}${WIDTHLESS}]?)[${DIGITS}${JOINTS}${WIDTHLESS}]*[${DIGITS}]$`;

const KEYPAD = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

/** The zeros of further scripts. */
const ARABIC = [0x660, 0x6f0];
const FULL_WIDTH = [0xff10];
const DEVANAGARI = [0x966];
const BENGALI = [0x9e6];
const ZEROS: Partial<Record<CountryCode, readonly number[]>> = {
  ...blocks('AE AF BH EG IQ IR JO KW LB LY OM PK PS QA SA SD SY YE', ARABIC),
  ...blocks('CN HK JP KR MO TW', FULL_WIDTH),
  ...blocks('NP', DEVANAGARI),
  ...blocks('BD', BENGALI),
  ...blocks('IN', [...DEVANAGARI, ...BENGALI]),
  ...blocks('KH', [0x17e0]),
  ...blocks('LA', [0xed0]),
  ...blocks('MM', [0x1040]),
  ...blocks('TH', [0xe50]),
};

/** Placeholders in prefixes: any digit or the letter x (0xx11), or only that letter. */
const WILD: Readonly<Record<string, string>> = { x: '[xX\\d]', X: '[xX]' };

/** Builds a pattern for `digits` in all scripts of the region, with gaps. */
export function printed(digits: string, region: CountryCode | undefined, gap = '~'): string {
  return Array.from(digits, (digit) => WILD[digit] ?? oneOf(digit + inOtherDigits(digit, region))).join(gap);
}

/** Builds a pattern for the prefix of a calling code. */
export function plus(region: CountryCode | undefined): string {
  return `(?:[+\\uff0b]|${printed('0', region)}{2}|011)~`;
}

/** Builds a pattern for digits or letters. Letters after the last digit have no effect when dialled: 1-800-CONTACTS. */
export function spelled(digits: string): string {
  const slots = Array.from(digits, (digit) => {
    const letters = KEYPAD[Number(digit)];
    return letters ? `[${digit}${letters}${letters.toUpperCase()}]` : digit;
  });
  const last = KEYPAD[Number(digits.at(-1))];
  return [
    ...slots.slice(0, -1),
    last ? `(?:${digits.at(-1)}|[${last}${last.toUpperCase()}][A-Za-z]*)` : digits.at(-1),
  ].join('~');
}

/**
 * Builds a pattern for an opening bracket around the prefix or area code of a number with `length` digits: its closing bracket
 * comes too early to enclose the whole number.
 */
export function bracketAtStart(length: number): string {
  return `(?:[${OPENING}](?=[^${OPENING}${CLOSING}]{1,${Math.min(length - 1, 8)}}[${CLOSING}]))?`;
}

/** Returns the digits of a region's further scripts. */
export function scriptsOf(region: CountryCode | undefined): string[] {
  const zeros = region === undefined ? [] : (ZEROS[region] ?? []);
  return zeros.map((zero) => String.fromCharCode(...Array.from({ length: 10 }, (_, digit) => zero + digit)));
}

function inOtherDigits(digit: string, region: CountryCode | undefined): string {
  const zeros = region === undefined ? [] : (ZEROS[region] ?? []);
  return String.fromCharCode(...zeros.map((zero) => zero + Number(digit)));
}

function oneOf(characters: string): string {
  return characters.length > 1 ? `[${characters}]` : characters;
}

function blocks(regions: string, zeros: readonly number[]): Partial<Record<string, readonly number[]>> {
  return Object.fromEntries(regions.split(' ').map((region) => [region, zeros]));
}
