/**
 * How many wrong passwords an address may see. Pure: the failures and `now` come in, the wait goes out.
 *
 * Five from one network limit guessing; many more from all networks together, so that five failures elsewhere do not keep
 * the owner out. Past that the address is closed to unknown networks: those that the owner has signed in from before are
 * still held to their own five alone.
 */

/** Window of the throttle in milliseconds. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES_OF_A_NETWORK = 5;
const MAX_FAILURES = 50;

/** A wrong password. */
export interface Failure {
  /** Milliseconds since the epoch. */
  time: number;
  /** The keyed hash of the network that it came from; empty when that is not known. */
  network: string;
}

/** Who tries next. */
export interface Attempt {
  network: string;
  /** Whether the owner has signed in from this network before. */
  isFamiliar: boolean;
  now: number;
}

/** The failures that still count, oldest first. */
export function recentFailures(failures: readonly Failure[], now: number): Failure[] {
  return failures.filter(({ time }) => time > now - THROTTLE_WINDOW_MS);
}

/** Whole seconds until the next attempt is allowed; 0 when it is allowed now. */
export function secondsToWait(failures: readonly Failure[], { network, isFamiliar, now }: Attempt): number {
  const recent = recentFailures(failures, now);
  const own = recent.filter((failure) => failure.network === network);
  const waits = [
    waitOf(own, MAX_FAILURES_OF_A_NETWORK, now),
    isFamiliar ? 0 : waitOf(recent, MAX_FAILURES, now),
  ];
  return Math.max(...waits);
}

function waitOf(failures: readonly Failure[], limit: number, now: number): number {
  const oldest = failures.at(-limit);
  return oldest === undefined ? 0 : Math.ceil((oldest.time + THROTTLE_WINDOW_MS - now) / 1000);
}
