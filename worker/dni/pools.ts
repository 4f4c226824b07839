/** What the edge asks the object of a pool, and what it answers. Plain data: it comes over RPC. */
import type { PoolLoad } from './pure/pool-load.ts';

/** A request for a number of a pool. */
export interface PoolRequest {
  /** The visit's id, else `network`. */
  holder: string;
  /** The keyed hash of the visitor's network. */
  network: string;
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
