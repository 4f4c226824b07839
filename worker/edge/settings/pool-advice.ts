/** Explains a pool: what is free, how often it overflows, and how many numbers it needs. Pure. */
import { ADVISED_OVERFLOW } from '../../dni/pool-warnings.ts';
import { erlangB, numbersFor } from '../../dni/pure/erlang.ts';
import { busiestOf } from '../../dni/pure/pool-load.ts';
import type { PoolState } from '../../dni/pools.ts';
import type { DniPool } from '../../dni/schema.ts';
import type { ExplainedPoolBody } from './answer-schema.ts';

/** @param state undefined while the pool does not answer */
export function explainPool(
  { pool: name, phone_numbers: numbers, hold_minutes: hold }: DniPool,
  state: PoolState | undefined,
): ExplainedPoolBody {
  const pool = { name, numbers: numbers.length, hold_minutes: hold };
  if (state === undefined) return { ...pool, free: null, load: null };
  const { leases, overflows } = state.load;
  const busiest = busiestOf(state.load);
  if (busiest === null) {
    return {
      ...pool,
      free: state.free,
      load: { leases, overflows, busiest_hour: null, advised_numbers: null },
    };
  }
  const { hour, erlangs } = busiest;
  return {
    ...pool,
    free: state.free,
    load: {
      leases,
      overflows,
      busiest_hour: {
        time: new Date(hour).toISOString(),
        erlangs: rounded(erlangs),
        predicted_overflow: rounded(erlangB(erlangs, numbers.length)),
      },
      advised_numbers: numbersFor(erlangs, ADVISED_OVERFLOW) ?? null,
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
