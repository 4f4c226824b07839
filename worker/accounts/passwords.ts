/**
 * Passwords as scrypt hashes. PBKDF2 of the runtime's Web Crypto is capped at 100,000 iterations, which is too few
 * today; scrypt comes from `node:crypto`. The parameters are those that OWASP's password storage cheat sheet pairs with
 * 16 MiB: they fit the 128 MB of an isolate several times over.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A hash with everything that is needed to check it after the parameters have changed. */
export interface PasswordHash {
  N: number;
  r: number;
  p: number;
  /** base64 */
  salt: string;
  /** base64 */
  key: string;
}

/** What an address without a password is compared with, so that it costs the same and never matches. */
const NO_PASSWORD: PasswordHash = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES).toString('base64'),
  key: Buffer.alloc(KEY_BYTES).toString('base64'),
};

/** Hashes a password with a salt of its own. Synchronous, so that no other guess runs in between. */
export function hashPassword(password: string): PasswordHash {
  const salt = randomBytes(SALT_BYTES);
  return { ...COST, salt: salt.toString('base64'), key: derive(password, salt, COST).toString('base64') };
}

/** Whether the password is the hashed one; takes as long when there is no hash. */
export function isPassword(password: string, hash: PasswordHash | undefined): boolean {
  const expected = hash ?? NO_PASSWORD;
  const key = derive(password, Buffer.from(expected.salt, 'base64'), expected);
  return timingSafeEqual(key, Buffer.from(expected.key, 'base64')) && hash !== undefined;
}

/** The same password typed on another keyboard may be another sequence of code points; NFKC makes them one. */
function derive(password: string, salt: Buffer, cost: Pick<PasswordHash, 'N' | 'r' | 'p'>): Buffer {
  const { N, r, p } = cost;
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p });
}
