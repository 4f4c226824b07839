/** Who calls, as carriers write it. Pure. */
import { isE164 } from '../../shared/contact/phone-numbers.ts';

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

/** The number of a caller: E.164, or a short code; null when it is withheld, or no number at all. */
export function readCaller(text: string): string | null {
  const clean = text.trim();
  if (WITHHELD.has(clean.toLowerCase())) return null;
  // A caller over SIP has their number before the host; `anonymous@anonymous.invalid` is RFC 3323's.
  const [, user = clean] = /^sips?:([^@;]*)@/i.exec(clean) ?? [];
  if (WITHHELD.has(user.toLowerCase())) return null;
  const number = /^\d{10,15}$/.test(user) ? `+${user}` : user;
  return isE164(number) || SHORT_CODE.test(number) ? number : null;
}

/** A number of the company, as a carrier writes it, in E.164; any other text as it came. */
export function readNumber(text: string): string {
  return readCaller(text) ?? text.trim();
}
