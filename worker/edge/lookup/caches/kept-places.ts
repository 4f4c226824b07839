/** A cache of the places that the resolver found. */
import { placeKey } from '../../../shared/cache-keys.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import type { LookupEnv } from '../lookup-app.ts';
import type { Place } from '../place/place.ts';

/** Longest wait for KV; after that the resolver is asked. */
const READ_TIMEOUT_MS = 500;
/** Addresses seldom move, and a wrong place should not be used for longer. */
const PLACE_TTL_S = 7 * 24 * 60 * 60;

/** Caches resolved places in KV. */
export class KeptPlaces {
  readonly #reads = new Dependency('reading kept places', { timeoutMs: READ_TIMEOUT_MS });
  readonly #writes = new Dependency('writing kept places', { pauses: false });

  /** Returns the cached place of a visitor; undefined when there is none or KV does not answer. */
  async read(env: LookupEnv, visitor: string): Promise<Place | undefined> {
    const read = (): Promise<Place | null> => env.CACHE.get<Place>(placeKey(visitor), 'json');
    return (await this.#reads.ask(read, null)) ?? undefined;
  }

  /** Caches a resolved place for a week. */
  async keep(env: LookupEnv, visitor: string, place: Place): Promise<void> {
    const options = { expirationTtl: PLACE_TTL_S };
    await this.#writes.ask(() => env.CACHE.put(placeKey(visitor), JSON.stringify(place), options), undefined);
  }
}
