/** Callers who were taken for spam: whether they got through, and why they were, in words. Pure. */
import type { Call } from '../call.ts';

const SPAM_REASONS: Readonly<Record<string, string>> = {
  failed_verification: 'the number may be faked',
  low_attestation: 'no carrier vouches for the number',
  impossible_number: 'there is no such number',
  neighbor_number: 'the number resembles the one called',
  many_numbers: 'called several of your numbers within minutes',
  short_calls: 'earlier calls ended within seconds',
};

/** Returns why a caller was taken for spam: `The number may be faked, earlier calls ended within seconds`. */
export function spamText({ reasons }: Call['spam']): string {
  const text = reasons.map((reason) => SPAM_REASONS[reason] ?? reason).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Tells whether a caller was taken for spam and did not get through. */
export function isTurnedAway({ outcome, spam }: Pick<Call, 'outcome' | 'spam'>): boolean {
  return outcome === 'blocked' && spam.treatment !== undefined;
}
