/** Hashes values that must not be stored: visitors' addresses, credentials. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { type _HMAC, hmac } from '@noble/hashes/hmac.js';
import { type _SHA256, sha256 } from '@noble/hashes/sha2.js';

/** Bytes kept of a hash: 128 bits, enough against collisions. */
const KEPT_BYTES = 16;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const UTF_8 = new TextEncoder();

type Hmac = _HMAC<_SHA256>;

/** An HMAC initialised with its key, and a second one to clone it into. */
interface Hasher {
  secret: string | undefined;
  keyed: Hmac;
  copy: Hmac;
}

/**
 * HMAC-SHA256 with a key derived from the deployment's secret, so that only this deployment can compute a hash. Implemented
 * in JavaScript without new arrays, because every lookup needs one and the platform's creates native objects at each call
 * (decision 001).
 */
export class KeyedHash {
  readonly #purpose: string;
  readonly #digest = new Uint8Array(sha256.outputLen);
  #hasher: Hasher | undefined;

  /** @param purpose part of the key: hashes of one text for different purposes cannot be linked */
  constructor(purpose: string) {
    this.#purpose = purpose;
  }

  /**
   * Returns the hash of a text, base64url.
   * @param secret the deployment's secret, from which the key is derived (HKDF, RFC 5869); without one a random key lasts
   *   as long as this isolate
   */
  of(text: string, secret: string | undefined): string {
    if (this.#hasher === undefined || this.#hasher.secret !== secret) this.#hasher = this.#hasherFor(secret);
    const { keyed, copy } = this.#hasher;
    keyed._cloneInto(copy).update(UTF_8.encode(text)).digestInto(this.#digest);
    return base64Url(this.#digest, KEPT_BYTES);
  }

  #hasherFor(secret: string | undefined): Hasher {
    const derived = hkdfSync('sha256', secret ?? randomBytes(32), '', this.#purpose, 32);
    const keyed = hmac.create(sha256, new Uint8Array(derived)) as Hmac;
    return { secret, keyed, copy: keyed.clone() };
  }
}

/** Encodes the first `length` bytes without padding (RFC 4648, 5). */
function base64Url(bytes: Uint8Array, length: number): string {
  const codes: number[] = [];
  for (let bit = 0; bit < length * 8; bit += 6) {
    const index = bit >> 3;
    const next = index + 1 < length ? (bytes[index + 1] ?? 0) : 0;
    const pair = ((bytes[index] ?? 0) << 8) | next;
    codes.push(BASE64URL.charCodeAt((pair >> (10 - (bit & 7))) & 63));
  }
  return String.fromCharCode(...codes);
}
