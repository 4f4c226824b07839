/** Leases the numbers of a visit from the pools that its decision falls on. */
import { Dependency } from '../../../shared/limits/dependency.ts';
import { type GrantedLease, poolKey, type PoolRequest, type PoolState } from '../../../dni/pools.ts';
import type { DniPool } from '../../../dni/schema.ts';
import type { Choice, Lane, Leases } from './answers.ts';
import { choosePools } from '../choice/choose-number.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Longest wait for a pool; after that the visitor sees its overflow number. */
const TIMEOUT_MS = 300;

/** Who leases a number. */
export type Visitor = Pick<PoolRequest, 'holder' | 'network' | 'block'>;

/** What a lease needs; as in a lookup. */
interface PoolContext {
  env: LookupEnv;
  background: (work: Promise<unknown>) => void;
}

/** Asks the pools of all companies. */
export class PoolClient {
  readonly #pools = new Dependency('pools', {
    timeoutMs: TIMEOUT_MS,
    // A failure of one company's pool does not concern others.
    pauses: false,
  });

  /**
   * Leases a number from each pool that the choice falls on. A pool that is empty or away has none, so its overflow number
   * is shown.
   * @param visitor undefined if visitors cannot be told apart: then nothing is leased
   * @returns undefined when the visit has no lease
   */
  async lease(
    context: PoolContext,
    { lane, choice, compiled }: { lane: Lane; choice: Choice; compiled: CompiledSettings },
    visitor: Visitor | undefined,
  ): Promise<Leases | undefined> {
    if (visitor === undefined) return undefined;
    const pools = choosePools(compiled, questionOf(choice), lane === 'lookup');
    const granted = await Promise.all(
      pools.map(
        async (pool) =>
          [pool.pool, await this.#leaseFrom(context, compiled.companyId, pool, visitor)] as const,
      ),
    );
    const leases = granted.flatMap(([name, lease]) => (lease === undefined ? [] : [[name, lease] as const]));
    if (leases.length === 0) return undefined;
    return {
      numbers: new Map(leases.map(([name, { number }]) => [name, number])),
      granted: leases.map(([, lease]) => lease),
      remains: Math.floor(Math.min(...leases.map(([, { remainsMs }]) => remainsMs)) / 1000),
    };
  }

  /** Returns the state of a pool; undefined while it does not answer. */
  stateOf(
    env: LookupEnv,
    companyId: string,
    { pool, phone_numbers: numbers }: DniPool,
  ): Promise<PoolState | undefined> {
    return this.#pools.ask(() => env.POOLS.getByName(poolKey(companyId, pool)).state(numbers), undefined);
  }

  #leaseFrom(
    { env, background }: PoolContext,
    companyId: string,
    { pool, phone_numbers: numbers, hold_minutes: holdMinutes }: DniPool,
    visitor: Visitor,
  ): Promise<GrantedLease | undefined> {
    return this.#pools.ask(async () => {
      const lease = env.POOLS.getByName(poolKey(companyId, pool)).lease({ ...visitor, numbers, holdMinutes });
      // The platform drops a call that is late once the visitor has their answer, and the pool would not count them.
      background(lease);
      return lease;
    }, undefined);
  }
}

function questionOf({ source, location_id: locationId }: Choice): {
  source: string;
  locationId: string | undefined;
} {
  return { source, locationId: locationId ?? undefined };
}
