/** Reads the entries of `numbers` in the DNI settings. Pure. */

/**
 * The most printed numbers of a company. Each adds about 2 kB to the plan that a page loads, and every browser searches the page
 * for all of them.
 */
export const MAX_TARGETS = 200;

/** Leased numbers by the names of their pools. */
export type LeasedNumbers = ReadonlyMap<string, string>;

/** The numbers of an entry: one, or those of a pool. */
type Entry =
  | { phone_number: string; pool?: never }
  | { pool: string; phone_numbers: readonly string[]; overflow: string };

/** Tells whether an entry is a pool. */
export function isPool<Any extends Entry>(entry: Any): entry is Extract<Any, { pool: string }> {
  return entry.pool !== undefined;
}

/** Returns the number that a visit sees: of a pool the leased one, else its overflow number. */
export function shownNumber(entry: Entry, leased?: LeasedNumbers): string {
  return isPool(entry) ? (leased?.get(entry.pool) ?? entry.overflow) : entry.phone_number;
}

/** Returns all numbers of an entry. */
export function numbersOf(entry: Entry): readonly string[] {
  return isPool(entry) ? [...entry.phone_numbers, entry.overflow] : [entry.phone_number];
}
