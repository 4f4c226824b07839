/**
 * What a page has to look for, and what it has to leave alone: the printed forms of the numbers that are swapped, as
 * regular expressions that the widget runs. They come with the plan and not with the script, so that a site which
 * pinned the script by its hash still learns new forms, and the numbering plans stay here with libphonenumber. Pure.
 */
import { parsePhoneNumber } from 'libphonenumber-js';
import type { Swap } from './choose-number.ts';

/** How the widget finds the numbers of a plan and writes the new ones; sources of regular expressions. */
export interface NumberForms {
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
/** What is no blank in a gap: `800 flowers` are a great many flowers, `800-flowers` is a number. */
const MARK = `[()[\\]./\\xad\\xb7\\u2010-\\u2015\\u2212-\\u2219\\u30fb\\uff08-\\uff0f-]`;
/** What joins digits to one run, as in an order number or a range (0134–36). */
const TIE = `[-.,:/\\u2010-\\u2013${JOINT}]*`;
const KEYPAD = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
/** Dialled before the area code within a country: 0 nearly everywhere, 8 in Russia and Kazakhstan. */
const TRUNK = '0';
const TRUNKS: Record<string, string> = { '7': '8' };
/** In North America the trunk prefix is the calling code, and nothing is put before the area code. */
const NORTH_AMERICA = '1';
/** Thousands with dots between them, which no number there is printed like. */
const THOUSANDS = '(?!\\d\\.\\d{3}\\.\\d{3}\\.\\d{3}(?!\\d))';
/** Signs of currencies, narrow and wide. */
const CURRENCY = '[$£¥\\u20a0-\\u20cf\\uff04]';

/** A word, a price, an order number, an address, or the calling code of another country. */
const BEFORE = `(\\w|([#@=&%+~]|${CURRENCY}\\s?|\\w${JOINT}?[-/]|\\d${TIE})${JOINT}?|(\\+|\\b00|\\b011)${GAP}\\d{1,3}${GAP})$`;
/** The same on the right; an extension is no such thing. */
const AFTER = `^(?!x\\W?\\d|ext)(\\w|${JOINT}?([@=%]|[-./]${JOINT}?\\w|\\s?${CURRENCY})|${TIE}\\d)`;

/** Schemes and services, and what they put between their name and the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';
const LINK = `^(\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)([^?;&,]*)(.*)`;

/** The forms of all targets of `swaps`. */
export function numberForms(swaps: readonly Swap[]): NumberForms {
  return {
    pattern: swaps.map(({ from }) => `(${patternOf(from)})`).join('|') || '(?!)',
    before: BEFORE,
    after: AFTER,
    link: LINK,
    numbers: swaps.map(({ from, to }) => {
      const old = parsePhoneNumber(from);
      const { countryCallingCode: code, nationalNumber: digits } = parsePhoneNumber(to);
      return [old.nationalNumber.length, digits, code === old.countryCallingCode ? '' : code];
    }),
  };
}

/**
 * `+44 (0)20 ...`, `0044 20 ...`, `020 ...`, `20 ...`: a prefix or none, then the digits with anything between. A vanity
 * number spells its last digits; its area code stays in digits. Letters that follow that at once want a prefix before it
 * or more than a blank between.
 */
function patternOf(number: string): string {
  const { countryCallingCode: code, nationalNumber } = parsePhoneNumber(number);
  const prefix =
    code === NORTH_AMERICA
      ? `(?:(?:\\+|00|011)${GAP})?${code}${GAP}`
      : `(?:(?:\\+|00|011)${GAP})?${code}${GAP}(?:0${GAP})?|${TRUNKS[code] ?? TRUNK}${GAP}`;
  const [first = '', second = '', third = '', next = '', ...rest] = Array.from(nationalNumber);
  const area = [first, second, third].join(GAP);
  const spelled = `(?:(?:${prefix})${area}${GAP}|${area}[\\s${JOINT}]*${MARK}${GAP})${slotOf(next)}`;
  const start = `(?:${spelled}|(?:${prefix})?${area}${GAP}${next})`;
  return (code === NORTH_AMERICA ? THOUSANDS : '') + [start, ...rest.map(slotOf)].join(GAP);
}

function slotOf(digit: string): string {
  return `[${digit}${KEYPAD[Number(digit)]}]`;
}
