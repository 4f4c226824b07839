/** Expects how many calls come after the caller's lease, from the fitted model. Pure. */
import type { LateCalls } from '../../dni/pools.ts';
import type { HourOfPool } from '../../dni/pure/pool-load.ts';
import { MODEL } from './fitted-model.ts';
import { callsAfter, type Model, rateAt } from './model.ts';

const HOUR_MS = 60 * 60_000;
/** Parts of the time after the hold, each a constant factor longer than the one before. */
const STEPS = 200;
/** A pool with no free number gives each one away as soon as it is free. */
const FEWEST_FREE = 0.5;

/**
 * Returns the shares of calls after the end of the caller's lease: all of them, and those when somebody else has the number.
 *
 * A free number is chosen with a probability proportional to its idle time, so in a pool with `n` free numbers and `r` leases an
 * hour it is still free after a time `t` with the probability exp(-t² / 2s²), s = (n / r) √(2 / π).
 * @param hours what the pool has counted; each hour counts by its leases, since calls follow them
 * @returns null if there was no lease
 */
export function lateCalls(
  { numbers, holdMinutes, hours }: { numbers: number; holdMinutes: number; hours: readonly HourOfPool[] },
  { visit }: Model = MODEL,
): LateCalls | null {
  const leases = hours.reduce((sum, hour) => sum + hour.leases, 0);
  if (leases === 0) return null;
  const holdMs = holdMinutes * 60_000;
  const all = callsAfter(visit, 0);
  const taken = hours
    .filter((hour) => hour.leases > 0)
    .reduce((sum, hour) => {
      const free = Math.max(FEWEST_FREE, numbers - hour.heldMs / HOUR_MS);
      const spread = ((free * HOUR_MS) / hour.leases) * Math.sqrt(2 / Math.PI);
      return sum + hour.leases * takenCalls(visit, holdMs, spread);
    }, 0);
  return { afterHold: callsAfter(visit, holdMs) / all, taken: taken / leases / all };
}

/** Returns the area below the rate after the hold, times the probability that the number is given again. */
function takenCalls(table: Model['visit'], holdMs: number, spread: number): number {
  const end = table.at(-1)?.[0] ?? 0;
  if (holdMs >= end) return 0;
  const factor = (end / holdMs) ** (1 / STEPS);
  let area = 0;
  for (let time = holdMs, step = 0; step < STEPS; step += 1) {
    const next = time * factor;
    const middle = (time + next) / 2;
    const isTaken = 1 - Math.exp(-((middle - holdMs) ** 2) / (2 * spread ** 2));
    area += rateAt(table, middle) * isTaken * (next - time);
    time = next;
  }
  return area;
}
