/** Reads, checks and formats phone numbers. They are stored and compared in E.164. Pure. */
import {
  type CountryCode,
  getCountries,
  isPossiblePhoneNumber,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type PhoneNumber as ParsedNumber,
} from './numbering.ts';
import * as v from 'valibot';
import { coded } from '../http/input.ts';
import { formsOf } from './former-numbers.ts';

const regions = new Set<string>(getCountries());

/** A longer text is refused unread: a part of it could be another number. */
const MAX_PHONE_LENGTH = 100;

/**
 * Company and VoIP numbers in Benin, which kept eight digits when the country's other numbers got ten.
 * libphonenumber's data of September 2026 still had them; that of November does not.
 */
const MISSING_IN_DATA = /^\+2298[15]\d{6}$/;

/** A number with country code but no plus. Shorter ones are short codes and local numbers. */
const WITHOUT_PLUS = /^[1-9](?:[\s().-]*\d){8,18}$/;
/** A number with a plus is kept as it came, though its country's numbering data may not have it (any more). */
const AS_IT_CAME = /^\+[1-9]\d{6,14}$/;
/** A whole number, with separators. */
const WRITTEN = /^\+[\d\s().\-/]+$/;
/** What Mexicans dialled before a number until 2019. */
const FORMER_PREFIX: Readonly<Record<string, RegExp>> = { MX: /^\D*0(?:1|4[45])\D*(?=[2-9])/ };

/** A phone number in E.164, and its extension if it has one. */
export interface PhoneNumber {
  phone: string;
  extension?: string;
}

/**
 * Reads a phone number in any usual notation. Possible numbers pass as well as assigned ones: test numbers and new
 * ranges must work. One with a plus passes as it came, and one that its country has changed becomes the present one.
 * @param region ISO 3166-1 alpha-2; the country of a number without a country code
 * @returns undefined when the text is not a possible phone number
 */
export function readPhone(text: string, region: string): PhoneNumber | undefined {
  const plain = plainOf(text);
  const parsed = parsePlain(plain, region);
  const phone = parsed?.isPossible() === true ? parsed.number : oddNumber(plain, parsed, region);
  return phone === undefined
    ? undefined
    : { phone, ...(parsed?.ext === undefined ? {} : { extension: parsed.ext }) };
}

/** Reads a number that no present numbering data has: with a plus as it came, or one that its country has changed. */
function oddNumber(plain: string, parsed: ParsedNumber | undefined, region: string): string | undefined {
  if (plain.startsWith('+')) {
    const digits = parsed?.number ?? (WRITTEN.test(plain) ? `+${plain.replaceAll(/\D/g, '')}` : '');
    return AS_IT_CAME.test(digits) ? digits : undefined;
  }
  const former = FORMER_PREFIX[region];
  const national = former === undefined ? parsed : parsePlain(plain.replace(former, ''), region);
  const [present] = formsOf(national?.number ?? '');
  return present !== undefined && isE164(present) ? present : undefined;
}

/**
 * Reads a number that a phone system sent. Some systems omit the plus, others send national numbers, so digits alone may
 * mean two numbers. Tries in this order: valid in the region, valid with a plus, possible in the region.
 * @param region ISO 3166-1 alpha-2: the company's country
 * @returns E.164, or a number with a plus as it came; undefined when the text is not a possible phone number
 */
export function readSentPhone(text: string, region: string): string | undefined {
  const plain = plainOf(text);
  if (isWithheld(plain)) return undefined;
  if (WRITTEN.test(plain)) {
    const phone = `+${plain.replaceAll(/\D/g, '')}`;
    return AS_IT_CAME.test(phone) || isE164(phone) ? phone : undefined;
  }
  return readWithoutPlus(plain, region);
}

function readWithoutPlus(plain: string, region: string): string | undefined {
  const atHome = parsePlain(plain, region);
  const isAbroad = atHome?.isValid() !== true && WITHOUT_PLUS.test(plain);
  const abroad = isAbroad ? parsePlain(`+${plain}`, region)?.number : undefined;
  if (abroad !== undefined && formsOf(abroad).some(isValidPhone)) return abroad;
  if (atHome?.isPossible() === true && E164.test(atHome.number)) return atHome.number;
  return oddNumber(plain, atHome, region);
}

/** Values for a withheld number: words, and the same words on a phone's keypad (Twilio, "Anonymous"). */
const WITHHELD = new Set([
  '',
  'anonymous',
  'blocked',
  'no caller id',
  'private',
  'restricted',
  'unavailable',
  'unknown',
  'withheld',
  '+266696687',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
  '+464',
]);

/** Tells whether a text that a phone system sent means a withheld number. */
export function isWithheld(text: string): boolean {
  return WITHHELD.has(text.toLowerCase());
}

/** Returns a text without what people paste along: marks of direction, `tel:`; `00` is a plus. Nothing of one that is too long. */
function plainOf(text: string): string {
  if (text.length > MAX_PHONE_LENGTH) return '';
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replace(/^00[\s().-]*(?=[1-9])/, '+');
}

/** Parses a phone number without checking that it is possible. */
function parsePlain(plain: string, region: string): ParsedNumber | undefined {
  return parsePhoneNumberFromString(plain, { defaultCountry: region as CountryCode, extract: false });
}

/** The shape of numbers in E.164. The numbering data has shorter and longer ones than ITU-T E.164 allows. */
export const E164: RegExp = /^\+[1-9]\d{3,18}$/;

/** Tells whether `text` is a possible number in E.164, by the lengths in its country's numbering data. */
export function isE164(text: string): boolean {
  return E164.test(text) && (isPossiblePhoneNumber(text) || MISSING_IN_DATA.test(text));
}

/** Tells whether a number in E.164 is in a range that its country has assigned. */
export function isValidPhone(phone: string): boolean {
  return isValidPhoneNumber(phone);
}

/**
 * Formats a number in the notation of its country.
 * @param phone E.164, or a short code
 * @param region ISO 3166-1 alpha-2 of the reader; numbers of other countries get a plus and their country code
 */
export function writtenPhone(phone: string, region: string): string {
  const parsed = phone.startsWith('+') ? parsePhoneNumberFromString(phone) : undefined;
  const isAtHome = parsed?.country === region;
  return (isAtHome ? parsed?.formatNational() : parsed?.formatInternational()) ?? phone;
}

/** Formats a number, as `writtenPhone`, for a synthetic voice: digit by digit, with a comma (a pause) between its groups. */
export function spokenPhone(phone: string, region: string): string {
  const written = writtenPhone(phone, region);
  const groups = (written.match(/\d+/g) ?? []).map((digits) => Array.from(digits).join(' '));
  return `${written.startsWith('+') ? '+ ' : ''}${groups.join(', ')}`;
}

/**
 * Tells whether a number in E.164 is taken for a mobile, whose mailbox may answer. In North America, Mexico and some other
 * countries mobiles and fixed lines have the same ranges: there the phone of a person is taken for one, that of a branch is not.
 * @param isPersonal whether it is the phone of a person
 */
export function isTakenForMobile(phone: string, isPersonal: boolean): boolean {
  const type = parsePhoneNumberFromString(phone)?.getType();
  return type === 'MOBILE' || (isPersonal && type === 'FIXED_LINE_OR_MOBILE');
}

/** Tells whether a number in E.164 is a landline by its country's plan. North America's and some other plans do not tell. */
export function isLandline(phone: string): boolean {
  return parsePhoneNumberFromString(phone)?.getType() === 'FIXED_LINE';
}

/** Number types that are expensive to call or message, and that no business's customers use. */
const COSTLY: ReadonlySet<unknown> = new Set(['PREMIUM_RATE', 'PERSONAL_NUMBER', 'PAGER']);

/** The country and cost class of a number. */
export interface Destination {
  /** ISO 3166-1 alpha-2: one, or all that share the calling code; none for satellite and international networks. */
  regions: readonly string[];
  /** A premium-rate, personal or pager number. */
  isCostly: boolean;
}

/** Finds the country and cost class of a number in E.164. */
export function destinationOf(phone: string): Destination {
  const parsed = parsePhoneNumberFromString(phone);
  if (parsed === undefined) return { regions: [], isCostly: false };
  const { country } = parsed;
  return {
    regions: country === undefined ? parsed.getPossibleCountries() : [country],
    isCostly: COSTLY.has(parsed.getType()),
  };
}

/** A number in E.164; anything else is `invalid_phone`. */
export const e164Schema = v.pipe(
  v.string(),
  v.check(isE164, coded('invalid_phone', 'Write the number in E.164, for instance +15125550100.')),
);

/** The number of somebody who called or wrote: E.164, or as it came. */
export const callerSchema = v.pipe(
  v.string(),
  v.check(
    (text) => isE164(text) || AS_IT_CAME.test(text),
    coded('invalid_phone', 'Write the number in E.164, for instance +15125550100.'),
  ),
);

/** ISO 3166-1 alpha-2 in any case: the country of numbers without a country code. */
export const regionSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.check((code) => regions.has(code), 'Write an ISO 3166-1 country code, for instance US.'),
);
