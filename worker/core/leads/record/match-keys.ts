/**
 * Match keys identify a lead: its lower-cased e-mail addresses, its phone numbers in E.164, and those of leads that were merged
 * into it (aliases). Pure.
 */
import type { MatchedOn } from './answer-schema.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import type { LeadRecord } from './schema.ts';

/** Returns the match keys that a lead shows. */
export function shownKeys(lead: Pick<LeadRecord, 'emails' | 'phones'>): string[] {
  return [
    ...new Set([
      ...lead.emails.map(({ email }) => emailKey(email)),
      ...lead.phones.map(({ phone }) => phone),
    ]),
  ];
}

/** Returns all match keys of a lead: those that it shows, and its aliases. */
export function keysOf(lead: Pick<LeadRecord, 'emails' | 'phones' | 'aliases'>): string[] {
  return [...new Set([...shownKeys(lead), ...lead.aliases])];
}

/** Returns the e-mail addresses by which a search finds the lead: in their original spelling, then its aliases. */
export function findableEmails({ emails, aliases }: Pick<LeadRecord, 'emails' | 'aliases'>): string[] {
  return [...emails.map(({ email }) => email), ...aliases.filter(isEmailKey)];
}

/** Returns the phone numbers by which a search finds the lead, in E.164, then its aliases. */
export function findablePhones({ phones, aliases }: Pick<LeadRecord, 'phones' | 'aliases'>): string[] {
  return [...phones.map(({ phone }) => phone), ...aliases.filter((key) => !isEmailKey(key))];
}

/** Tells whether a match key is an e-mail address; only those have an `@`. */
export function isEmailKey(key: string): boolean {
  return key.includes('@');
}

/** Tells which kinds of identifier matched. */
export function matchedOn({ keys }: { keys: readonly string[] }): MatchedOn {
  const onEmail = keys.some(isEmailKey);
  const onPhone = keys.some((key) => !isEmailKey(key));
  if (onEmail && onPhone) return 'email_and_phone';
  return onEmail ? 'email' : 'phone';
}
