/** Reads companies' DNI settings at the edge: from memory, then KV, then the company's Durable Object. */
import { LRUCache } from 'lru-cache';
import { settingsKey } from '../../../shared/cache-keys.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import type { VersionedDniSettings } from '../../../dni/schema.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { FailureLimit } from '../../../shared/limits/rate-limits.ts';
import { CompiledSettings } from '../choice/compiled-settings.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Settings this young are used without a check. A change is visible everywhere after this time plus KV's minute. */
const FRESH_MS = 30_000;
/** Settings this young are still used, while newer ones are loaded after the answer. */
const USABLE_MS = 10 * 60_000;
/** How long an id is remembered as unknown. */
const UNKNOWN_MS = 5_000;
/** Pause after neither KV nor the Durable Object has answered. */
const RETRY_MS = 5_000;
/** A KV read that misses Cloudflare's own cache may take several hundred milliseconds; after this the Durable Object is called. */
const KV_TIMEOUT_MS = 1_000;
/** A Durable Object may have to start on another continent. */
const OBJECT_TIMEOUT_MS = 3_000;
/** A load that takes longer is assumed to have been cut off with its request. */
const LOAD_TIMEOUT_MS = KV_TIMEOUT_MS + OBJECT_TIMEOUT_MS + 500;
/** How often a request checks whether another request's load is done. */
const LOOK_MS = 5;
/** Characters of settings (as JSON) that an isolate holds; compiled they take about four times as many bytes. */
const MAX_REMEMBERED_CHARACTERS = 12_000_000;
/** The minimum counted for a company: its clocks, tables and sets. */
const CHARACTERS_AT_LEAST = 4_000;
/** Ids without settings, and companies that could not be read, that an isolate remembers, at about 100 bytes each. */
const REMEMBERED_IDS = 5_000;

/** The context of a read, with the network to count unknown companies for. */
export interface Requester {
  env: LookupEnv;
  /** Runs work after the answer (`waitUntil`). */
  background(work: Promise<unknown>): void;
  /** The keyed hash of the requesting network; undefined where the platform does not set the address. */
  network: string | undefined;
}

interface Remembered {
  compiled: CompiledSettings;
  readTime: number;
  characters: number;
}

/** The result of a load: the settings, undefined if there are none, or FAILED. */
type Loaded = VersionedDniSettings | undefined | typeof FAILED;

const FAILED = Symbol('no source answered');

export class SettingsReader {
  readonly #remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_REMEMBERED_CHARACTERS,
    sizeCalculation: ({ characters }) => Math.max(characters, CHARACTERS_AT_LEAST),
  });
  /** Ids without settings, with the time of the request. Separate, so that they cannot displace companies. */
  readonly #unknown = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** When the last load of a company failed, until one succeeds. */
  readonly #failed = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The newest version of each company that this isolate has seen, even if it no longer holds it. */
  readonly #newestVersions = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The pending loads with their start times; other requests wait for them. */
  readonly #loads = new Map<string, number>();
  readonly #kv = new Dependency('settings from KV', { timeoutMs: KV_TIMEOUT_MS });
  readonly #objects = new Dependency('settings from the company', {
    timeoutMs: OBJECT_TIMEOUT_MS,
    // A failure of one company's object does not concern others.
    pauses: false,
  });
  /** Each unknown id starts a Durable Object, so a network may request only a few a minute. */
  readonly #unknownLimit = new FailureLimit('company');

  /** Returns the company's settings if this isolate has recent ones. */
  fresh(companyId: string): CompiledSettings | undefined {
    const remembered = this.#remembered.get(companyId);
    return remembered !== undefined && Date.now() - remembered.readTime < FRESH_MS
      ? remembered.compiled
      : undefined;
  }

  /**
   * Returns the company's settings.
   * @returns undefined when the company is unknown or has no settings
   * @throws Problem `service_unavailable` when no source answers and none has been read before; `rate_limited` for a network
   *   that has requested too many unknown companies
   */
  async read(companyId: string, requester: Requester): Promise<CompiledSettings | undefined> {
    const remembered = this.#remembered.get(companyId);
    if (remembered !== undefined) return this.#refreshed(companyId, remembered, requester);
    if (!this.#isUnknown(companyId)) {
      const waitMs = this.#msToRetry(companyId);
      if (waitMs > 0) throw unavailable(waitMs);
      await this.#loadOnce(companyId, requester);
    }
    const read = this.#remembered.get(companyId)?.compiled;
    if (read === undefined && !this.#isUnknown(companyId)) throw unavailable(RETRY_MS);
    return read;
  }

  /** Stores settings saved through this isolate; KV may return the old version for a minute. */
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

  /** Returns remembered settings at once; waits for newer ones only if they are old and no load has failed recently. */
  async #refreshed(
    companyId: string,
    remembered: Remembered,
    requester: Requester,
  ): Promise<CompiledSettings | undefined> {
    const isOver = Date.now() - remembered.readTime >= USABLE_MS && !this.#failed.has(companyId);
    if (isOver) await this.#loadOnce(companyId, requester);
    else if (!this.#isLoading(companyId) && this.#msToRetry(companyId) <= 0) {
      requester.background(this.#load(companyId, requester));
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
   * Loads, or waits for the load of another request by polling memory, since the runtime may not resolve one request's promise
   * in another request.
   */
  async #loadOnce(companyId: string, requester: Requester): Promise<void> {
    if (!this.#isLoading(companyId)) return this.#load(companyId, requester);
    while (this.#isLoading(companyId)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const isDone =
      this.#remembered.has(companyId) || this.#isUnknown(companyId) || this.#failed.has(companyId);
    return isDone ? undefined : this.#load(companyId, requester);
  }

  async #load(companyId: string, requester: Requester): Promise<void> {
    const load = this.#loadNow(companyId, requester);
    // Continues when its request has ended.
    requester.background(load);
    await load;
  }

  async #loadNow(companyId: string, requester: Requester): Promise<void> {
    this.#loads.set(companyId, Date.now());
    try {
      const published = await this.#readPublished(companyId, requester.env);
      const isEnough = typeof published === 'object' && !this.#isOutdated(companyId, published);
      const answered = isEnough ? published : await this.#askCompany(companyId, requester);
      // An older version is better than none.
      const loaded = answered === FAILED && typeof published === 'object' ? published : answered;
      if (loaded === FAILED) this.#failed.set(companyId, Date.now());
      else if (loaded === undefined) this.#forget(companyId);
      else this.remember(companyId, loaded);
    } finally {
      this.#loads.delete(companyId);
    }
  }

  /** Records that the company is unknown or has no settings. */
  #forget(companyId: string): void {
    this.#remembered.delete(companyId);
    this.#failed.delete(companyId);
    this.#unknown.set(companyId, Date.now());
  }

  /** Reads the settings that the company's Durable Object published, which were checked when saved. */
  async #readPublished(companyId: string, env: LookupEnv): Promise<Loaded> {
    const read = (): Promise<VersionedDniSettings | null> => env.CACHE.get(settingsKey(companyId), 'json');
    return (await this.#kv.ask(read, FAILED)) ?? undefined;
  }

  /** Tells whether KV has an older version than this isolate has seen (but no longer holds). */
  #isOutdated(companyId: string, { version }: VersionedDniSettings): boolean {
    return !this.#remembered.has(companyId) && version < (this.#newestVersions.get(companyId) ?? 0);
  }

  async #askCompany(companyId: string, { env, network }: Requester): Promise<Loaded> {
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
  return new Problem(
    'service_unavailable',
    'The settings of the company cannot be read at the moment. Try again.',
    {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    },
  );
}
