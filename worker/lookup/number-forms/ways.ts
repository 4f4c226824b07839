/** The ways in which people print a number: from abroad or from home, with a prefix or without one. Pure. */
import { type Dialling, isReadAs } from './dialling.ts';

/** A way of printing a number. */
export interface Way {
  /** Whether the calling code stands before it. */
  isAbroad: boolean;
  /** What is dialled before `digits` at home; people print it after a calling code too: `+44 (0)20 7946 0100`. */
  prefix: string;
  /** The number without prefix, as `Dialling` has it, or the other digits that it has at home. */
  digits: string;
}

/** All ways of printing `number`. */
export function waysOf(number: Dialling): Way[] {
  const { digits, home, prefixes } = number;
  const all = ['', ...prefixes].map((prefix) => ({ isAbroad: true, prefix, digits }));
  if (home === undefined) return all;
  return [...all, ...all.map((way) => ({ ...way, isAbroad: false })), ...otherDigitsAtHome(number)];
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
