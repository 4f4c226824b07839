/**
 * Limits wrong passwords and wrong codes for an address. Pure.
 *
 * The limit of passwords is five from one network and much higher from all networks, so that five failures elsewhere do not lock
 * out the owner. Beyond the second limit, the address is closed to unknown networks. A /48, of which one sender may have all
 * networks, has a limit between the two, so that it does not close the address. Networks from which the owner has signed in keep
 * their own limit of five.
 *
 * A code has only a million values, and whoever tries codes knows the password already. So they are limited for a day, too: with 20
 * wrong ones a chance of 1 in 16,000.
 */

import type { Sender } from '../../shared/limits/networks.ts';

/** Window of the throttle of passwords in milliseconds. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** At most so many failures within a time. */
interface Limit {
  most: number;
  withinMs: number;
}

/** The limits of one kind of failure. */
export interface Limits {
  ofNetwork: readonly Limit[];
  /** Not for networks from which the owner has signed in, nor for IPv4. */
  ofBlock: readonly Limit[];
  /** Not for networks from which the owner has signed in. */
  ofAll: readonly Limit[];
}

export const PASSWORD_LIMITS: Limits = {
  ofNetwork: [{ most: 5, withinMs: THROTTLE_WINDOW_MS }],
  ofBlock: [{ most: 15, withinMs: THROTTLE_WINDOW_MS }],
  ofAll: [{ most: 50, withinMs: THROTTLE_WINDOW_MS }],
};
export const CODE_LIMITS: Limits = {
  ofNetwork: [
    { most: 5, withinMs: THROTTLE_WINDOW_MS },
    { most: 20, withinMs: DAY_MS },
  ],
  ofBlock: [{ most: 10, withinMs: DAY_MS }],
  ofAll: [{ most: 20, withinMs: DAY_MS }],
};

/** A wrong password or code. */
export interface Failure {
  /** Milliseconds since the epoch. */
  time: number;
  /** The keyed hash of its network. */
  network: string;
  /** That of its /48; absent from those of former versions. */
  block?: string;
}

/** The next attempt. */
export interface Attempt {
  sender: Sender;
  /** Whether the owner has signed in from this network before. */
  isFamiliar: boolean;
  now: number;
}

/** Returns the failures that still count, oldest first. */
export function recentFailures(
  failures: readonly Failure[],
  now: number,
  limits: Limits = PASSWORD_LIMITS,
): Failure[] {
  const longestMs = Math.max(...limits.ofNetwork.map(({ withinMs }) => withinMs));
  return failures.filter(({ time }) => time > now - longestMs);
}

/** Returns the whole seconds until the next attempt is allowed; 0 if it is allowed now. */
export function secondsToWait(
  failures: readonly Failure[],
  { sender: { network, block }, isFamiliar, now }: Attempt,
  limits: Limits = PASSWORD_LIMITS,
): number {
  const own = failures.filter((failure) => failure.network === network);
  const ofBlock = block === network ? [] : failures.filter((failure) => failure.block === block);
  const waits = [
    ...limits.ofNetwork.map((limit) => waitOf(own, limit, now)),
    ...(isFamiliar ? [] : limits.ofBlock.map((limit) => waitOf(ofBlock, limit, now))),
    ...(isFamiliar ? [] : limits.ofAll.map((limit) => waitOf(failures, limit, now))),
  ];
  return Math.max(0, ...waits);
}

function waitOf(failures: readonly Failure[], { most, withinMs }: Limit, now: number): number {
  const oldest = failures.at(-most);
  return oldest === undefined ? 0 : Math.ceil((oldest.time + withinMs - now) / 1000);
}
