/** Finds how a number is dialled in its country and from abroad, by libphonenumber's full metadata. Pure. */
import {
  type CountryCode,
  Metadata,
  parsePhoneNumber,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from '../../../shared/contact/numbering.ts';

/** Possible national prefixes, used if the numbering plan accepts them: 0 nearly everywhere. */
const PREFIXES = ['0', '8', '80', '06', '1'];
/** Types of personal numbers; other types may be vanity numbers. */
const PERSONAL: ReadonlySet<string | undefined> = new Set(['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** In North America numbers of all types are spelled, and the prefix is the calling code. */
const NORTH_AMERICA = '1';

/** Dutch municipalities print 14 020, whose groups are not in the numbering data. */
const MUNICIPALITY = /^14(?=\d{3,4}$)/;

/** The ways of dialling a number. */
export interface Dialling {
  e164: string;
  /** Calling code. */
  code: string;
  /** The digits after the calling code. */
  digits: string;
  region: CountryCode | undefined;
  /** National format: `020 7946 0100`; undefined when it belongs to no country. */
  home: string | undefined;
  /** International format: `+44 20 7946 0100`. */
  world: string;
  /**
   * The national prefix before `digits`, for instance `0` or ``; undefined when the whole national number differs, as for Argentine
   * mobiles.
   */
  prefix: string | undefined;
  /** All national prefixes that work for the number, besides none. */
  prefixes: readonly string[];
  /** Whether numbers of this country may have more digits. */
  mayBeLonger: boolean;
  /** Whether the number may be printed in letters. */
  isSpelled: boolean;
}

/** Finds how `number` (E.164) is dialled. */
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

/** Tells whether `text`, dialled in the country of `place`, reaches `number`. */
export function isReadAs(text: string, number: Dialling, place: Dialling): boolean {
  return read(text, place.region ?? { defaultCallingCode: place.code }) === number.e164;
}

function reads(text: string, phone: PhoneNumber): boolean {
  return read(text, phone.country ?? { defaultCallingCode: phone.countryCallingCode }) === phone.number;
}

function read(text: string, place: CountryCode | { defaultCallingCode: string }): string | undefined {
  return parsePhoneNumberFromString(text, place)?.number;
}

/** Returns the national format; for a number not in the plan, which has no groups, with its country's prefix. */
function homeOf(phone: PhoneNumber): string {
  const printed = groupsOf(phone.formatNational());
  const home = phone.country === 'NL' ? printed.replace(MUNICIPALITY, '14 ') : printed;
  const isUnknown = home === phone.nationalNumber && !phone.isValid();
  return isUnknown && reads(`0${home}`, phone) ? `0${home}` : home;
}

/** Returns the groups of a formatted number, separated by blanks. */
function groupsOf(formatted: string): string {
  return formatted.replaceAll(/[^\d+]+/g, ' ').trim();
}

/** Returns the length of the longest numbers in the number's country. */
function longestOf(phone: PhoneNumber): number {
  const region = phone.country ?? phone.getPossibleCountries()[0];
  if (region === undefined) return 0;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(region);
  return Math.max(...(metadata.numberingPlan?.possibleLengths() ?? [0]));
}
