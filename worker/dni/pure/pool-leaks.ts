/** Finds numbers of a pool that are known elsewhere than on the pages of the visits that lease them. Pure. */

const DAY_MS = 24 * 60 * 60_000;
/** A number with a lease shortly before may have been called by that visitor. */
const LEASED_BEFORE_MS = DAY_MS;
/** So many people who call for the first time do not share one visit. */
const FIRST_CALLERS = 3;

/** Why a number of a pool is thought to be known elsewhere. */
export const LEAK_KINDS = ['call_without_lease', 'many_first_callers', 'printed'] as const;

/** A number of a pool that is known elsewhere. */
export interface PoolLeak {
  kind: (typeof LEAK_KINDS)[number];
  number: string;
  /** Calls without a lease, or first-time callers on one lease; of a printed number 1. */
  count: number;
  /** The last of these calls, or the check that found it printed, in milliseconds since the epoch. */
  lastTime: number;
  /** The page on which it is printed. */
  page: string | null;
}

/** A call to a number of a pool. */
export interface PoolCall {
  number: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Null if it is withheld. */
  caller: string | null;
  isFirst: boolean;
}

/** The last lease of a number that began before a call. Milliseconds since the epoch. */
export interface LeaseBefore {
  from: number;
  until: number;
}

/**
 * Finds leaks among calls.
 * @param leases in the order of the calls; null if the number was not leased before
 * @param since when the pool's first lease began: calls of the day after it may come from before
 */
export function findLeaks(
  calls: readonly PoolCall[],
  leases: readonly (LeaseBefore | null)[],
  since: number,
): PoolLeak[] {
  const unleased = calls.filter(({ time }, index) => {
    const lease = leases[index] ?? null;
    return time >= since + DAY_MS && (lease === null || lease.until < time - LEASED_BEFORE_MS);
  });
  const leased = calls.flatMap((call, index) => {
    const lease = leases[index];
    return lease && call.isFirst && call.caller !== null && call.time <= lease.until ? [{ call, lease }] : [];
  });
  const ofOneLease = Map.groupBy(leased, ({ call, lease }) => `${call.number} ${lease.from}`);
  const crowded = [...ofOneLease.values()]
    .map((group) => group.map(({ call }) => call))
    .filter((group) => new Set(group.map(({ caller }) => caller)).size >= FIRST_CALLERS);
  return [
    ...[...Map.groupBy(unleased, ({ number }) => number).values()].map((group) =>
      leakOf('call_without_lease', group),
    ),
    ...crowded.map((group) => leakOf('many_first_callers', group)),
  ];
}

function leakOf(kind: PoolLeak['kind'], group: readonly PoolCall[]): PoolLeak {
  return {
    kind,
    number: group[0]?.number ?? '',
    count: group.length,
    lastTime: Math.max(...group.map(({ time }) => time)),
    page: null,
  };
}
