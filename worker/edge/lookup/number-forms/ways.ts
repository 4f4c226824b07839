/** Lists the ways of printing a number: international or national, with or without prefix. Pure. */
import { type Dialling, isReadAs } from './dialling.ts';

/** A way of printing a number. */
export interface Way {
  /** Whether it has the calling code. */
  isAbroad: boolean;
  /**
   * The national prefix, which is also printed after a calling code: `+44 (0)20 7946 0100`. Its letters are placeholders for digits
   * (slots.ts).
   */
  prefix: string;
  /** The digits of `Dialling`, or the number's different national digits. */
  digits: string;
}

/** Returns all ways of printing `number`. */
export function waysOf(number: Dialling): Way[] {
  const { digits, home, prefixes } = number;
  const all = ['', ...prefixes].map((prefix) => ({ isAbroad: true, prefix, digits }));
  if (home === undefined) return all;
  const today = [...all, ...all.map((way) => ({ ...way, isAbroad: false })), ...otherDigitsAtHome(number)];
  return [...today, ...unknownWays(number)];
}

/** Replaces the placeholders in `prefix` by digits; 15 is a Brazilian carrier. */
export function dialledPrefix(prefix: string): string {
  return prefix.replace(/^xx/i, '0xx').replace(/xx/i, '15');
}

/** Returns the ways for different national digits: `011 15-2345-6789` is +54 9 11 2345-6789. Some omit the 0. */
function otherDigitsAtHome(number: Dialling): Way[] {
  if (number.prefix !== undefined || number.home === undefined) return [];
  const whole = number.home.replaceAll(' ', '');
  const bare = whole.replace(/^0/, '');
  const ways: Way[] = [
    { isAbroad: false, prefix: '', digits: whole },
    { isAbroad: false, prefix: '', digits: bare },
    { isAbroad: true, prefix: '', digits: bare },
  ];
  return ways.filter(({ isAbroad, digits }) =>
    isReadAs(isAbroad ? `+${number.code}${digits}` : digits, number, number),
  );
}

/**
 * Mexican prefixes until 2019: 1 for mobiles from abroad, 044 or 045 for mobiles within Mexico, and 01 for other cities.
 */
const MEXICAN = { abroad: ['1', '01'], home: ['01', '044', '045'] };
/** Brazilian prefixes: 0 and a carrier's two digits, for which pages print placeholders: (0xx11), (xx11). */
const BRAZILIAN = { abroad: ['0xx', 'XX'], home: ['0xx', 'XX'] };
/** The first digit of Argentine mobiles in international format, after which some print the area code's 0. */
const ARGENTINE_MOBILE = /^9(?=\d{10}$)/;

/** Returns ways that are still printed but missing in the numbering data. */
function unknownWays({ digits, region, home = '' }: Dialling): Way[] {
  if (region === 'AR' && ARGENTINE_MOBILE.test(digits)) {
    const withZero = [digits.replace(ARGENTINE_MOBILE, '90'), home.replaceAll(' ', '')];
    return withZero.map((digits) => ({ isAbroad: true, prefix: '', digits }));
  }
  const { abroad, home: atHome } = { MX: MEXICAN, BR: BRAZILIAN }[String(region)] ?? { abroad: [], home: [] };
  return [
    ...abroad.map((prefix) => ({ isAbroad: true, prefix, digits })),
    ...atHome.map((prefix) => ({ isAbroad: false, prefix, digits })),
  ];
}
