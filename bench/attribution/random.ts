/** Seeded random numbers and the distributions of the simulation. */

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Makes a generator: the same seed gives the same numbers. It is mulberry32, whose period is 2^32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from an exponential distribution with this mean. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random());

/** Draws from a log-normal distribution. @param spread standard deviation of the logarithm */
export function logNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

/** Draws an index with a probability proportional to its weight. */
export function pick(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (left -= weight) < 0);
  return index < 0 ? weights.length - 1 : index;
}

/** Draws a number between two bounds, evenly on a logarithmic scale. */
export const between = (random: Random, least: number, most: number): number =>
  least * (most / least) ** random();
