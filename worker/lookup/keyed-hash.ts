/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) of one short text, the same as the platform's, which makes native objects for each
 * call: with `node:crypto` an answer from memory takes about a tenth longer, with Web Crypto's promises no less. Pure.
 */

/** Longest text in bytes: what fits into one block of 64 beside the padding. */
export const MAX_TEXT_BYTES = 55;

const BLOCK_BYTES = 64;
const BLOCK_WORDS = 16;
const HASH_WORDS = 8;
const HASH_BYTES = 32;
const ROUNDS = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

const PRIMES = firstPrimes(ROUNDS);
/** FIPS 180-4, 4.2.2 and 5.3.3: 32 bits of the fractional parts of cube and square roots of the first primes. */
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionBits(Math.cbrt(prime)));
const FIRST_STATE = Int32Array.from(PRIMES.slice(0, HASH_WORDS), (prime) => fractionBits(Math.sqrt(prime)));

/** The message schedule of the block at hand; its first 16 words are the block. One for all, since nothing waits here. */
const schedule = new Int32Array(ROUNDS);

/** The hashing under one key. */
export class KeyedHash {
  /** SHA-256 after the key's two blocks, which are the same for every text. */
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;

  /** @param key at most 64 bytes */
  constructor(key: Uint8Array) {
    this.#inner = stateAfterKey(key, INNER_PAD);
    this.#outer = stateAfterKey(key, OUTER_PAD);
  }

  /**
   * The 32 bytes of the hash.
   * @throws RangeError when `text` is longer than `MAX_TEXT_BYTES` or not ASCII
   */
  of(text: string): Buffer {
    const inner = this.#inner.slice();
    loadText(text);
    compress(inner);
    const outer = this.#outer.slice();
    schedule.fill(0, HASH_WORDS, BLOCK_WORDS);
    schedule.set(inner);
    endBlock(HASH_BYTES);
    compress(outer);
    const hash = Buffer.alloc(HASH_BYTES);
    outer.forEach((word, index) => hash.writeInt32BE(word, 4 * index));
    return hash;
  }
}

function stateAfterKey(key: Uint8Array, pad: number): Int32Array {
  schedule.fill(0, 0, BLOCK_WORDS);
  for (let index = 0; index < BLOCK_BYTES; index += 1) putByte(index, (key[index] ?? 0) ^ pad);
  const state = FIRST_STATE.slice();
  compress(state);
  return state;
}

function loadText(text: string): void {
  if (text.length > MAX_TEXT_BYTES) throw new RangeError(`The text is longer than ${MAX_TEXT_BYTES} bytes.`);
  schedule.fill(0, 0, BLOCK_WORDS);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) throw new RangeError('The text is not ASCII.');
    putByte(index, code);
  }
  endBlock(text.length);
}

/** Ends the second block of a message, which has `length` bytes in it: a one, zeros, and the message's bits. */
function endBlock(length: number): void {
  putByte(length, 0x80);
  schedule[BLOCK_WORDS - 1] = (BLOCK_BYTES + length) * 8;
}

/** Sets a byte of the block; it must be zero before. */
function putByte(index: number, byte: number): void {
  const word = index >> 2;
  schedule[word] = (schedule[word] ?? 0) | (byte << (24 - 8 * (index & 3)));
}

/** FIPS 180-4, 6.2.2, on the block in `schedule`; its names. */
function compress(state: Int32Array): void {
  extendSchedule();
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + (ROUND_CONSTANTS[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function extendSchedule(): void {
  for (let round = BLOCK_WORDS; round < ROUNDS; round += 1) {
    const w15 = schedule[round - 15] ?? 0;
    const w2 = schedule[round - 2] ?? 0;
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[round] = (schedule[round - 16] ?? 0) + sigma0 + (schedule[round - 7] ?? 0) + sigma1;
  }
}

/** Bits to the right, those that fall out come in from the left. */
function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
