/** The ways in which people print a number: from abroad or from home, with a prefix or without one. Pure. */
import { type Dialling, isReadAs } from './dialling.ts';

/** A way of printing a number. */
export interface Way {
  /** Whether the calling code stands before it. */
  isAbroad: boolean;
  /**
   * What is dialled before `digits` at home; people print it after a calling code too: `+44 (0)20 7946 0100`. Its letters
   * stand for digits (slots.ts).
   */
  prefix: string;
  /** The number without prefix, as `Dialling` has it, or the other digits that it has at home. */
  digits: string;
}

/** All ways of printing `number`. */
export function waysOf(number: Dialling): Way[] {
  const { digits, home, prefixes } = number;
  const all = ['', ...prefixes].map((prefix) => ({ isAbroad: true, prefix, digits }));
  if (home === undefined) return all;
  const today = [...all, ...all.map((way) => ({ ...way, isAbroad: false })), ...otherDigitsAtHome(number)];
  return [...today, ...unknownWays(number)];
}

/** What `prefix` is when somebody dials it; 15 is one of Brazil's carriers. */
export function dialledPrefix(prefix: string): string {
  return prefix.replace(/^xx/i, '0xx').replace(/xx/i, '15');
}

/** Of a number that is another one at home: `011 15-2345-6789` is +54 9 11 2345-6789. The 0 is left out by some. */
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
 * Before Mexican numbers until 2019, when 1 was dialled to a mobile from abroad, 044 or 045 at home, and 01 to any other city.
 */
const MEXICAN = { abroad: ['1', '01'], home: ['01', '044', '045'] };
/** In Brazil 0 and a carrier's two digits, which pages leave to the caller: (0xx11), (xx11). */
const BRAZILIAN = { abroad: ['0xx', 'XX'], home: ['0xx', 'XX'] };
/** The first digit of an Argentine mobile from abroad, after which some print the 0 of the area code. */
const ARGENTINE_MOBILE = /^9(?=\d{10}$)/;

/** Ways that people go on printing, or carriers taught them, and that the numbering data does not know. */
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
