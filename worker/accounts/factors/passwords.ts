/**
 * Hashes passwords with scrypt from `node:crypto`: the runtime caps PBKDF2 of Web Crypto at 100,000 iterations, which is
 * too few today. The parameters are OWASP's for 16 MiB (Password Storage Cheat Sheet), well within an isolate's 128 MB.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Salt and parameters of a hash, stored so that it can be checked after the parameters change. */
export interface Salt {
  N: number;
  r: number;
  p: number;
  /** base64 */
  salt: string;
}

export interface PasswordHash extends Salt {
  /** base64 */
  key: string;
}

/** The salt for an address without a password, so that an attempt takes the same time. */
export const NOBODYS_SALT: Salt = { ...COST, salt: Buffer.alloc(SALT_BYTES).toString('base64') };

/** An entered password, hashed once for each salt. */
export interface Guess {
  isOf(hash: PasswordHash | undefined): boolean;
  /** Returns the hash with one of the salts. */
  hashed(salt: Salt): PasswordHash;
}

/** Makes a random salt. */
export function newSalt(): Salt {
  return { ...COST, salt: randomBytes(SALT_BYTES).toString('base64') };
}

/** Hashes a password. Synchronous, so that no other attempt runs in between. */
export function hashPassword(password: string, salt: Salt): PasswordHash {
  return { ...saltOf(salt), key: derive(password, salt).toString('base64') };
}

/** Hashes an entered password with each different salt. */
export function guessOf(password: string, salts: readonly Salt[]): Guess {
  const hashes = new Map<string, PasswordHash>();
  const find = (salt: Salt): PasswordHash => {
    const hash = hashes.get(nameOf(salt)) ?? hashPassword(password, salt);
    hashes.set(nameOf(salt), hash);
    return hash;
  };
  // Hashes with all salts first, so that the time does not depend on the comparison.
  for (const salt of salts) find(salt);
  return {
    isOf: (hash) =>
      hash !== undefined &&
      timingSafeEqual(Buffer.from(find(hash).key, 'base64'), Buffer.from(hash.key, 'base64')),
    hashed: find,
  };
}

/** Tells whether two hashes were made with the same salt. */
export function isSameSalt(one: Salt, other: Salt): boolean {
  return nameOf(one) === nameOf(other);
}

/** Returns the salt and parameters of a hash. */
export function saltOf({ N, r, p, salt }: Salt): Salt {
  return { N, r, p, salt };
}

function nameOf({ N, r, p, salt }: Salt): string {
  return `${N} ${r} ${p} ${salt}`;
}

/** Derives the key. NFKC, since keyboards may produce different code points for the same password. */
function derive(password: string, { N, r, p, salt }: Salt): Buffer {
  return scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N, r, p });
}
