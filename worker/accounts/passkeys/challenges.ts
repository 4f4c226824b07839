/**
 * Challenges of passkeys. A challenge has its time and a signature over what it is for, so that none is stored until it is used: a
 * stranger who asks for many costs no storage. It is for one purpose and for one asker, and is valid for five minutes; the account
 * remembers the used ones for that long.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../shared/http/problems.ts';
import { KeyedHash } from '../../shared/secrets/keyed-hash.ts';

/** How long a challenge is valid. Browsers let a person take as long. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
/** Milliseconds since the epoch. */
const TIME_BYTES = 6;
/** Those of `KeyedHash`. */
const SIGNATURE_BYTES = 16;

const signatures = new KeyedHash('leadline passkey challenge');

/** What a challenge is for. */
export interface ChallengeUse {
  /** `sign-in`; `add`: a new passkey; `confirm`: that somebody who is signed in is still there. */
  purpose: 'sign-in' | 'add' | 'confirm';
  /** The asker: a secret of the browser, or the hash of the session's token. */
  asker: string;
}

/** Makes a challenge, base64url. @throws Problem `operator_token_unset` */
export function newChallenge(use: ChallengeUse, now: number, secret: string | undefined): string {
  if (secret === undefined || secret === '') {
    throw new Problem('operator_token_unset', 'Passkeys need OPERATOR_TOKEN, which is not set.');
  }
  const content = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(content);
  content.writeUIntBE(now, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([content, signatureOf(content, use, secret)]).toString('base64url');
}

/** Tells whether a challenge was made here for this use, and is still valid. */
export function isValidChallenge(
  challenge: string,
  use: ChallengeUse,
  { now, secret }: { now: number; secret: string | undefined },
): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (secret === undefined || bytes.length !== NONCE_BYTES + TIME_BYTES + SIGNATURE_BYTES) return false;
  const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const time = content.readUIntBE(NONCE_BYTES, TIME_BYTES);
  const isMade = timingSafeEqual(bytes.subarray(content.length), signatureOf(content, use, secret));
  return isMade && now < time + CHALLENGE_MS;
}

function signatureOf(content: Buffer, { purpose, asker }: ChallengeUse, secret: string): Buffer {
  const text = `${purpose} ${asker} ${content.toString('base64url')}`;
  return Buffer.from(signatures.of(text, secret), 'base64url');
}
