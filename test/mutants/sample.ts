/** Shuffles a list by a seed, in the same way on every machine. */

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
