/** The load of pools, for warnings about settings that are about to be saved. */
import type { MeasuredPool } from './pool-warnings.ts';
import { type ErasablePool, poolKey } from './pools.ts';
import { isPool } from './pure/number-entries.ts';
import type { DniNumber, DniPool } from './schema.ts';
import { within } from '../shared/limits/bounded-wait.ts';

/** Longest wait for all pools. A save does not fail without them. */
const TIMEOUT_MS = 300;
/** Most pools that are asked: the platform limits the requests of a request. */
const MOST_POOLS = 100;

/**
 * Asks the first 100 pools of a company for their load. A pool that does not answer in time is left out.
 * @param numbers those of the saved settings
 */
export async function measuredPools(
  POOLS: { getByName(name: string): ErasablePool },
  companyId: string,
  numbers: readonly DniNumber[],
): Promise<ReadonlyMap<string, MeasuredPool>> {
  const pools = numbers.filter(isPool).slice(0, MOST_POOLS);
  const measured = new Map<string, MeasuredPool>();
  const ask = async ({ pool, hold_minutes: holdMinutes }: DniPool): Promise<void> => {
    const { load } = await POOLS.getByName(poolKey(companyId, pool)).state([]);
    measured.set(pool, { load, holdMinutes });
  };
  await within(Promise.allSettled(pools.map(ask)), TIMEOUT_MS, undefined);
  return new Map(measured);
}
