/** The Durable Object of a pool of numbers: the one place that knows which visit holds which number. */
import { DurableObject } from 'cloudflare:workers';
import { lruCache } from '../../shared/lru-cache.ts';
import type { ErasablePool, GrantedLease, LeasingPool, PoolRequest, PoolState } from '../../dni/pools.ts';
import { type HourOfPool, loadOf } from '../../dni/pure/pool-load.ts';
import { LeaseStorage } from './lease-storage.ts';
import { cutLeases, decideLease, freeNumbers, type Lease } from './leases.ts';

/** How long an ended lease is remembered. A visitor who comes back gets the same number if nobody else had it meanwhile. */
const KEPT_MS = 90 * 24 * 3_600_000;
/** How often older leases are deleted. */
const CLEAN_UP_MS = 24 * 3_600_000;
/** A later end is stored only if it is so much later, so that page views in quick succession write once. */
const RENEWAL_STEP_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A clock that steps back by less may soon be right again; by more, it was wrong before. */
const MOST_BEHIND_MS = 3 * HOUR_MS;
/** How long counts are kept. */
const COUNTED_MS = 28 * 24 * HOUR_MS;
/** The load of a pool is that of these last days. */
const LOAD_MS = 14 * 24 * HOUR_MS;
/** Most refused visitors that are remembered, so that each counts once in the time of a hold. */
const MOST_REFUSED = 2_000;
/** Longest time for which an edge may use the settings of an erased company, with a margin. */
const ERASED_MS = 3_600_000;
/** The storage key of the time until which the pool of an erased company leases nothing. */
const ERASED_UNTIL = 'erased_until';

const NO_COUNTS = { leases: 0, overflows: 0, heldMs: 0 };

/** Named `<company>/<pool>` (`poolKey`). A pool is never split, since two objects could give a number to two visits. */
export class NumberPool extends DurableObject implements LeasingPool, ErasablePool {
  readonly #storage = new LeaseStorage(this.ctx.storage);
  /** The last lease of each number, as stored. Undefined until it is read, and after a failed write. */
  #leases: Map<string, Lease> | undefined;
  readonly #refused = lruCache<true>(MOST_REFUSED);
  /** The latest time so far. */
  #latest = 0;
  #hasAlarm = false;
  #isErased = this.ctx.storage.kv.get<number>(ERASED_UNTIL) !== undefined;

  /**
   * Leases a number to a holder, or extends their lease. The platform sends the answer only once the lease is stored, so an
   * object that is killed has forgotten none.
   * @returns undefined when others hold all numbers, or the company was erased
   */
  async lease({ numbers, holdMinutes, ...visitor }: PoolRequest): Promise<GrantedLease | undefined> {
    if (this.#isErased) return undefined;
    const { holder } = visitor;
    const holdMs = holdMinutes * 60_000;
    this.#correctClock(holdMs);
    const leases = this.#read();
    const now = this.#now();
    const request = { ...visitor, now, numbers, holdMs };
    const lease = decideLease(leases, request, Math.random);
    if (lease === undefined) return this.#refuse(holder, now, holdMinutes);
    const known = leases.get(lease.number);
    const isRenewal = known?.holder === holder && known.begun === lease.begun;
    if (isRenewal && lease.ends - known.ends < RENEWAL_STEP_MS) {
      return { number: known.number, begun: known.begun, remainsMs: known.ends - now };
    }
    const heldMs = lease.ends - (isRenewal ? known.ends : now);
    this.#write(leases, lease, { ...NO_COUNTS, hour: hourOf(now), leases: isRenewal ? 0 : 1, heldMs });
    await this.#planCleanUp();
    return { number: lease.number, begun: lease.begun, remainsMs: lease.ends - now };
  }

  /** Counts the numbers that nobody holds, and the load of the last days. Stores nothing. */
  async state(numbers: readonly string[]): Promise<PoolState> {
    const leases = this.#read();
    const now = this.#now();
    const free = freeNumbers(leases, numbers, now).size;
    const counted = this.#storage.hours(now - COUNTED_MS);
    const hours = counted.filter(({ hour }) => hour >= now - LOAD_MS);
    const since = counted[0]?.hour ?? null;
    return { numbers: numbers.length, free, load: loadOf(hours), hours, since };
  }

  /** Deletes all leases, since the company is erased. Edges that still have its settings are leased nothing. */
  async erase(): Promise<void> {
    const until = Date.now() + ERASED_MS;
    await this.#deleteAll();
    this.#isErased = true;
    this.ctx.storage.kv.put(ERASED_UNTIL, until);
    await this.ctx.storage.setAlarm(until);
  }

  /** Deletes old leases; everything when none is left. */
  override async alarm(): Promise<void> {
    this.#hasAlarm = false;
    const erasedUntil = this.ctx.storage.kv.get<number>(ERASED_UNTIL) ?? 0;
    if (erasedUntil > Date.now()) return this.ctx.storage.setAlarm(erasedUntil);
    const now = this.#now();
    this.#storage.deleteBefore(now - KEPT_MS, now - COUNTED_MS);
    this.#leases = undefined;
    if (this.#read().size === 0) await this.#deleteAll();
    else await this.#planCleanUp();
  }

  #read(): Map<string, Lease> {
    if (this.#leases === undefined) {
      this.#leases = this.#storage.lastLeases();
      for (const { begun } of this.#leases.values()) this.#latest = Math.max(this.#latest, begun);
    }
    return this.#leases;
  }

  /** Returns the time, which does not run backward: else a lease given while the clock is slow would end too soon when it is right. */
  #now(): number {
    this.#latest = Math.max(this.#latest, Date.now());
    return this.#latest;
  }

  /** Begins anew from a clock that was set back, so that leases of tomorrow hold no numbers until then. */
  #correctClock(holdMs: number): void {
    const leases = this.#read();
    const now = Date.now();
    if (this.#latest - now < MOST_BEHIND_MS) return;
    this.#latest = now;
    const cut = cutLeases(leases, { now, holdMs });
    this.#storage.replace(cut);
    for (const lease of cut) leases.set(lease.number, lease);
  }

  #refuse(holder: string, now: number, holdMinutes: number): undefined {
    if (this.#refused.has(holder)) return;
    this.#refused.set(holder, true, { ttl: holdMinutes * 60_000 });
    this.#storage.count({ ...NO_COUNTS, hour: hourOf(now), overflows: 1 });
  }

  #write(leases: Map<string, Lease>, lease: Lease, counts: HourOfPool): void {
    try {
      this.#storage.write(lease, counts);
      leases.set(lease.number, lease);
    } catch (error) {
      this.#leases = undefined;
      throw error;
    }
  }

  async #planCleanUp(): Promise<void> {
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(Date.now() + CLEAN_UP_MS);
    }
  }

  async #deleteAll(): Promise<void> {
    this.#leases = undefined;
    this.#hasAlarm = false;
    this.#isErased = false;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#storage.forget();
  }
}

function hourOf(time: number): number {
  return time - (time % HOUR_MS);
}
