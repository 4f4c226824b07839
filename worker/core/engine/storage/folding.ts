/** Folding: the form in which texts are compared, so that case, accents and compatibility forms do not matter. Pure. */

const ASCII = /^[\u0020-\u007E]*$/;
const MARKS = /\p{M}+/gu;
/** Letters of their own that have no mark to strip, as people without them on the keyboard type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ß: 'ss',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Control characters too: they separate the values of a column. */
const BLANKS = /[\s\p{Cc}]+/gu;
const WORD = /^[\p{L}\p{N}]$/u;

/**
 * `text` as it is searched and sorted: NFKD without marks, case folded, letters of their own as their nearest (`ø` as `o`),
 * runs of blanks and control characters one space. Case folding goes over upper case; both sigmas are one.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return collapse(text.toLowerCase());
  const bare = text.toWellFormed().normalize('NFKD').replace(MARKS, '');
  const cased = bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const plain = cased.normalize('NFKD').replace(MARKS, '');
  return plain
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(BLANKS, ' ')
    .trim();
}

/** Whether the character that ends before `index` is a letter or digit of any script: a word goes on at `index`. */
export function isInsideWord(text: string, index: number): boolean {
  if (index === 0) return false;
  const unit = text.charCodeAt(index - 1);
  if (unit < 0x80) return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
  const isLowHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return WORD.test(isLowHalf ? text.slice(index - 2, index) : text.charAt(index - 1));
}

function collapse(text: string): string {
  return text.includes('  ') || text.startsWith(' ') || text.endsWith(' ')
    ? text.replaceAll(/ +/g, ' ').trim()
    : text;
}
