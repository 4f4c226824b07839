/** A seeded random generator, so that every demo has the same data. */

/** A random generator. */
export interface Chance {
  /** 0 or more, less than 1. */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
  maybe(likelihood: number): boolean;
}

/** Creates a generator (Mulberry32: small, and good enough for varied leads). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    maybe: (likelihood) => next() < likelihood,
  };
}
