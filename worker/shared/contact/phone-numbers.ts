/** Phone numbers: how one is written, and the form in which it is kept and compared (E.164). Pure. */
import {
  type CountryCode,
  getCountries,
  isPossiblePhoneNumber,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type PhoneNumber as ParsedNumber,
} from 'libphonenumber-js/max';
import * as v from 'valibot';
import { coded } from '../http/input.ts';

const regions = new Set<string>(getCountries());

/** A longer text is refused without being read. */
const MAX_PHONE_LENGTH = 100;

/**
 * Numbers of companies and of Internet telephony in Benin, which kept eight digits when the country's others got ten.
 * libphonenumber's data of September 2026 still had them, that of November has not.
 */
const DROPPED_BY_THE_DATA = /^\+2298[15]\d{6}$/;

/** A number with its country code, but without the plus. Shorter ones are short codes and numbers of one's own town. */
const WITHOUT_PLUS = /^[1-9](?:[\s().-]*\d){8,18}$/;

/** A phone number in E.164 and, kept aside, the extension that was written with it. */
export interface PhoneNumber {
  phone: string;
  extension?: string;
}

/**
 * Reads a phone number in any usual notation. Possible numbers pass, not only assigned ones: test numbers and new
 * ranges must work.
 * @param region ISO 3166-1 alpha-2; a number without a country code is read in it
 * @returns undefined when the text is no possible phone number
 */
export function readPhone(text: string, region: string): PhoneNumber | undefined {
  const parsed = parseIn(text, region);
  if (parsed === undefined || !parsed.isPossible()) return undefined;
  return { phone: parsed.number, ...(parsed.ext === undefined ? {} : { extension: parsed.ext }) };
}

/**
 * Reads a number that a phone system sent. Some systems leave the plus out, others write numbers as they are dialled at
 * home, so digits alone can mean two numbers: a valid one of the region comes first, then a valid one abroad, then what is at
 * least possible in the region.
 * @param region ISO 3166-1 alpha-2: the company's country
 * @returns E.164; undefined when the text is no possible phone number
 */
export function readSentPhone(text: string, region: string): string | undefined {
  const plain = text.trim();
  if (plain.startsWith('+') && isE164(plain)) return plain;
  const atHome = parseIn(plain, region);
  const isAbroad = atHome?.isValid() !== true && WITHOUT_PLUS.test(plain);
  const abroad = isAbroad ? parseIn(`+${plain}`, region) : undefined;
  const parsed = abroad?.isValid() === true ? abroad : atHome;
  return parsed?.isPossible() === true && E164.test(parsed.number) ? parsed.number : undefined;
}

/** The number that a text is, whether it is possible or not. */
function parseIn(text: string, region: string): ParsedNumber | undefined {
  if (text.length > MAX_PHONE_LENGTH) return undefined;
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^00(?=\d)/, '+');
  return parsePhoneNumberFromString(plain, { defaultCountry: region as CountryCode, extract: false });
}

/** What every number in E.164 looks like; the numbering data knows shorter and longer ones than the recommendation. */
export const E164: RegExp = /^\+[1-9]\d{3,18}$/;

/** Whether `text` is a possible number in E.164; it need not be assigned. How long one is, each country's numbering data says. */
export function isE164(text: string): boolean {
  return E164.test(text) && (isPossiblePhoneNumber(text) || DROPPED_BY_THE_DATA.test(text));
}

/** Whether a number in E.164 is in a range that its country has assigned. */
export function isValidPhone(phone: string): boolean {
  return isValidPhoneNumber(phone);
}

/**
 * A number as it is read out: digit by digit, with commas between the groups in which its country writes it, where voices pause.
 * @param phone E.164, or a short code
 * @param region where it is heard, ISO 3166-1 alpha-2: numbers of other countries have their country code, after a plus
 */
export function spokenPhone(phone: string, region: string): string {
  const parsed = phone.startsWith('+') ? parsePhoneNumberFromString(phone) : undefined;
  const isAtHome = parsed?.country === region;
  const written = (isAtHome ? parsed?.formatNational() : parsed?.formatInternational()) ?? phone;
  const groups = (written.match(/\d+/g) ?? []).map((digits) => Array.from(digits).join(' '));
  return `${written.startsWith('+') ? '+ ' : ''}${groups.join(', ')}`;
}

/** Kinds of numbers that cost whoever writes to or rings them much, and are where nobody of a business is. */
const COSTLY: ReadonlySet<unknown> = new Set(['PREMIUM_RATE', 'PERSONAL_NUMBER', 'PAGER']);

/** Where a number is. */
export interface Destination {
  /** ISO 3166-1 alpha-2: one, or those that share the number's calling code; none for satellites and networks of no country. */
  regions: readonly string[];
  /** Whether it is a premium-rate, personal or pager number. */
  isCostly: boolean;
}

/** Where a number in E.164 is. */
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

/** ISO 3166-1 alpha-2, in any case: where numbers without a country code are read. */
export const regionSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.check((code) => regions.has(code), 'Write an ISO 3166-1 country code, for instance US.'),
);
