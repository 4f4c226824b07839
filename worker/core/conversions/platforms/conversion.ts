/** A conversion as the renderers of all platforms take it, and the hashes of contact data. Pure. */
import type { VisitSnapshot } from '../../attribution/schema.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import type { PlatformFacts } from './fact-types.ts';

/** An amount of money. */
export interface Amount {
  /** ISO 4217. */
  unit: string;
  value: number;
}

/** Something that happened and may be reported to a platform, with what is known of the person. */
export interface Conversion {
  /** The same for the same record and rule, so that a repeat is no second conversion. */
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  amount: Amount;
  visit: VisitSnapshot;
  /** E.164; null if it is withheld. */
  phone: string | null;
  emails: readonly string[];
  leadId: string | null;
  isFirst: boolean | null;
}

/** The company's settings for a platform. */
export type PlatformSettings = Readonly<Record<string, string | boolean>>;

/** Returns a setting that is a text; empty without one. */
export function textOf(settings: PlatformSettings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the parts of a visit by which a platform recognizes it, by name. Malformed ones are left out. */
export function tracesOf({ traces }: PlatformFacts, visit: VisitSnapshot): Readonly<Record<string, string>> {
  return Object.fromEntries(
    traces.flatMap(({ from, name, pattern }) => {
      const value = from === 'click_ids' ? visit.click_ids[name] : visit.ids?.[name];
      return typeof value === 'string' && pattern.test(value) ? [[name, value]] : [];
    }),
  );
}

/** Tells whether contact data may be sent to a platform. */
export function sendsContact({ takesContact }: PlatformFacts, settings: PlatformSettings): boolean {
  return takesContact && settings['contact_data'] === true;
}

/** Returns the hash of a phone number in E.164 with its plus, as Google and Microsoft want it. */
export function hashedPhone(phone: string): string {
  return sha256Hex(phone);
}

/** Returns the hash of an e-mail address, trimmed and in lower case, as Meta wants it. */
export function hashedEmail(email: string): string {
  return sha256Hex(email.trim().toLowerCase());
}

/** Returns the hash of an e-mail address as Google wants it: of a Gmail address also without dots and `+` tags. */
export function hashedEmailForGoogle(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return hashedEmail(email);
  const [user = ''] = name.split('+');
  return sha256Hex(`${user.replaceAll('.', '')}@${domain}`);
}

/**
 * Returns the hash of an e-mail address as Microsoft wants it, of any provider: without blanks, dots before the @, and `+` tags
 * (learn.microsoft.com/advertising/guides/uet-conversion-api-integration).
 */
export function hashedEmailForMicrosoft(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.replaceAll(/\s/g, '').toLowerCase()) ?? [];
  const [user = ''] = name.split('+');
  return sha256Hex(`${user.replaceAll('.', '')}@${domain}`);
}
