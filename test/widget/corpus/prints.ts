/** Generates the printed forms of a number: national, international, and informal. */
import type { RegionalNumber } from '../../harness/regional-numbers.ts';

/** A printed number. */
export interface Print {
  /** The form in words. */
  way: string;
  text: string;
  /** Whether it has a calling code. */
  isAbroad: boolean;
  /** Text for a parser that does not know this form; absent: the printed text. */
  plain?: (text: string) => string;
}

/** With fewer digits, a dot, a slash or a calling code without a plus means something else. */
const SHORT = 6;
/** The zero of each region's further digits. */
const OTHER_DIGITS: Readonly<Record<string, string>> = {
  AE: '٠',
  EG: '٠',
  IR: '۰',
  JP: '０',
  SA: '٠',
  TW: '０',
};

/** Returns all printed forms of a number. */
export function printsOf(number: RegionalNumber): Print[] {
  const prints = [...homePrints(number), ...abroadPrints(number)];
  const zero = OTHER_DIGITS[number.region];
  if (zero === undefined) return prints;
  return [
    ...prints,
    ...prints.map((print) => ({
      ...print,
      way: `${print.way}, in its own digits`,
      text: inDigitsFrom(zero, print.text),
    })),
  ];
}

function homePrints(number: RegionalNumber): Print[] {
  const groups = groupsOf(number.national);
  const [first = '', ...rest] = groups;
  const way = (name: string, text: string, plain?: Print['plain']): Print => ({
    way: name,
    text,
    isAbroad: false,
    ...(plain && { plain }),
  });
  const isShort = groups.join('').length <= SHORT;
  return [
    way('national', number.national),
    way('digits alone', groups.join('')),
    way('hyphens', groups.join('-')),
    way('blanks', groups.join(' ')),
    way('no-break blanks', groups.join('\u00a0')),
    way('en dashes', groups.join('–')),
    ...(isShort ? [] : [way('read out', read(groups), (text) => text.replaceAll(/[ ,]/g, ''))]),
    // Two groups with a dot are a decimal.
    ...(isShort || groups.length < 3 ? [] : [way('dots', groups.join('.'))]),
    ...(isShort || groups.length < 2
      ? []
      : [
          way('a slash', `${first}/${rest.join('')}`),
          way('brackets', `(${first}) ${rest.join(' ')}`),
          way('a closing bracket', `${first})${rest.join('-')}`, (text) => text.replace(')', ' ')),
        ]),
    ...prefixed(number, isShort),
  ];
}

/** Returns forms with the national prefix in brackets, and without it. */
function prefixed(number: RegionalNumber, isShort: boolean): Print[] {
  const prefix = prefixOf(number);
  if (prefix === '' || isShort) return [];
  const rest = groupsOf(number.international).slice(1).join(' ');
  const plain = (text: string): string => text.replaceAll(/[()]/g, '');
  return [
    { way: 'a prefix in brackets', text: `(${prefix}) ${rest}`, isAbroad: false, plain },
    { way: 'without its prefix', text: rest, isAbroad: false },
  ];
}

function abroadPrints(number: RegionalNumber): Print[] {
  const { code } = number;
  const groups = groupsOf(number.international).slice(1);
  const rest = groups.join(' ');
  const prefix = prefixOf(number);
  const way = (name: string, text: string): Print => ({ way: name, text, isAbroad: true, plain: withPlus });
  return [
    way('international', number.international),
    way('E.164', number.e164),
    way('a calling code in brackets', `(+${code}) ${rest}`),
    way('00', `00${code} ${rest}`),
    way('00 in brackets', `(00${code}) ${rest}`),
    way('plus and hyphens', `+${code}-${groups.join('-')}`),
    way('plus and dots', `+${code}.${groups.join('.')}`),
    ...(number.digits.length > SHORT ? [way('a calling code without a plus', `${code} ${rest}`)] : []),
    ...(prefix === '' ? [] : [way('plus and prefix', `+${code} (${prefix})${rest}`)]),
  ];
}

/** Returns the national prefix; empty when the national digits differ. */
export function prefixOf({ national, digits }: RegionalNumber): string {
  const home = groupsOf(national).join('');
  return home.endsWith(digits) ? home.slice(0, -digits.length) : '';
}

export function groupsOf(text: string): string[] {
  return text.split(/\D+/).filter((group) => group !== '');
}

function read(groups: readonly string[]): string {
  return groups.map((group) => Array.from(group).join(' ')).join(', ');
}

/** Converts to the form that every parser accepts: a plus, and no prefix after the calling code. */
function withPlus(text: string): string {
  return text
    .replace(/\(\d\d?\)/, '')
    .replace(/^\(?(?:00)?(?=\d)/, '+')
    .replace('(+', '+');
}

/** Converts digits of other scripts to 0 to 9. */
export function inPlainDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
}

function inDigitsFrom(zero: string, text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));
}
