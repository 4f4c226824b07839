/** Hashes that every request needs. In JavaScript, since `node:crypto` makes native objects for each. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const UTF_8 = new TextEncoder();

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return bytesToHex(sha256(typeof content === 'string' ? UTF_8.encode(content) : content));
}
