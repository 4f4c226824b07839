/** What identifies a lead from outside: its lower-cased e-mail addresses, its numbers in E.164 and what merges left. Pure. */
import { emailKey } from '../../email.ts';
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

/** Whether a match key is an e-mail's (lower-cased) and not a phone's (E.164): only the former has an `@`. */
export function isEmailKey(key: string): boolean {
  return key.includes('@');
}
