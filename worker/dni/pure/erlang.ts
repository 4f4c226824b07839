/** The share of visits that find all numbers of a pool leased (Erlang B). Pure. */

/** Largest pool, so that a search ends. */
const MOST_NUMBERS = 500;

/**
 * Returns the share of visits that find all numbers leased, 0 to 1, by the recurrence over the numbers, which overflows for no
 * load. It holds for visits that arrive independently of each other.
 * @param load the erlangs offered: visits an hour, times the hours for which each leases a number
 */
export function erlangB(load: number, numbers: number): number {
  let share = 1;
  for (let count = 1; count <= numbers; count += 1) share = (load * share) / (count + load * share);
  return share;
}

/** Returns the smallest number of numbers with at most this share of overflow; undefined if 500 are too few. */
export function numbersFor(load: number, share: number): number | undefined {
  let overflow = 1;
  for (let count = 0; count <= MOST_NUMBERS; count += 1) {
    if (count > 0) overflow = (load * overflow) / (count + load * overflow);
    if (overflow <= share || load === 0) return Math.max(1, count);
  }
  return undefined;
}
