/**
 * Limits wrong passwords for an address. Pure.
 *
 * The limit is five from one network and much higher from all networks, so that five failures elsewhere do not lock out the
 * owner. Beyond the second limit, the address is closed to unknown networks. Networks from which the owner has signed in keep
 * their own limit of five.
 */

/** Window of the throttle in milliseconds. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES_OF_A_NETWORK = 5;
const MAX_FAILURES = 50;

/** A wrong password. */
export interface Failure {
  /** Milliseconds since the epoch. */
  time: number;
  /** The keyed hash of its network. */
  network: string;
}

/** The next attempt. */
export interface Attempt {
  network: string;
  /** Whether the owner has signed in from this network before. */
  isFamiliar: boolean;
  now: number;
}

/** Returns the failures that still count, oldest first. */
export function recentFailures(failures: readonly Failure[], now: number): Failure[] {
  return failures.filter(({ time }) => time > now - THROTTLE_WINDOW_MS);
}

/** Returns the whole seconds until the next attempt is allowed; 0 if it is allowed now. */
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
