/** What identifies a lead from outside: phone numbers and e-mail addresses, as they are kept and matched. Pure. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { isEmail } from '../email.ts';

/** Longer text is no phone number, whatever is in it. */
const MAX_PHONE_LENGTH = 100;

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
  if (text.length > MAX_PHONE_LENGTH) return undefined;
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^00(?=\d)/, '+');
  const parsed = parsePhoneNumberFromString(plain, {
    defaultCountry: region as CountryCode,
    extract: false,
  });
  if (parsed === undefined || !parsed.isPossible()) return undefined;
  return { phone: parsed.number, ...(parsed.ext === undefined ? {} : { extension: parsed.ext }) };
}

/** Reads one e-mail address; the result is as it was written, without the blanks around it. */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  return isEmail(email) ? email : undefined;
}

/** Whether a match key is an e-mail's (lower-cased) and not a phone's (E.164): only the former has an `@`. */
export function isEmailKey(key: string): boolean {
  return key.includes('@');
}

/** Whether a value counts as not sent: `null`, `""` and blanks. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
