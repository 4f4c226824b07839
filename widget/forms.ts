/**
 * The printed forms of a phone number: finds them in a text and turns them into the same form of another number.
 * Pure: texts in, texts out.
 */

/** A number that stands on the pages and the number that this visit sees in its place, both E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether the new number takes messages, so that `sms:` and WhatsApp links may lead to it. */
  sms: boolean;
}

/** What `compile` makes of the swaps of a plan. */
export interface Forms {
  _swaps: readonly Swap[];
  /** Matches the digits of any target in any form; the group that is there tells which. */
  _pattern: RegExp;
}

/** Where a form stands in a text: from its prefix to its last character. */
export interface Occurrence {
  _start: number;
  _end: number;
  /** Where the digits stand that follow the calling code or the trunk prefix. */
  _slots: number[];
  _swap: Swap;
}

/** Stands between the text nodes of one line; no parser lets it into a page. */
export const JOINT = '\0';

/** Blanks of every width, brackets, dots, slashes, hyphens, dashes and invisible marks, ASCII and Unicode. */
const GAP = `[${JOINT}\\s()[\\]./\\xad\\xb7\\u2000-\\u206f\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]*`;
const LETTER = /[a-z]/i;
const KEYPAD = ',,abc,def,ghi,jkl,mno,pqrs,tuv,wxyz'.split(',');
/** The calling codes of ITU-T E.164 have one, two or three digits; the rest of the number follows. */
const NUMBER = /(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(.*)/;
/** What joins digits to one run, as in an order number. */
const TIE = `[-.,:/\\u2010\\u2011${JOINT}]*`;
/** What makes the digits that follow a part of something else: a word, a price, an order number, another country. */
const BEFORE = new RegExp(
  `(\\w|([#@=&%+~]|[$£€¥]\\s?|\\w${JOINT}?[-/]|\\d${TIE})${JOINT}?|(\\+|\\b00|\\b011)${GAP}\\d{1,3}${GAP})$`,
);
/** The same on the right; an extension is no such thing. */
const AFTER = new RegExp(
  `^(?!x\\W?\\d|ext)(\\w|${JOINT}?([@=]|[-./]${JOINT}?\\w|\\s?[$£€¥%])|${TIE}\\d)`,
  'i',
);

/** The calling code of an E.164 number, and the digits after it. */
const split = (number: string): [string, string] =>
  (NUMBER.exec(number) as string[]).slice(1) as [string, string];

/** Makes the one pattern of all swaps. */
export function compile(swaps: readonly Swap[]): Forms {
  const alternatives = swaps.map(({ from }) => {
    const [code, digits] = split(from);
    const trunk = code === '7' ? 8 : 0;
    // A vanity number spells its last digits; its area code stays in digits.
    const slots = digits.replace(/./g, (digit, at) => `[${digit}${at > 2 ? KEYPAD[+digit] : ''}]${GAP}`);
    return `((?:(?:(?:\\+|00|011)${GAP})?${code}${GAP}(?:0${GAP})?|${trunk}${GAP})?${slots.slice(0, -GAP.length)})`;
  });
  return { _swaps: swaps, _pattern: RegExp(alternatives.join('|') || '(?!)', 'gi') };
}

/** The forms that stand in `text` as numbers of their own, from left to right. */
export function find({ _swaps, _pattern }: Forms, text: string): Occurrence[] {
  const found: Occurrence[] = [];
  let match;
  _pattern.lastIndex = 0;
  while ((match = _pattern.exec(text))) {
    const start = match.index;
    let end = _pattern.lastIndex;
    const swap = _swaps[match.indexOf(match[0], 1) - 1] as Swap;
    const slots: number[] = [];
    for (let at = end; slots.length < split(swap.from)[1].length;) {
      if (/\w/.test(text[--at] as string)) slots.unshift(at);
    }
    // Letters past the last digit are dialled in vain: 1-800-CONTACTS.
    if (LETTER.test(text[end - 1] as string)) while (LETTER.test(text[end] || '')) end++;
    if (
      BEFORE.test(text.slice(start > 20 ? start - 20 : 0, start)) ||
      AFTER.test(text.slice(end, end + 20))
    ) {
      _pattern.lastIndex = start + 1;
    } else {
      found.push({ _start: start, _end: end, _slots: slots, _swap: swap });
    }
  }
  return found;
}

/**
 * Turns a form into the same form of the new number: its digits go where the old ones stood. A number of another
 * country comes with its calling code.
 * @param characters of the text; each may become several, or none
 * @param plus what the calling code starts with, and `blank` what follows it
 */
export function pour(
  characters: string[],
  { _start, _end, _slots, _swap }: Occurrence,
  plus = '+',
  blank = ' ',
): void {
  const [code, digits] = split(_swap.to);
  const letter = _slots.findIndex((slot) => LETTER.test(characters[slot] as string));
  const last = letter < 0 ? Math.min(_slots.length, digits.length) - 1 : letter;
  const put = (start: number, end: number, text: string): void => {
    for (let at = start; at < end; at++) {
      if (characters[at] !== JOINT) characters[at] = '';
    }
    characters[start] = text;
  };
  // A longer number goes on after the last slot, a shorter one ends early; a word becomes digits in groups.
  _slots.forEach((slot, at) => {
    if (at < last) characters[slot] = digits[at] as string;
  });
  put(_slots[last] as number, _end, digits.slice(last).replace(/^(...)(....)$/, '$1-$2'));
  if (code !== split(_swap.from)[0]) {
    const first = _slots[0] as number;
    const digit = characters[first] as string;
    put(_start, first, '');
    characters[first] = plus + code + blank + digit;
  }
}

/** `text` with every target in it swapped. */
export function swapText(forms: Forms, text: string): string {
  const characters = text.split('');
  find(forms, text).forEach((occurrence) => pour(characters, occurrence));
  return characters.join('');
}
