/** Amounts of money, as carriers write them. Pure. */

/** More than any number costs, and what a higher price counts as: so high ones refuse a purchase, and add up. */
const MOST = 1_000_000;

/** Reads an amount of money, a number or a text such as `1.00000`; null for anything else, and below 0: nobody pays us for a number. */
export function amountOf(value: unknown): number | null {
  const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const amount = isWritten ? Number(value) : Number.NaN;
  return Number.isFinite(amount) && amount >= 0 ? Math.min(amount, MOST) : null;
}
