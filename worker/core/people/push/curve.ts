/** The curve P-256 (FIPS 186-5, SP 800-186, 3.2.1.3), on which the keys of browsers lie. Pure. */

const PRIME = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
/** Marks a point that is not compressed (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;
const BYTES = 32;

/** Tells whether a text is an uncompressed point of P-256 in base64url. Nothing can be encrypted for any other. */
export function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 1 + 2 * BYTES || bytes[0] !== UNCOMPRESSED) return false;
  const x = BigInt(`0x${bytes.subarray(1, 1 + BYTES).toString('hex')}`);
  const y = BigInt(`0x${bytes.subarray(1 + BYTES).toString('hex')}`);
  if (x >= PRIME || y >= PRIME) return false;
  return (y * y - (x * x * x - 3n * x + B)) % PRIME === 0n;
}
