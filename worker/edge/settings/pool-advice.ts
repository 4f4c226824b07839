/** Explains a pool: what is free, how often it overflows, how many numbers it needs, late calls and leaks. Pure. */
import { ADVISED_OVERFLOW } from '../../dni/pool-warnings.ts';
import { erlangB, numbersFor } from '../../dni/pure/erlang.ts';
import { busiestOf } from '../../dni/pure/pool-load.ts';
import type { PoolCalls, PoolCallsQuestion, PoolState } from '../../dni/pools.ts';
import type { DniPool } from '../../dni/schema.ts';
import type { ExplainedPoolBody } from './answer-schema.ts';

/** Returns what the company is asked about a pool. */
export function questionOf(
  { phone_numbers: numbers, hold_minutes: holdMinutes }: DniPool,
  state: PoolState | undefined,
): PoolCallsQuestion {
  return { numbers, holdMinutes, hours: state?.hours ?? [], since: state?.since ?? null };
}

/**
 * @param state undefined while the pool does not answer
 * @param calls undefined while the company does not answer
 */
export function explainPool(
  { pool: name, phone_numbers: numbers, hold_minutes: hold, overflow }: DniPool,
  state: PoolState | undefined,
  calls: PoolCalls | undefined,
): ExplainedPoolBody {
  const { late = null, leaks = null } = calls ?? {};
  return {
    name,
    overflow,
    numbers: numbers.length,
    hold_minutes: hold,
    free: state?.free ?? null,
    load: state === undefined ? null : explainLoad(state, numbers.length),
    late_calls: late === null ? null : { after_hold: rounded(late.afterHold), taken: rounded(late.taken) },
    hours: hoursOf(state, calls),
    leaks:
      leaks?.map(({ kind, number, count, lastTime, page }) => ({
        kind,
        number,
        count,
        last_at: moment(lastTime),
        page,
      })) ?? null,
  };
}

function explainLoad({ load }: PoolState, numbers: number): NonNullable<ExplainedPoolBody['load']> {
  const { leases, overflows } = load;
  const busiest = busiestOf(load);
  if (busiest === null) return { leases, overflows, busiest_hour: null, advised_numbers: null };
  const { hour, erlangs } = busiest;
  return {
    leases,
    overflows,
    busiest_hour: {
      time: moment(hour),
      erlangs: rounded(erlangs),
      predicted_overflow: rounded(erlangB(erlangs, numbers)),
    },
    advised_numbers: numbersFor(erlangs, ADVISED_OVERFLOW) ?? null,
  };
}

/** Joins what pool and company have counted by the hour. Hours without anything are left out. */
function hoursOf(state: PoolState | undefined, calls: PoolCalls | undefined): ExplainedPoolBody['hours'] {
  const counted = new Map((state?.hours ?? []).map((each) => [each.hour, each]));
  const called = new Map((calls?.hours ?? []).map((each) => [each.hour, each.calls]));
  return [...new Set([...counted.keys(), ...called.keys()])]
    .toSorted((a, b) => a - b)
    .map((hour) => ({
      time: moment(hour),
      issued: counted.get(hour)?.leases ?? 0,
      called: called.get(hour) ?? 0,
      overflowed: counted.get(hour)?.overflows ?? 0,
    }));
}

function moment(time: number): string {
  return new Date(time).toISOString();
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
