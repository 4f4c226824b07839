/** How many wrong passwords an address may see. Pure: the times and `now` come in, the wait goes out. */

/** Window of the throttle in milliseconds. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES = 5;

/** The failures that still count, oldest first. All times are milliseconds since the epoch. */
export function recentFailures(failures: readonly number[], now: number): number[] {
  return failures.filter((time) => time > now - THROTTLE_WINDOW_MS);
}

/** Whole seconds until the next attempt is allowed; 0 when it is allowed now. */
export function secondsToWait(failures: readonly number[], now: number): number {
  const recent = recentFailures(failures, now);
  const oldest = recent.at(-MAX_FAILURES);
  return oldest === undefined ? 0 : Math.ceil((oldest + THROTTLE_WINDOW_MS - now) / 1000);
}
