/** Links in mail that end a kind of it with one request and without a session (RFC 8058). */
import { timingSafeEqual } from 'node:crypto';
import { KeyedHash } from '../secrets/keyed-hash.ts';

const links = new KeyedHash('leadline unsubscribe link');

/** The topic of reports to people outside the company, who are no users. */
export const OUTSIDE_REPORTS = 'outside_reports';

/** What a link ends: the mail of a kind, or the digest, to a user; reports to a recipient outside. */
export interface Unsubscription {
  companyId: string;
  userId: string;
  topic: string;
}

/** Returns the link. @param at.secret of the deployment; with another one the link ends nothing */
export function unsubscribeUrl(
  ended: Unsubscription,
  { origin, secret }: { origin: string; secret: string | undefined },
): string {
  const { companyId, userId, topic } = ended;
  return `${origin}/unsubscribe/${companyId}/${userId}/${topic}/${signatureOf(ended, secret)}`;
}

/** Tells whether a link was made here. */
export function isSigned(ended: Unsubscription, signature: string, secret: string | undefined): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(ended, secret))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf({ companyId, userId, topic }: Unsubscription, secret: string | undefined): string {
  return links.of(`${companyId} ${userId} ${topic}`, secret);
}
