/** The load of a pool, from what its object counted. Pure. */

const HOUR_MS = 3_600_000;

/** What a pool's object counted in an hour. */
export interface HourOfPool {
  /** Its beginning, in milliseconds since the epoch. */
  hour: number;
  /** Leases that began. */
  leases: number;
  /** Visitors who found all numbers leased. */
  overflows: number;
  /** The time for which numbers were leased, in milliseconds; a lease counts when it begins or is renewed. */
  heldMs: number;
}

/** The load of a pool over some time. */
export interface PoolLoad {
  leases: number;
  overflows: number;
  /** The hour with the highest load, and its visitors, which include those who found no number. Null without a lease. */
  busiest: { hour: number; erlangs: number; visitors: number } | null;
}

/** With fewer visitors a load says too little. */
export const FEWEST_VISITORS = 50;

/** Returns the busiest hour, if there were enough visitors for advice. */
export function busiestOf({ leases, overflows, busiest }: PoolLoad): PoolLoad['busiest'] {
  return leases + overflows < FEWEST_VISITORS ? null : busiest;
}

/** Returns the erlangs of the busiest hour with another hold: each visitor would keep the number for longer or shorter. */
export function erlangsWith(
  { erlangs, visitors }: NonNullable<PoolLoad['busiest']>,
  { measured, planned }: { measured: number; planned: number },
): number {
  return Math.max(0, erlangs + (visitors * (planned - measured)) / 60);
}

/** Adds up the hours, and finds the busiest. */
export function loadOf(hours: readonly HourOfPool[]): PoolLoad {
  const load: PoolLoad = { leases: 0, overflows: 0, busiest: null };
  for (const { hour, leases, overflows, heldMs } of hours) {
    load.leases += leases;
    load.overflows += overflows;
    if (leases === 0) continue;
    // Who found no number would have held one for as long as the others.
    const erlangs = ((heldMs / HOUR_MS) * (leases + overflows)) / leases;
    if (load.busiest === null || erlangs > load.busiest.erlangs) {
      load.busiest = { hour, erlangs, visitors: leases + overflows };
    }
  }
  return load;
}
