/** Hashes that every request needs. In JavaScript, since `node:crypto` makes native objects for each. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const UTF_8 = new TextEncoder();

/** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(UTF_8.encode(text)));
}
