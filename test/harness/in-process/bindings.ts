/** Bindings of the Worker in this process: KV and rate limits. */
import { readFileSync } from 'node:fs';

/** Shortest time to live that KV takes, in seconds; its longest key in bytes (Workers KV, "Limits"). */
const LEAST_TTL_S = 60;
const LONGEST_KEY_BYTES = 512;

interface Entry {
  value: string | ArrayBuffer;
  expires: number;
}

type ReadType = 'text' | 'json' | 'arrayBuffer';

/** A KV namespace in memory. */
export class MemoryKv {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string, options?: ReadType | { type?: ReadType }): Promise<unknown> {
    const value = this.#read(key);
    const type = typeof options === 'string' ? options : options?.type;
    return Promise.resolve(value === undefined ? null : valueAs(type, value));
  }

  put(
    key: string,
    value: string | ArrayBuffer | Uint8Array,
    { expirationTtl }: { expirationTtl?: number } = {},
  ): Promise<void> {
    if (key === '' || Buffer.byteLength(key) > LONGEST_KEY_BYTES) {
      return Promise.reject(
        new Error('KV PUT failed: 414 UTF-8 encoded length of the key exceeds the limit.'),
      );
    }
    if (expirationTtl !== undefined && !(expirationTtl >= LEAST_TTL_S)) {
      return Promise.reject(new Error('KV PUT failed: 400 Invalid expiration_ttl. It must be at least 60.'));
    }
    const expires = expirationTtl === undefined ? Infinity : this.#now() + expirationTtl * 1000;
    this.#entries.set(key, { value: typeof value === 'string' ? value : bytesOf(value), expires });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#entries.delete(key);
    return Promise.resolve();
  }

  list({ prefix = '', limit = 1000 }: { prefix?: string; limit?: number } = {}): Promise<unknown> {
    const names = [...this.#entries.keys()]
      .filter((key) => key.startsWith(prefix) && this.#read(key) !== undefined)
      .toSorted();
    const keys = names.slice(0, limit).map((name) => ({ name }));
    return Promise.resolve({ keys, list_complete: names.length <= limit });
  }

  #read(key: string): string | ArrayBuffer | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.expires <= this.#now() ? undefined : entry.value;
  }
}

/** Returns a value as it is asked for, a text by default. */
function valueAs(type: ReadType | undefined, value: string | ArrayBuffer): unknown {
  if (type === 'arrayBuffer') return typeof value === 'string' ? bytesOf(Buffer.from(value)) : value;
  const text = typeof value === 'string' ? value : Buffer.from(value).toString();
  return type === 'json' ? (JSON.parse(text) as unknown) : text;
}

/** Copies bytes. */
function bytesOf(value: ArrayBuffer | Uint8Array): ArrayBuffer {
  return new Uint8Array(value).buffer;
}

/** A rate limit of the platform: a number of calls for a key within a period, which begins with the first of them. */
export class MemoryRateLimit {
  readonly #counts = new Map<string, { count: number; end: number }>();
  readonly #most: number;
  readonly #periodMs: number;

  constructor(most: number, periodS: number) {
    this.#most = most;
    this.#periodMs = periodS * 1000;
  }

  limit({ key }: { key: string }): Promise<{ success: boolean }> {
    const now = Date.now();
    const known = this.#counts.get(key);
    const period = known !== undefined && known.end > now ? known : { count: 0, end: now + this.#periodMs };
    period.count += 1;
    this.#counts.set(key, period);
    return Promise.resolve({ success: period.count <= this.#most });
  }
}

/** Returns the rate limits of wrangler.toml by the names of their bindings. */
export function rateLimits(): Record<string, MemoryRateLimit> {
  const limits = readFileSync('wrangler.toml', 'utf8').matchAll(
    /\[\[ratelimits\]\]\s+name = "(\w+)"[^[]*?limit = (\d+), period = (\d+)/g,
  );
  return Object.fromEntries(
    [...limits].map(([, name = '', most, period]) => [
      name,
      new MemoryRateLimit(Number(most), Number(period)),
    ]),
  );
}
