/**
 * Refuses passwords that are guessed first (NIST SP 800-63B, 3.1.1.2): common ones, sequences, and the words that everybody knows of the
 * person, such as the address and the company. Pure.
 */
import { problemOfFaults } from '../../shared/http/problems.ts';
import { COMMON_WORDS } from './common-passwords.ts';

/** Digits and signs around a word that make no difference to those who guess. */
const MOST_AROUND = 6;
/** Digits alone that are a date, a phone number or a PIN. */
const MOST_DIGITS = 10;
/** A text that is repeated is as good as the text once. */
const LEAST_UNREPEATED = 5;
/** Shorter words of names and addresses are part of too much. */
const LEAST_WORD = 3;
/** Rows of keyboards, and their columns. */
const ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const LETTER = /\p{L}/u;
/** Signs that people write for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Tells whether a password is among the first that are tried at any account. */
export function isGuessable(password: string): boolean {
  return isGuessed(foldText(password), COMMON_WORDS);
}

/**
 * Refuses a password that consists of what everybody knows of the person.
 * @param known the address, the name, the company
 * @param pointer the member with the password
 * @throws Problem `invalid_parameter`
 */
export function refuseOwnWords(
  password: string | undefined,
  known: readonly string[],
  pointer = '/password',
): void {
  if (password === undefined || !isGuessed(foldText(password), new Set(known.flatMap(wordsOf)))) return;
  const detail =
    'Others would guess this: it is your address, your name or your company. Choose another one.';
  throw problemOfFaults([{ pointer, code: 'invalid_parameter', detail }]);
}

function isGuessed(text: string, words: ReadonlySet<string>): boolean {
  const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (/^\d*$/.test(plain) && plain.length <= MOST_DIGITS) return true;
  if (isSequence(plain) || ROWS.some((row) => row.includes(plain) || reversed(row).includes(plain)))
    return true;
  if (unrepeated(plain).length < LEAST_UNREPEATED) return true;
  return coresOf(text).some((core) => words.has(core) || words.has(unrepeated(core)));
}

/** Returns what may be the word in a password, without the digits and signs around it. */
function coresOf(text: string): string[] {
  let first = 0;
  while (first < text.length && !LETTER.test(text.charAt(first))) first += 1;
  let last = text.length;
  while (last > first && !LETTER.test(text.charAt(last - 1))) last -= 1;
  const found = [text, text.slice(0, last), text.slice(first), text.slice(first, last)].filter(
    (each) => text.length - each.length <= MOST_AROUND,
  );
  return [...found, ...found.map(unmasked)].map((each) => each.replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

/** Returns `password` for `p@ssw0rd`. */
function unmasked(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign);
}

/** Tells whether each character follows on the one before: `12345678`, `hgfedcba`, `aaaaaaaa`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [-1, 0, 1].some((step) => steps.has(step));
}

/** Returns `abc` for `abcabcabc`. */
function unrepeated(text: string): string {
  const sizes = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  const size = sizes.find((each) => text.slice(0, each).repeat(text.length / each) === text);
  return size === undefined ? text : text.slice(0, size);
}

/** Removes accents and capitals. */
function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** Returns the words of a text that somebody would make a password of: all together, and each alone. */
function wordsOf(text: string): string[] {
  const folded = foldText(text);
  const words = folded.split(/[^\p{L}\p{N}]+/u);
  return [words.join(''), folded.split('@')[0]?.replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '', ...words].filter(
    (word) => word.length >= LEAST_WORD,
  );
}
