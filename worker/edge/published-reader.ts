/**
 * Reads what a company publishes to the edge: from this isolate's memory, then from KV, then from the company's Durable Object.
 */
import { LRUCache } from 'lru-cache';
import { Problem } from '../shared/http/problems.ts';
import { Dependency } from '../shared/limits/dependency.ts';
import { FailureLimit, type RateLimits } from '../shared/limits/rate-limits.ts';

/** A value this young is used as it is. A change is seen everywhere after this and KV's own minute. */
const FRESH_MS = 30_000;
/** How long "there is no such company" is believed. */
const UNKNOWN_MS = 5_000;
/** A KV read that misses Cloudflare's own cache may take several hundred milliseconds; past this the Durable Object is asked. */
const KV_TIMEOUT_MS = 1_000;
/** A load that takes longer than KV and the object together by this much counts as cut off with its request. */
const CUT_OFF_MS = 500;
/** How often a request that waits for the load of another one looks whether it is done. */
const LOOK_MS = 5;
/** Ids without a value, and companies that could not be read, that an isolate remembers; one takes about 100 bytes. */
const REMEMBERED_IDS = 5_000;

/** A kind of value: where it is read and how long it is used. */
export interface Publication<Env, Published extends { version: number }, Value> {
  /** Names the kind in the log and in refusals, for instance `settings`. */
  name: string;
  /** Reads what the object wrote to KV, which checked it before; nothing when there is none. */
  readKv: (env: Env, companyId: string) => Promise<Published | null | undefined>;
  /** Asks the company's object; undefined when the company is not there or has no value. */
  askCompany: (env: Env, companyId: string) => Promise<Published | undefined>;
  /** Makes the value that is remembered. */
  open: (companyId: string, published: Published) => Value;
  /** The share of `maxSize` that a value takes. */
  sizeOf: (published: Published) => number;
  /** Sum of the sizes that an isolate remembers; beyond it the value that was read longest ago goes. */
  maxSize: number;
  /** A value younger than this is still used while a newer one is fetched behind the answer. */
  usableMs: number;
  /** How long nobody asks again after neither KV nor the object has answered. */
  retryMs: number;
  objectTimeoutMs: number;
}

/** Who asks: what is needed to read, and whose fault it is when the company is unknown. */
export interface Requester<Env> {
  env: Env;
  /** Runs work after the answer (`waitUntil`). */
  background(work: Promise<unknown>): void;
  /** The keyed hash of the network that asks; undefined where the platform does not say. */
  network: string | undefined;
}

interface Remembered<Value> {
  value: Value;
  version: number;
  readTime: number;
  size: number;
}

const FAILED = Symbol('no source answered');

export class PublishedReader<Env extends RateLimits, Published extends { version: number }, Value> {
  readonly #publication: Publication<Env, Published, Value>;
  readonly #remembered: LRUCache<string, Remembered<Value>>;
  /** Ids without a value and when they were asked for. They are apart, so that they cannot push companies out. */
  readonly #unknown = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** When the last load of a company failed, until one succeeds. */
  readonly #failed = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The newest version of each company that this isolate has seen, also of those that it no longer holds. */
  readonly #newestVersions = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  /** The loads under way, and since when: who comes meanwhile waits for the same. */
  readonly #loads = new Map<string, number>();
  readonly #kv: Dependency;
  readonly #objects: Dependency;
  /** Each unknown id starts an object to ask, so a network may ask for a few of them a minute. */
  readonly #unknownLimit = new FailureLimit('company');

  constructor(publication: Publication<Env, Published, Value>) {
    const { name, maxSize, objectTimeoutMs } = publication;
    this.#publication = publication;
    this.#remembered = new LRUCache({ maxSize, sizeCalculation: ({ size }) => size });
    this.#kv = new Dependency(`${name} from KV`, { timeoutMs: KV_TIMEOUT_MS });
    this.#objects = new Dependency(`${name} from the company`, {
      timeoutMs: objectTimeoutMs,
      // One company's object says nothing about another's.
      pauses: false,
    });
  }

  /** Returns the company's value if this isolate has it and it is young enough to be used as it is. */
  fresh(companyId: string): Value | undefined {
    const remembered = this.#remembered.get(companyId);
    return remembered !== undefined && ageOf(remembered) < FRESH_MS ? remembered.value : undefined;
  }

  /**
   * Returns the company's value, of any age; undefined when the company is not known or has none.
   * @throws Problem `service_unavailable` when no source answers and none has been read before; `rate_limited` for a network
   *   that has asked for too many unknown companies
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
   * @param certainMs a value this young is not asked for again
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

  /** Takes over what was saved through this isolate; KV may go on answering the former version for a minute. */
  remember(companyId: string, saved: Published): void {
    this.#unknown.delete(companyId);
    this.#failed.delete(companyId);
    this.#newestVersions.set(companyId, Math.max(saved.version, this.#newestVersions.get(companyId) ?? 0));
    const known = this.#remembered.get(companyId);
    const isNewer = known === undefined || saved.version > known.version;
    const { open, sizeOf } = this.#publication;
    this.#remembered.set(companyId, {
      value: isNewer ? open(companyId, saved) : known.value,
      version: isNewer ? saved.version : known.version,
      readTime: Date.now(),
      size: isNewer ? sizeOf(saved) : known.size,
    });
  }

  /** A remembered value answers at once; a request waits for a newer one only when it is old and no load has failed lately. */
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
   * Loads, or waits for the load of another request. It looks for the result in memory, since the runtime may drop what
   * one request's promise has to tell another request.
   */
  async #loadOnce(companyId: string, requester: Requester<Env>): Promise<void> {
    if (!this.#isLoading(companyId)) return this.#load(companyId, requester);
    while (this.#isLoading(companyId)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const isDone =
      this.#remembered.has(companyId) || this.#isUnknown(companyId) || this.#failed.has(companyId);
    return isDone ? undefined : this.#load(companyId, requester);
  }

  async #load(companyId: string, requester: Requester<Env>): Promise<void> {
    const load = this.#loadNow(companyId, requester);
    // It goes on when the request that began it is gone.
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

  /** There is no such company, or it has no value. */
  #forget(companyId: string): void {
    this.#remembered.delete(companyId);
    this.#failed.delete(companyId);
    this.#unknown.set(companyId, Date.now());
  }

  /** Tells whether KV lags behind what this isolate has seen, and no longer holds. */
  #isOutdated(companyId: string, { version }: Published): boolean {
    return !this.#remembered.has(companyId) && version < (this.#newestVersions.get(companyId) ?? 0);
  }

  async #askCompany(
    companyId: string,
    { env, network }: Requester<Env>,
  ): Promise<Published | undefined | typeof FAILED> {
    // Whoever guesses ids is stopped before an object is started for the next one; a company that was known is asked.
    const guesser = this.#remembered.has(companyId) ? undefined : network;
    if (guesser !== undefined) this.#unknownLimit.check(guesser);
    const found = await this.#askObject(companyId, env);
    if (found === undefined && guesser !== undefined) {
      await this.#unknownLimit.count(env.AUTH_RATE_LIMIT, guesser);
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
