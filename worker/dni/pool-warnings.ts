/** Warns of pools that are smaller than their load. Pure. */
import { pointerTo } from '../shared/http/input.ts';
import { erlangB, numbersFor } from './pure/erlang.ts';
import { isPool } from './pure/number-entries.ts';
import { busiestOf, erlangsWith, type PoolLoad } from './pure/pool-load.ts';
import type { DniSettings } from './schema.ts';
import type { Warning } from './warning-codes.ts';

/** A pool fits its load if so few of the busiest hour's visitors see the overflow number. */
const ACCEPTED_OVERFLOW = 0.05;
/** What the advised size aims at. */
export const ADVISED_OVERFLOW = 0.01;

/** The load that a pool has counted, and the hold at that time. */
export interface MeasuredPool {
  load: PoolLoad;
  holdMinutes: number;
}

/**
 * Lists the pools of the settings with too few numbers for the busiest hour of the last 14 days, by Erlang B.
 * @param measured by the names of pools; a pool without visitors is not among them
 */
export function smallPools(
  { numbers }: Pick<DniSettings, 'numbers'>,
  measured: ReadonlyMap<string, MeasuredPool>,
): Warning[] {
  return numbers.flatMap((entry, index): Warning[] => {
    const known = isPool(entry) ? measured.get(entry.pool) : undefined;
    const busiest = known && busiestOf(known.load);
    if (!isPool(entry) || known === undefined || !busiest) return [];
    const erlangs = erlangsWith(busiest, { measured: known.holdMinutes, planned: entry.hold_minutes });
    const size = entry.phone_numbers.length;
    const overflow = erlangB(erlangs, size);
    if (overflow <= ACCEPTED_OVERFLOW) return [];
    const enough = numbersFor(erlangs, ADVISED_OVERFLOW);
    const advice =
      enough === undefined
        ? 'No pool has enough numbers for that: divide the visits by source or location.'
        : `With ${enough} numbers it would be at most 1 %.`;
    const detail =
      `In the busiest hour of the last 14 days, visitors of the pool "${entry.pool}" needed ${erlangs.toFixed(1)} numbers at a time. ` +
      `With ${size} ${size === 1 ? 'number' : 'numbers'}, ${Math.round(overflow * 100)} % of them would see the overflow number. ${advice}`;
    return [{ pointer: pointerTo(['numbers', index, 'phone_numbers']), code: 'small_pool', detail }];
  });
}
