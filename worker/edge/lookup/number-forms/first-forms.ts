/**
 * The forms as scripts of version 0.1.0 understand them, which sites have pinned: they know one way of writing a number,
 * in the slots of the old one. What that would turn into another number is left out, and stays on the page. Pure.
 */
import type { Swap } from '../choice/choose-number.ts';
import { type Dialling, diallingOf } from './dialling.ts';

/** How these scripts find the numbers and write the new ones; sources of regular expressions. */
export interface FirstForms {
  /** Any target in any form, case-insensitive; the group that matched tells which of the swaps it is. */
  pattern: string;
  /** Ends what stands before digits that are a part of something else, and after them. */
  before: string;
  after: string;
  /**
   * A link that dials, texts or chats, case-insensitive: what stands before the number, within that the scheme or service
   * of those that need a number which takes messages, the number, the rest.
   */
  link: string;
  /**
   * For each swap how many digits of the target follow its calling code, the new number's digits after its calling
   * code, and that code when it is another one.
   */
  numbers: [length: number, digits: string, code: string][];
}

/** Stands between the text nodes of one line; no parser lets it into a page. */
const JOINT = '\\0';
/** Blanks of every width, brackets, dots, slashes, hyphens, dashes and invisible marks, ASCII and Unicode. */
const GAP = `[${JOINT}\\s()[\\]./\\xad\\xb7\\u2000-\\u206f\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]*`;
/** A sign in a gap that is no blank: `800 flowers` is a count of flowers, `800-flowers` is a phone number. */
const MARK = `[()[\\]./\\xad\\xb7\\u2010-\\u2015\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]`;
/** What joins digits to one run, as in an order number or a range (0134–36). */
const TIE = `[-.,:/\\u2010-\\u2013${JOINT}]*`;
const KEYPAD = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
/** In North America the trunk prefix is the calling code, and nothing is put before the area code. */
const NORTH_AMERICA = '1';
/** Thousands with dots between them, which no number there is printed like. */
const THOUSANDS = '(?!\\d\\.\\d{3}\\.\\d{3}\\.\\d{3}(?!\\d))';
/** Signs of currencies, narrow and wide. */
const CURRENCY = '[$£¥\\u20a0-\\u20cf\\uff04]';

/** A word, a price, an order number, an address, or the calling code of another country. */
const BEFORE = `(\\w|([#@=&%+~]|${CURRENCY}\\s?|\\w${JOINT}?[-/]|\\d${TIE})${JOINT}?|(\\+|[^\\w:-]00|[^\\w:-]011|^00|^011)${GAP}\\d{1,3}${GAP})$`;
/** The same on the right; an extension is no such thing. */
const AFTER = `^(?!x\\W?\\d|ext)(\\w|${JOINT}?([@=%]|[-./]${JOINT}?\\w|\\s?${CURRENCY})|${TIE}\\d)`;

/** Schemes and services, and what they put between their name and the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';
const LINK = `^(\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)([^?;&,]*)(.*)`;

/** The forms of all targets of `swaps`. */
export function firstForms(swaps: readonly Swap[]): FirstForms {
  const numbers = swaps.map(({ from, to }) => [diallingOf(from), diallingOf(to)] as const);
  return {
    pattern: numbers.map(([old, next]) => `(${patternOf(old, next)})`).join('|') || '(?!)',
    before: BEFORE,
    after: AFTER,
    link: LINK,
    numbers: numbers.map(([old, next]) => [
      old.digits.length,
      next.digits,
      next.code === old.code ? '' : next.code,
    ]),
  };
}

/**
 * `+44 (0)20 ...`, `0044 20 ...`, `020 ...`, `20 ...`: a prefix or none, then the digits with anything between. A vanity
 * number spells its last digits; its area code stays in digits. Letters that follow at once want a prefix before it
 * or more than a blank between.
 */
function patternOf(old: Dialling, next: Dialling): string {
  const { code, prefixes } = old;
  // A bracket that closes behind the calling code would lose its beginning, were the code another one.
  const afterCode = old.code === next.code ? GAP : '[\\s./-]*';
  const abroad = `(?:(?:\\+|00|011)${GAP})?${code}${afterCode}`;
  const isAlike = old.code !== next.code || (old.prefix === next.prefix && old.prefix !== undefined);
  const trunks = prefixes.map((prefix) => `${Array.from(prefix).join(GAP)}${GAP}`);
  if (!isAlike) return digitsAfter(abroad, old, true);
  return digitsAfter([`${abroad}(?:0${GAP})?`, ...trunks].join('|'), old, false);
}

/** @param isNeeded whether the number is looked for after what stands before it only */
function digitsAfter(prefix: string, { code, digits }: Dialling, isNeeded: boolean): string {
  const [first = '', second = '', third = '', next = '', ...rest] = Array.from(digits);
  const area = [first, second, third].join(GAP);
  const spelled = isNeeded
    ? '(?!)'
    : `(?:(?:${prefix})${area}${GAP}|${area}[\\s${JOINT}]*${MARK}${GAP})${slotOf(next)}`;
  const start = `(?:${spelled}|(?:${prefix})${isNeeded ? '' : '?'}${area}${GAP}${next})`;
  return (code === NORTH_AMERICA ? THOUSANDS : '') + [start, ...rest.map(slotOf)].join(GAP);
}

function slotOf(digit: string): string {
  return `[${digit}${KEYPAD[Number(digit)]}]`;
}
