/** Amounts of money, as carriers write them. Pure. */

/** Reads an amount of money, a number or a text such as `1.00000`; null for anything else, and below 0: nobody pays us for a number. */
export function amountOf(value: unknown): number | null {
  const amount = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}
