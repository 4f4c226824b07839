/**
 * Recovery codes, for people without their authenticator app. Only their SHA-256 is stored. A slow hash is not needed, because
 * nobody can guess 80 random bits.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How many codes a person has at first. */
const COUNT = 10;
/** Characters of a code, of 5 bits each. */
const LENGTH = 16;
/** Crockford's base32: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes codes such as `7k2m-9qxd-f4np-t0ha`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('');
    return characters.replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** Returns a code as it is stored. Capitals, spaces and dashes make no difference, and neither does O for 0 or I for 1. */
export function hashOfRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(plain).digest('base64');
}

/**
 * Uses a code.
 * @param hashes those of the codes that are left
 * @returns the hashes without it; undefined for a wrong or used code
 */
export function withoutRecoveryCode(hashes: readonly string[], code: string): string[] | undefined {
  const hash = Buffer.from(hashOfRecoveryCode(code));
  const others = hashes.filter((each) => !timingSafeEqual(Buffer.from(each), hash));
  return others.length === hashes.length ? undefined : others;
}
