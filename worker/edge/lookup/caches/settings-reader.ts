/** The companies' DNI settings on the edge: memory, then KV, then the company's Durable Object. */
import { LRUCache } from 'lru-cache';
import { settingsKey } from '../../../shared/cache-keys.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import type { VersionedDniSettings } from '../../../dni/schema.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { FailureLimit } from '../../../shared/limits/rate-limits.ts';
import { CompiledSettings } from '../choice/compiled-settings.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Settings this young are used as they are. A change is seen everywhere after this and KV's own minute. */
const FRESH_MS = 30_000;
/** Settings this young are still used, while newer ones are fetched behind the answer. */
const USABLE_MS = 10 * 60_000;
/** How long "there is no such company" is believed. */
const UNKNOWN_MS = 5_000;
/** How long nobody asks again after neither KV nor the object has answered. */
const RETRY_MS = 5_000;
/** A KV read that misses Cloudflare's own cache may take several hundred milliseconds; past this the Durable Object is asked. */
const KV_TIMEOUT_MS = 1_000;
/** A Durable Object may have to start on another continent. */
const OBJECT_TIMEOUT_MS = 3_000;
/** A load that takes longer than both counts as cut off together with its request. */
const LOAD_TIMEOUT_MS = KV_TIMEOUT_MS + OBJECT_TIMEOUT_MS + 500;
/** How often a request that waits for the load of another one looks whether it is done. */
const LOOK_MS = 5;
/** Characters of the settings that an isolate holds, as JSON; compiled they take about four times as many bytes. */
const MAX_REMEMBERED_CHARACTERS = 12_000_000;
/** What a company takes at least: its clocks, tables and sets. */
const CHARACTERS_AT_LEAST = 4_000;
/** Ids without settings, and companies that could not be read, that an isolate remembers; one takes about 100 bytes. */
const REMEMBERED_IDS = 5_000;

/** Who asks: what is needed to read, and whose fault it is when the company is unknown. */
export interface Asker {
  env: LookupEnv;
  /** Runs work after the answer (`waitUntil`). */
  background(work: Promise<unknown>): void;
  /** The keyed hash of the network that asks; undefined where the platform does not say. */
  network: string | undefined;
}

interface Remembered {
  compiled: CompiledSettings;
  readTime: number;
  characters: number;
}

/** What a load brought: the settings, nothing because there are none, or nothing because nobody answered. */
type Loaded = VersionedDniSettings | undefined | typeof FAILED;

const FAILED = Symbol('no source answered');

export class SettingsReader {
  readonly #remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_REMEMBERED_CHARACTERS,
    sizeCalculation: ({ characters }) => Math.max(characters, CHARACTERS_AT_LEAST),
  });
  /** Ids without settings and when they were asked for. They are apart, so that they cannot push companies out. */
  readonly #unknown = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** When the last load of a company failed, until one succeeds. */
  readonly #failed = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The newest version of each company that this isolate has seen, also of those that it no longer holds. */
  readonly #newestVersions = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The loads under way, and since when: who comes meanwhile waits for the same. */
  readonly #loads = new Map<string, number>();
  readonly #kv = new Dependency('settings from KV', { timeoutMs: KV_TIMEOUT_MS });
  readonly #objects = new Dependency('settings from the company', {
    timeoutMs: OBJECT_TIMEOUT_MS,
    // One company's object says nothing about another's.
    pauses: false,
  });
  /** Each unknown id starts an object to ask, so a network may ask for a few of them a minute. */
  readonly #unknownLimit = new FailureLimit('company');

  /** The company's settings, if this isolate has them and they are young enough to be used as they are. */
  fresh(companyId: string): CompiledSettings | undefined {
    const remembered = this.#remembered.get(companyId);
    return remembered !== undefined && Date.now() - remembered.readTime < FRESH_MS
      ? remembered.compiled
      : undefined;
  }

  /**
   * The company's settings, of any age.
   * @returns undefined when the company is not known or has no settings
   * @throws Problem `service_unavailable` when no source answers and none has been read before; `rate_limited` for a network
   *   that has asked for too many unknown companies
   */
  async read(companyId: string, asker: Asker): Promise<CompiledSettings | undefined> {
    const remembered = this.#remembered.get(companyId);
    if (remembered !== undefined) return this.#refreshed(companyId, remembered, asker);
    if (!this.#isUnknown(companyId)) {
      const waitMs = this.#msToRetry(companyId);
      if (waitMs > 0) throw unavailable(waitMs);
      await this.#loadOnce(companyId, asker);
    }
    const read = this.#remembered.get(companyId)?.compiled;
    if (read === undefined && !this.#isUnknown(companyId)) throw unavailable(RETRY_MS);
    return read;
  }

  /** Takes over what was saved through this isolate; KV may go on answering the former version for a minute. */
  remember(companyId: string, saved: VersionedDniSettings): void {
    this.#unknown.delete(companyId);
    this.#failed.delete(companyId);
    this.#newestVersions.set(companyId, Math.max(saved.version, this.#newestVersions.get(companyId) ?? 0));
    const known = this.#remembered.get(companyId);
    const isNewer = known === undefined || saved.version > known.compiled.version;
    this.#remembered.set(companyId, {
      compiled: isNewer ? new CompiledSettings(companyId, saved) : known.compiled,
      readTime: Date.now(),
      characters: isNewer ? JSON.stringify(saved).length : known.characters,
    });
  }

  /** Settings that are remembered answer at once; a request waits for newer ones only when they are old and no load has failed lately. */
  async #refreshed(
    companyId: string,
    remembered: Remembered,
    asker: Asker,
  ): Promise<CompiledSettings | undefined> {
    const isOver = Date.now() - remembered.readTime >= USABLE_MS && !this.#failed.has(companyId);
    if (isOver) await this.#loadOnce(companyId, asker);
    else if (!this.#isLoading(companyId) && this.#msToRetry(companyId) <= 0) {
      asker.background(this.#load(companyId, asker));
    }
    if (this.#isUnknown(companyId)) return undefined;
    return (this.#remembered.get(companyId) ?? remembered).compiled;
  }

  #isUnknown(companyId: string): boolean {
    return Date.now() - (this.#unknown.get(companyId) ?? -Infinity) < UNKNOWN_MS;
  }

  #isLoading(companyId: string): boolean {
    return Date.now() - (this.#loads.get(companyId) ?? -Infinity) < LOAD_TIMEOUT_MS;
  }

  #msToRetry(companyId: string): number {
    return (this.#failed.get(companyId) ?? -Infinity) + RETRY_MS - Date.now();
  }

  /**
   * Loads, or waits for the load of another request. It looks for the result in memory, since the runtime may drop what
   * one request's promise has to tell another request.
   */
  async #loadOnce(companyId: string, asker: Asker): Promise<void> {
    if (!this.#isLoading(companyId)) return this.#load(companyId, asker);
    while (this.#isLoading(companyId)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const isDone =
      this.#remembered.has(companyId) || this.#isUnknown(companyId) || this.#failed.has(companyId);
    return isDone ? undefined : this.#load(companyId, asker);
  }

  async #load(companyId: string, asker: Asker): Promise<void> {
    const load = this.#loadNow(companyId, asker);
    // It goes on when the request that began it is gone.
    asker.background(load);
    await load;
  }

  async #loadNow(companyId: string, asker: Asker): Promise<void> {
    this.#loads.set(companyId, Date.now());
    try {
      const published = await this.#readPublished(companyId, asker.env);
      const isEnough = typeof published === 'object' && !this.#isOutdated(companyId, published);
      const answered = isEnough ? published : await this.#askCompany(companyId, asker);
      // An older version is better than none.
      const loaded = answered === FAILED && typeof published === 'object' ? published : answered;
      if (loaded === FAILED) this.#failed.set(companyId, Date.now());
      else if (loaded === undefined) this.#forget(companyId);
      else this.remember(companyId, loaded);
    } finally {
      this.#loads.delete(companyId);
    }
  }

  /** There is no such company, or it has no settings. */
  #forget(companyId: string): void {
    this.#remembered.delete(companyId);
    this.#failed.delete(companyId);
    this.#unknown.set(companyId, Date.now());
  }

  /** What the company's Durable Object published; it was checked before it was saved. */
  async #readPublished(companyId: string, env: LookupEnv): Promise<Loaded> {
    const read = (): Promise<VersionedDniSettings | null> => env.CACHE.get(settingsKey(companyId), 'json');
    return (await this.#kv.ask(read, FAILED)) ?? undefined;
  }

  /** Whether KV lags behind what this isolate has seen, and no longer holds. */
  #isOutdated(companyId: string, { version }: VersionedDniSettings): boolean {
    return !this.#remembered.has(companyId) && version < (this.#newestVersions.get(companyId) ?? 0);
  }

  async #askCompany(companyId: string, { env, network }: Asker): Promise<Loaded> {
    if (network !== undefined) this.#unknownLimit.check(network);
    const found = await this.#objects.ask(
      async () => env.COMPANIES.getByName(companyId).dniSettings(),
      FAILED,
    );
    if (found === undefined && network !== undefined) {
      await this.#unknownLimit.count(env.AUTH_RATE_LIMIT, network);
    }
    return found;
  }
}

function unavailable(waitMs: number): Problem {
  return new Problem('service_unavailable', 'The settings of the company cannot be read at the moment.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
