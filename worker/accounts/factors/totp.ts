/** Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 seconds, which all apps support. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth/bare';

/** Bytes of the shared secret (RFC 4226, 4: 160 bits). */
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Steps before and after the current one whose codes are accepted, for clocks that differ (RFC 6238, 5.2). */
const WINDOW = 1;
const CODE = /^\d{6}$/;

/** Makes a shared secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that authenticator apps read from a QR code ("Key URI format"). */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Leadline', label: email, secret, hmac }).toString();
}

/** Tells whether a text has the form of an app's code. */
export function isTotpCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * Finds the step whose code this is. All codes of the window are compared in constant time, so that the time does not tell which
 * of them it was.
 * @param expected.after the last used step: codes up to it are refused, since each counts once (RFC 6238, 5.2)
 * @returns undefined for a wrong or used code
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1) {
    const timestamp = step * STEP_MS;
    const expected = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp, hmac });
    const isSame = timingSafeEqual(Buffer.from(expected), Buffer.from(code));
    if (isSame && step > after) found = step;
  }
  return found;
}

function hmac(_algorithm: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest();
}
