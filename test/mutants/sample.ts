/** Chooses random faults by a seed, the same ones on every machine. */
import type { Fault } from './faults.ts';

/** Returns the entries in random order. */
export function shuffled<Entry>(entries: readonly Entry[], seed: number): Entry[] {
  const next = randomNumbers(seed);
  const order = [...entries];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other] as Entry, order[last] as Entry];
  }
  return order;
}

/**
 * Chooses faults at random, one of each kind in turn: otherwise most would be calls and returns that are left out.
 * @param isUsable tells whether a fault counts; it is asked only about chosen ones
 */
export function sampled(
  faults: readonly Fault[],
  { seed, count }: { seed: number; count: number },
  isUsable: (fault: Fault) => boolean,
): Fault[] {
  const groups = Map.groupBy(faults, ({ kind }) => kind);
  const kinds = shuffled([...groups.values()], seed).map((each) => shuffled(each, seed).values());
  const sample: Fault[] = [];
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const each of kinds) {
      if (sample.length === count) return sample;
      const fault = each.find(isUsable);
      if (fault === undefined) continue;
      sample.push(fault);
      isMore = true;
    }
  }
  return sample;
}

/** Generates numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
