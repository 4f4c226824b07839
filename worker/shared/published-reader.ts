/**
 * Reads data that companies publish to the edge: from this isolate's memory, then from KV, then from the company's Durable Object.
 */
import { LRUCache } from 'lru-cache';
import { lruCache } from './lru-cache.ts';
import { Problem } from './http/problems.ts';
import { Dependency } from './limits/dependency.ts';
import type { Sender } from './limits/networks.ts';
import { type RateLimits, SenderFailures } from './limits/rate-limits.ts';

/** Age up to which a value is used without a check. A change is seen everywhere after this time plus KV's own minute. */
const FRESH_MS = 30_000;
/** How long an isolate remembers that a company does not exist. */
const UNKNOWN_MS = 5_000;
/** Longest wait for KV, whose reads take several hundred milliseconds outside Cloudflare's cache. After it the Durable Object is asked. */
const KV_TIMEOUT_MS = 1_000;
/** A load that exceeds the timeouts of KV and the object by this much is regarded as cut off with its request. */
const CUT_OFF_MS = 500;
/** Interval at which a request checks whether the load of another request is done. */
const POLL_MS = 5;
/** Entries of each list of company ids that an isolate remembers, at about 100 bytes each. */
const REMEMBERED_IDS = 5_000;

/** A kind of published data: where it is read and how long it is used. */
export interface PublishedKind<Env, Published extends { version: number }, Value> {
  /** The name in the log and in refusals, for instance `settings`. */
  name: string;
  /** Reads the data from KV, where the object wrote it; null or undefined when there is none. */
  readKv: (env: Env, companyId: string) => Promise<Published | null | undefined>;
  /** Asks the company's object; undefined when the company does not exist or has no data. */
  askCompany: (env: Env, companyId: string) => Promise<Published | undefined>;
  /** Builds the value that an isolate remembers. */
  open: (companyId: string, published: Published) => Value;
  /** Tells whether a value is that of a publication with the same version; by default it is. */
  isSame?: (value: Value, published: Published) => boolean;
  /** Returns the share of `maxSize` that a value takes. */
  sizeOf: (published: Published) => number;
  /** Largest sum of sizes that an isolate remembers; beyond it the least recently used value is dropped. */
  maxSize: number;
  /** Age up to which a value is still used while a newer one is fetched after the answer. */
  usableMs: number;
  /** Pause after neither KV nor the object has answered. */
  retryMs: number;
  objectTimeoutMs: number;
}

/** The request that needs the data. */
export interface Requester<Env> {
  env: Env;
  /** Runs work after the answer (`waitUntil`). */
  background(work: Promise<unknown>): void;
  /** Its sender, whose requests for unknown companies are limited; undefined where the platform does not set the address. */
  sender: Sender | undefined;
}

interface Remembered<Value> {
  value: Value;
  version: number;
  readTime: number;
  size: number;
}

const FAILED = Symbol('no source answered');

export class PublishedReader<Env extends RateLimits, Published extends { version: number }, Value> {
  readonly #publication: PublishedKind<Env, Published, Value>;
  readonly #remembered: LRUCache<string, Remembered<Value>>;
  /** Ids without a value, with the time of the request. A list of their own, so that they cannot displace companies. */
  readonly #unknown = lruCache<number>(REMEMBERED_IDS);
  /** The time of a company's last failed load, until one succeeds. */
  readonly #failed = lruCache<number>(REMEMBERED_IDS);
  /** The newest version that this isolate has seen of each company, even if it no longer has the value. */
  readonly #newestVersions = lruCache<number>(REMEMBERED_IDS);
  /** The start times of current loads. Other requests for the same company wait for them. */
  readonly #loads = new Map<string, number>();
  readonly #kv: Dependency;
  readonly #objects: Dependency;
  /** Limits unknown ids per network to a few a minute, since each starts a Durable Object. */
  readonly #unknownLimit = new SenderFailures('company');

  constructor(publication: PublishedKind<Env, Published, Value>) {
    const { name, maxSize, objectTimeoutMs } = publication;
    this.#publication = publication;
    this.#remembered = new LRUCache({ maxSize, sizeCalculation: ({ size }) => size });
    this.#kv = new Dependency(`${name} from KV`, { timeoutMs: KV_TIMEOUT_MS });
    this.#objects = new Dependency(`${name} from the company`, {
      timeoutMs: objectTimeoutMs,
      // A failure of one company's object does not concern others.
      pauses: false,
    });
  }

  /** Returns the company's value from this isolate's memory if it can be used without a check. */
  fresh(companyId: string): Value | undefined {
    const remembered = this.#remembered.get(companyId);
    return remembered !== undefined && ageOf(remembered) < FRESH_MS ? remembered.value : undefined;
  }

  /**
   * Returns the company's value of any age; undefined when the company does not exist or has none.
   * @throws Problem `service_unavailable` when no source answers and this isolate has no older value; `rate_limited` for a
   *   network that has requested too many unknown companies
   */
  async read(companyId: string, requester: Requester<Env>): Promise<Value | undefined> {
    const remembered = this.#remembered.get(companyId);
    if (remembered !== undefined) return this.#refreshed(companyId, remembered, requester);
    if (!this.#isUnknown(companyId)) {
      const waitMs = this.#msToRetry(companyId);
      if (waitMs > 0) throw this.#unavailable(waitMs);
      await this.#loadOnce(companyId, requester);
    }
    const read = this.#remembered.get(companyId)?.value;
    if (read === undefined && !this.#isUnknown(companyId)) {
      throw this.#unavailable(this.#publication.retryMs);
    }
    return read;
  }

  /**
   * Asks the company whether it has a newer value than this isolate.
   * @param certainMs the age up to which a value is not requested again
   * @returns undefined when there is none, or the object does not answer
   */
  async readNewer(companyId: string, { env }: Requester<Env>, certainMs: number): Promise<Value | undefined> {
    const remembered = this.#remembered.get(companyId);
    if (remembered === undefined || ageOf(remembered) < certainMs) return undefined;
    const published = await this.#askObject(companyId, env);
    if (published === undefined || published === FAILED) return undefined;
    this.remember(companyId, published);
    return published.version > remembered.version ? this.#remembered.get(companyId)?.value : undefined;
  }

  /** Remembers a value, for instance one saved through this isolate: KV may return the old version for up to a minute. */
  remember(companyId: string, saved: Published): void {
    this.#unknown.delete(companyId);
    this.#failed.delete(companyId);
    this.#newestVersions.set(companyId, Math.max(saved.version, this.#newestVersions.get(companyId) ?? 0));
    const known = this.#remembered.get(companyId);
    const { open, sizeOf, isSame = () => true } = this.#publication;
    const isNewer =
      known === undefined ||
      saved.version > known.version ||
      (saved.version === known.version && !isSame(known.value, saved));
    this.#remembered.set(companyId, {
      value: isNewer ? open(companyId, saved) : known.value,
      version: isNewer ? saved.version : known.version,
      readTime: Date.now(),
      size: isNewer ? sizeOf(saved) : known.size,
    });
  }

  /** Returns a remembered value at once, unless it is too old and the last load did not fail: then it waits for a newer one. */
  async #refreshed(
    companyId: string,
    remembered: Remembered<Value>,
    requester: Requester<Env>,
  ): Promise<Value | undefined> {
    const age = ageOf(remembered);
    if (age < FRESH_MS) return remembered.value;
    if (age >= this.#publication.usableMs && !this.#failed.has(companyId)) {
      await this.#loadOnce(companyId, requester);
    } else if (!this.#isLoading(companyId) && this.#msToRetry(companyId) <= 0) {
      requester.background(this.#load(companyId, requester));
    }
    if (this.#isUnknown(companyId)) return undefined;
    return (this.#remembered.get(companyId) ?? remembered).value;
  }

  #isUnknown(companyId: string): boolean {
    return Date.now() - (this.#unknown.get(companyId) ?? -Infinity) < UNKNOWN_MS;
  }

  #isLoading(companyId: string): boolean {
    const longest = KV_TIMEOUT_MS + this.#publication.objectTimeoutMs + CUT_OFF_MS;
    return Date.now() - (this.#loads.get(companyId) ?? -Infinity) < longest;
  }

  #msToRetry(companyId: string): number {
    return (this.#failed.get(companyId) ?? -Infinity) + this.#publication.retryMs - Date.now();
  }

  /**
   * Loads a value, or waits for the load of another request. It polls memory for the result, since the runtime may not resolve
   * one request's promise in another request.
   */
  async #loadOnce(companyId: string, requester: Requester<Env>): Promise<void> {
    if (!this.#isLoading(companyId)) return this.#load(companyId, requester);
    while (this.#isLoading(companyId)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const isDone =
      this.#remembered.has(companyId) || this.#isUnknown(companyId) || this.#failed.has(companyId);
    return isDone ? undefined : this.#load(companyId, requester);
  }

  async #load(companyId: string, requester: Requester<Env>): Promise<void> {
    const load = this.#loadNow(companyId, requester);
    // The load continues after the request that began it has ended.
    requester.background(load);
    await load;
  }

  async #loadNow(companyId: string, requester: Requester<Env>): Promise<void> {
    this.#loads.set(companyId, Date.now());
    try {
      const read = (): Promise<Published | null | undefined> =>
        this.#publication.readKv(requester.env, companyId);
      const published = (await this.#kv.ask(read, FAILED)) ?? undefined;
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

  /** Records that the company does not exist or has no value. */
  #forget(companyId: string): void {
    this.#remembered.delete(companyId);
    this.#failed.delete(companyId);
    this.#unknown.set(companyId, Date.now());
  }

  /** Tells whether KV returned an older version than this isolate has seen and since dropped. */
  #isOutdated(companyId: string, { version }: Published): boolean {
    return !this.#remembered.has(companyId) && version < (this.#newestVersions.get(companyId) ?? 0);
  }

  async #askCompany(
    companyId: string,
    { env, sender }: Requester<Env>,
  ): Promise<Published | undefined | typeof FAILED> {
    // Guessed ids are refused before they start an object. Companies that this isolate knows are exempt.
    const guesser = this.#remembered.has(companyId) ? undefined : sender;
    if (guesser !== undefined) this.#unknownLimit.check(guesser);
    const found = await this.#askObject(companyId, env);
    if (found === undefined && guesser !== undefined) {
      await this.#unknownLimit.count(env, guesser);
    }
    return found;
  }

  #askObject(companyId: string, env: Env): Promise<Published | undefined | typeof FAILED> {
    return this.#objects.ask(async () => this.#publication.askCompany(env, companyId), FAILED);
  }

  #unavailable(waitMs: number): Problem {
    const detail = `The ${this.#publication.name} of the company cannot be read at the moment.`;
    return new Problem('service_unavailable', detail, {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  }
}

function ageOf({ readTime }: { readTime: number }): number {
  return Date.now() - readTime;
}
