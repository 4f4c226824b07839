/** Reads callers' numbers as carriers send them. Pure. */
import { isValidPhone, readSentPhone } from '../../shared/contact/phone-numbers.ts';

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

/** A short code, from which messages are sent. */
const SHORT_CODE = /^\d{3,8}$/;
/** Shorter than phone numbers in nearly all countries. Longer ones are read as a phone number if that is valid. */
const CERTAINLY_SHORT = /^\d{3,6}$/;
/** The characters of a number; letters mean a name. */
const DIALLED = /^\+?[\d\s().-]+$/;

/**
 * Reads the number of a caller: E.164 or a short code; null when it is withheld or not a number.
 * @param region the country to try first for a number without a plus: ISO 3166-1 alpha-2
 */
export function readCaller(text: string, region: string): string | null {
  const clean = text.trim();
  if (isWithheld(clean)) return null;
  // A SIP address has the number before the host; `anonymous@anonymous.invalid` is from RFC 3323.
  const [, user = clean] = /^sips?:([^@;]*)@/i.exec(clean) ?? [];
  if (isWithheld(user) || !DIALLED.test(user)) return null;
  if (CERTAINLY_SHORT.test(user)) return user;
  const phone = readSentPhone(user, region);
  const isShort = SHORT_CODE.test(user) && (phone === undefined || !isValidPhone(phone));
  return isShort ? user : (phone ?? null);
}

/** Tells whether a text means a withheld number. */
export function isWithheld(text: string): boolean {
  return WITHHELD.has(text.toLowerCase());
}

/** Reads a number of the company as E.164; returns any other text unchanged. */
export function readNumber(text: string, region: string): string {
  return readCaller(text, region) ?? text.trim();
}
