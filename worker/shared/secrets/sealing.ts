/** Encrypts documents that the company's Durable Object writes to KV: AES-256-GCM, key derived from the deployment's secret. */
import { hkdfSync } from 'node:crypto';

/** Bytes of the nonce before each ciphertext (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;

/**
 * Encrypts a text.
 * @param secret of the deployment
 * @param purpose part of the key: a text encrypted for another purpose cannot be decrypted
 * @returns nonce and ciphertext
 */
export async function seal(text: string, secret: string, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await keyOf(secret, purpose);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    key,
    new TextEncoder().encode(text),
  );
  const whole = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  whole.set(nonce);
  whole.set(new Uint8Array(sealed), NONCE_BYTES);
  return whole;
}

/** Decrypts a text. @returns undefined when it was changed, or encrypted with another secret or for another purpose */
export async function unseal(
  sealed: ArrayBuffer,
  secret: string,
  purpose: string,
): Promise<string | undefined> {
  const key = await keyOf(secret, purpose);
  const nonce = sealed.slice(0, NONCE_BYTES);
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed.slice(NONCE_BYTES)).then(
    (text) => new TextDecoder().decode(text),
    () => undefined,
  );
}

/** Derives the key (HKDF, RFC 5869). */
function keyOf(secret: string, purpose: string): Promise<CryptoKey> {
  const bytes = hkdfSync('sha256', secret, '', `leadline sealed ${purpose}`, 32);
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
