/** What the edge asks the object of a pool, and what it answers. Plain data: it comes over RPC. */
import type { HourOfPool, PoolLoad } from './pure/pool-load.ts';
import type { PoolLeak } from './pure/pool-leaks.ts';

/** A request for a number of a pool. */
export interface PoolRequest {
  /** The visit's id, else `network`. */
  holder: string;
  /** The keyed hash of the visitor's network. */
  network: string;
  /** The keyed hash of the block of networks that one sender may have (`blockOf`). */
  block: string;
  /** The numbers of the pool by the settings, E.164. */
  numbers: readonly string[];
  holdMinutes: number;
}

/** A leased number. */
export interface GrantedLease {
  number: string;
  /** When the number was given to the holder, in milliseconds since the epoch. */
  begun: number;
  /** Milliseconds for which the number stays the holder's. */
  remainsMs: number;
}

/** The state of a pool. */
export interface PoolState {
  /** Numbers of the pool. */
  numbers: number;
  /** Numbers that nobody holds. */
  free: number;
  /** The load of the last 14 days. */
  load: PoolLoad;
  /** What was counted in these days, the first hour first. */
  hours: readonly HourOfPool[];
  /** When the first visit leased a number, or four weeks ago; null if none did. Milliseconds since the epoch. */
  since: number | null;
}

/** A question to the company about the calls to a pool's numbers. */
export interface PoolCallsQuestion {
  numbers: readonly string[];
  holdMinutes: number;
  hours: readonly HourOfPool[];
  since: number | null;
}

/** What the company knows of the calls to a pool's numbers in the last 14 days. */
export interface PoolCalls {
  /** By the hour (milliseconds since the epoch), the first first. Hours without a call are left out. */
  hours: readonly { hour: number; calls: number }[];
  /** The share of calls that come later than the hold, as the model expects; null without a lease. */
  late: LateCalls | null;
  /** Null while the evidence does not answer. */
  leaks: readonly PoolLeak[] | null;
}

/** Calls after the end of the caller's lease, as shares of the calls of visitors. */
export interface LateCalls {
  afterHold: number;
  /** When somebody else has the number. */
  taken: number;
}

/** The methods of a pool's object that the edge calls. */
export interface LeasingPool {
  /** Leases a number; undefined when others hold all numbers. */
  lease(request: PoolRequest): Promise<GrantedLease | undefined>;
  /** Counts the numbers that nobody holds, and the load. */
  state(numbers: readonly string[]): Promise<PoolState>;
}

/** The methods of a pool's object that the core calls. */
export interface ErasablePool {
  /** Counts as for the edge. */
  state(numbers: readonly string[]): Promise<PoolState>;
  /** Deletes all leases, since the company is erased. */
  erase(): Promise<void>;
}

/** Returns the name of a pool's object. */
export function poolKey(companyId: string, pool: string): string {
  return `${companyId}/${pool}`;
}
