/** Checks, reads and compares e-mail addresses. */
import * as v from 'valibot';
import { coded } from '../http/input.ts';

/** RFC 5321, 4.5.3.1.3: a path is 256 octets with its angle brackets. */
const MAX_LENGTH = 254;

/** The pattern of `<input type=email>` (WHATWG HTML, "valid e-mail address"). */
const PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** One e-mail address, trimmed; anything else is `invalid_email`. */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(isEmail, coded('invalid_email', 'Write one e-mail address, for instance jo@example.com.')),
);

/** Tells whether `text` is one e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text);
}

/** Returns the form in which addresses are compared: lower case, with plus-tags and dots kept. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Domains of Gmail, which drops dots. */
const GMAIL = /^(?:gmail|googlemail)\.com$/;

/**
 * Returns the mailbox of an address, for bounds on mail: most servers drop what is behind a plus, so that one person has any number of
 * addresses.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  const tag = key.indexOf('+', 1);
  const plain = key.slice(0, tag < 0 ? at : Math.min(tag, at));
  return GMAIL.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

/** Reads one e-mail address, trimmed. @returns undefined for anything else */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  return isEmail(email) ? email : undefined;
}
