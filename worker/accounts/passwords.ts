/**
 * Passwords as scrypt hashes. PBKDF2 of the runtime's Web Crypto is capped at 100,000 iterations, which is too few
 * today; scrypt comes from `node:crypto`. The parameters are those that OWASP's password storage cheat sheet pairs with
 * 16 MiB: they fit the 128 MB of an isolate several times over.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** What a hash is made with, so that it can be checked after the parameters have changed. */
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

/** What an address without a password is tried with, so that it costs the same. */
export const NOBODYS_SALT: Salt = { ...COST, salt: Buffer.alloc(SALT_BYTES).toString('base64') };

/** A password that somebody has typed, hashed once with each salt that it is to be compared under. */
export interface Guess {
  isOf(hash: PasswordHash | undefined): boolean;
  /** The hash of it with one of the salts. */
  hashed(salt: Salt): PasswordHash;
}

/** A salt that nobody had before. */
export function newSalt(): Salt {
  return { ...COST, salt: randomBytes(SALT_BYTES).toString('base64') };
}

/** Hashes a password. Synchronous, so that no other guess runs in between. */
export function hashPassword(password: string, salt: Salt): PasswordHash {
  return { ...saltOf(salt), key: derive(password, salt).toString('base64') };
}

/** Hashes what somebody has typed; takes as long as there are different salts. */
export function guessOf(password: string, salts: readonly Salt[]): Guess {
  const hashes = new Map<string, PasswordHash>();
  const find = (salt: Salt): PasswordHash => {
    const hash = hashes.get(nameOf(salt)) ?? hashPassword(password, salt);
    hashes.set(nameOf(salt), hash);
    return hash;
  };
  // At once, so that the time does not depend on what it is compared with.
  for (const salt of salts) find(salt);
  return {
    isOf: (hash) =>
      hash !== undefined &&
      timingSafeEqual(Buffer.from(find(hash).key, 'base64'), Buffer.from(hash.key, 'base64')),
    hashed: find,
  };
}

/** Whether two hashes were made with the same salt. */
export function isSameSalt(one: Salt, other: Salt): boolean {
  return nameOf(one) === nameOf(other);
}

/** What a hash was made with. */
export function saltOf({ N, r, p, salt }: Salt): Salt {
  return { N, r, p, salt };
}

function nameOf({ N, r, p, salt }: Salt): string {
  return `${N} ${r} ${p} ${salt}`;
}

/** The same password typed on another keyboard may be another sequence of code points; NFKC makes them one. */
function derive(password: string, { N, r, p, salt }: Salt): Buffer {
  return scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N, r, p });
}
