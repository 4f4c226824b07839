/** How a number is dialled at home and from abroad, by libphonenumber's full metadata. Pure. */
import {
  type CountryCode,
  Metadata,
  parsePhoneNumber,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Prefixes that people put before a national number, where the numbering plan knows them: 0 nearly everywhere. */
const PREFIXES = ['0', '8', '80', '06', '1'];
/** Kinds of numbers that belong to a person or a place; the others are sold for the words that they spell. */
const PERSONAL: ReadonlySet<string | undefined> = new Set(['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** In North America people spell numbers of every kind, and the prefix is the calling code. */
const NORTH_AMERICA = '1';

/** Dutch municipalities print 14 020, of which the numbering data does not know the groups. */
const MUNICIPALITY = /^14(?=\d{3,4}$)/;

/** A number as it is dialled. */
export interface Dialling {
  e164: string;
  /** Calling code. */
  code: string;
  /** What follows the calling code. */
  digits: string;
  region: CountryCode | undefined;
  /** As dialled and grouped at home: `020 7946 0100`; undefined when it belongs to no country. */
  home: string | undefined;
  /** As dialled and grouped from anywhere: `+44 20 7946 0100`. */
  world: string;
  /**
   * What is dialled before `digits` at home, `0` or `` for instance; undefined when the whole number is another one there,
   * as an Argentine mobile's is.
   */
  prefix: string | undefined;
  /** All prefixes with which the number is understood at home, beside none. */
  prefixes: readonly string[];
  /** Whether a number of this country may have more digits. */
  mayBeLonger: boolean;
  /** Whether people print letters in its place. */
  isSpelled: boolean;
}

/** How `number` (E.164) is dialled. */
export function diallingOf(number: string): Dialling {
  const phone = parsePhoneNumber(number);
  const { countryCallingCode: code, nationalNumber: digits, country: region } = phone;
  const home = phone.isNonGeographic() ? undefined : homeOf(phone);
  const dialled = home?.replaceAll(' ', '');
  return {
    e164: phone.number,
    code,
    digits,
    region,
    home,
    world: groupsOf(phone.formatInternational()),
    prefix: dialled?.endsWith(digits) ? dialled.slice(0, -digits.length) : undefined,
    prefixes:
      home === undefined ? [] : PREFIXES.filter((prefix) => prefix !== code && reads(prefix + digits, phone)),
    mayBeLonger: longestOf(phone) > digits.length,
    isSpelled: code === NORTH_AMERICA || !PERSONAL.has(phone.getType()),
  };
}

/** Whether `text`, printed where `place` is at home, leads to `number`. */
export function isReadAs(text: string, number: Dialling, place: Dialling): boolean {
  return read(text, place.region ?? { defaultCallingCode: place.code }) === number.e164;
}

function reads(text: string, phone: PhoneNumber): boolean {
  return read(text, phone.country ?? { defaultCallingCode: phone.countryCallingCode }) === phone.number;
}

function read(text: string, place: CountryCode | { defaultCallingCode: string }): string | undefined {
  return parsePhoneNumberFromString(text, place)?.number;
}

/** For a number that the plan does not know, and so cannot group, the prefix that its country's numbers have. */
function homeOf(phone: PhoneNumber): string {
  const printed = groupsOf(phone.formatNational());
  const home = phone.country === 'NL' ? printed.replace(MUNICIPALITY, '14 ') : printed;
  const isUnknown = home === phone.nationalNumber && !phone.isValid();
  return isUnknown && reads(`0${home}`, phone) ? `0${home}` : home;
}

/** The groups of a formatted number, with a blank between. */
function groupsOf(formatted: string): string {
  return formatted.replaceAll(/[^\d+]+/g, ' ').trim();
}

/** Digits of the longest numbers that there are in the number's country. */
function longestOf(phone: PhoneNumber): number {
  const region = phone.country ?? phone.getPossibleCountries()[0];
  if (region === undefined) return 0;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(region);
  return Math.max(...(metadata.numberingPlan?.possibleLengths() ?? [0]));
}
