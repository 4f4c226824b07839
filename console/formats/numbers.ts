/** Reads numbers as people type them. Pure. */

/** A comma is for thousands where three digits follow each: `1,080`, `1,080.50`. */
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** In some countries a thousand and more. */
const UNCLEAR = /^-?\d{1,3}\.\d{3}$/;

/** Returns a typed number; `NaN` for other texts, also for `1,5`, which would become fifteen without its comma, and for `1.250`. */
export function typedNumber(text: string): number {
  const plain = text.trim();
  if (plain === '' || UNCLEAR.test(plain)) return Number.NaN;
  return Number(GROUPED.test(plain) ? plain.replaceAll(',', '') : plain);
}
