/** What identifies a lead from outside: its lower-cased e-mail addresses, its numbers in E.164 and what merges left. Pure. */
import type { MatchedOn } from './answer-schema.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import type { LeadRecord } from './schema.ts';

/** The match keys that a lead shows. */
export function shownKeys(lead: Pick<LeadRecord, 'emails' | 'phones'>): string[] {
  return [
    ...new Set([
      ...lead.emails.map(({ email }) => emailKey(email)),
      ...lead.phones.map(({ phone }) => phone),
    ]),
  ];
}

/** Everything that a lead answers to: the keys that it shows, and its aliases. */
export function keysOf(lead: Pick<LeadRecord, 'emails' | 'phones' | 'aliases'>): string[] {
  return [...new Set([...shownKeys(lead), ...lead.aliases])];
}

/** Every e-mail address that a search finds the lead by: those that it shows, as they were written, then its aliases. */
export function findableEmails({ emails, aliases }: Pick<LeadRecord, 'emails' | 'aliases'>): string[] {
  return [...emails.map(({ email }) => email), ...aliases.filter(isEmailKey)];
}

/** Every phone number that a search finds the lead by, in E.164: those that it shows, then its aliases. */
export function findablePhones({ phones, aliases }: Pick<LeadRecord, 'phones' | 'aliases'>): string[] {
  return [...phones.map(({ phone }) => phone), ...aliases.filter((key) => !isEmailKey(key))];
}

/** Whether a match key is an e-mail's (lower-cased) and not a phone's (E.164): only the former has an `@`. */
export function isEmailKey(key: string): boolean {
  return key.includes('@');
}

/** Which of the identifiers met. @param match what is known of a lead that has one of them */
export function matchedOn({ keys }: { keys: readonly string[] }): MatchedOn {
  const onEmail = keys.some(isEmailKey);
  const onPhone = keys.some((key) => !isEmailKey(key));
  if (onEmail && onPhone) return 'email_and_phone';
  return onEmail ? 'email' : 'phone';
}
