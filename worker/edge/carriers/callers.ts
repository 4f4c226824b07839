/** Who calls, as carriers write it. Pure. */
import { isValidPhone, readSentPhone } from '../../shared/contact/phone-numbers.ts';

/** What stands for a number that is withheld: words, and the same words as they are dialled on a keypad (Twilio, "Anonymous"). */
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

/** A short code, as texts come from. */
const SHORT_CODE = /^\d{3,8}$/;
/** Shorter than the numbers of nearly all countries; longer ones are read as a number where it is a valid one. */
const CERTAINLY_SHORT = /^\d{3,6}$/;
/** What carriers write a number with; letters are names. */
const DIALLED = /^\+?[\d\s().-]+$/;

/**
 * The number of a caller: E.164, or a short code; null when it is withheld, or no number at all.
 * @param region where a number without a plus is read first: ISO 3166-1 alpha-2
 */
export function readCaller(text: string, region: string): string | null {
  const clean = text.trim();
  if (isWithheld(clean)) return null;
  // A caller over SIP has their number before the host; `anonymous@anonymous.invalid` is RFC 3323's.
  const [, user = clean] = /^sips?:([^@;]*)@/i.exec(clean) ?? [];
  if (isWithheld(user) || !DIALLED.test(user)) return null;
  if (CERTAINLY_SHORT.test(user)) return user;
  const phone = readSentPhone(user, region);
  const isShort = SHORT_CODE.test(user) && (phone === undefined || !isValidPhone(phone));
  return isShort ? user : (phone ?? null);
}

/** Whether a text stands for a caller who says nothing of themselves. */
export function isWithheld(text: string): boolean {
  return WITHHELD.has(text.toLowerCase());
}

/** A number of the company, as a carrier writes it, in E.164; any other text as it came. */
export function readNumber(text: string, region: string): string {
  return readCaller(text, region) ?? text.trim();
}
