/** Folding: the form in which texts are compared, so that case, accents and compatibility forms do not matter. Pure. */

const ASCII = /^[\u0020-\u007E]*$/;
const MARKS = /\p{M}+/gu;
/** Control characters too: they separate the values of a column. */
const BLANKS = /[\s\p{Cc}]+/gu;
const WORD = /^[\p{L}\p{N}]$/u;

/**
 * `text` as it is searched and sorted: NFKD without marks, case folded, runs of blanks and control characters one space.
 * Case folding goes over upper case, which takes `ß` to `ss`; both sigmas are one.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return collapse(text.toLowerCase());
  const bare = text.toWellFormed().normalize('NFKD').replace(MARKS, '');
  const cased = bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return cased.normalize('NFKD').replace(MARKS, '').replace(BLANKS, ' ').trim();
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
