/**
 * The forms for scripts of version 0.1.0, which sites have pinned. These scripts can only write the new digits in the places of the old
 * ones. Forms that this would turn into another number are left out and stay on the page. Pure.
 */
import type { Swap } from '../choice/choose-number.ts';
import { type Dialling, diallingOf } from './dialling.ts';

/** The forms in a plan for these scripts; sources of regular expressions. */
export interface FirstForms {
  /** Matches any target in any form, case-insensitive; the matching group is the index of the swap. */
  pattern: string;
  /** Match the text before and after digits that are part of something else. */
  before: string;
  after: string;
  /**
   * Matches a link that calls, texts or chats, case-insensitive. Groups: prefix, message service within it, number, rest.
   */
  link: string;
  /**
   * For each swap: the number of the target's digits after its calling code, the new number's digits after its calling code, and
   * that code if it differs.
   */
  numbers: [length: number, digits: string, code: string][];
}

/** Separates the text nodes of a line. HTML parsers never produce it. */
const JOINT = '\\0';
/** Blanks of every width, brackets, dots, slashes, hyphens, dashes and invisible marks, ASCII and Unicode. */
const GAP = `[${JOINT}\\s()[\\]./\\xad\\xb7\\u2000-\\u206f\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]*`;
/** A sign in a gap that is no blank: `800 flowers` is a count of flowers, `800-flowers` is a phone number. */
const MARK = `[()[\\]./\\xad\\xb7\\u2010-\\u2015\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]`;
/** Characters that join digits, as in an order number or a range (0134–36). */
const TIE = `[-.,:/\\u2010-\\u2013${JOINT}]*`;
const KEYPAD = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
/** In North America the trunk prefix is the calling code. */
const NORTH_AMERICA = '1';
/** Thousands with dots, unlike any number there. */
const THOUSANDS = '(?!\\d\\.\\d{3}\\.\\d{3}\\.\\d{3}(?!\\d))';
/** Signs of currencies, narrow and wide. */
const CURRENCY = '[$£¥\\u20a0-\\u20cf\\uff04]';

/** Text before a form that excludes it: a word, a price, an order number, an address, or another calling code. */
const BEFORE = `(\\w|([#@=&%+~]|${CURRENCY}\\s?|\\w${JOINT}?[-/]|\\d${TIE})${JOINT}?|(\\+|[^\\w:-]00|[^\\w:-]011|^00|^011)${GAP}\\d{1,3}${GAP})$`;
/** Text after a form that excludes it; an extension does not. */
const AFTER = `^(?!x\\W?\\d|ext)(\\w|${JOINT}?([@=%]|[-./]${JOINT}?\\w|\\s?${CURRENCY})|${TIE}\\d)`;

/** Schemes and services, and their paths before the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';
const LINK = `^(\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)([^?;&,]*)(.*)`;

/** Builds the forms of all targets of `swaps`. */
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
  // With another calling code, a bracket that closes after it would lose its opening.
  const afterCode = old.code === next.code ? GAP : '[\\s./-]*';
  const abroad = `(?:(?:\\+|00|011)${GAP})?${code}${afterCode}`;
  const isAlike = old.code !== next.code || (old.prefix === next.prefix && old.prefix !== undefined);
  const trunks = prefixes.map((prefix) => `${Array.from(prefix).join(GAP)}${GAP}`);
  if (!isAlike) return digitsAfter(abroad, old, true);
  return digitsAfter([`${abroad}(?:0${GAP})?`, ...trunks].join('|'), old, false);
}

/** Builds the pattern of the digits after a prefix. @param isNeeded whether the prefix is required */
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
