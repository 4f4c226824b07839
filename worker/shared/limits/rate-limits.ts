/**
 * The rate limits of the edge, per network: an IPv4 address, or the /64 of an IPv6 address and, with more room, its /48. A
 * limiter that fails, hangs or is not bound lets requests pass: an outage of the limiter must not become one of the product.
 */
import type { MiddlewareHandler } from 'hono';
import { lruCache } from '../lru-cache.ts';
import type { BaseApp } from '../http/base-app.ts';
import { Dependency } from './dependency.ts';
import { addressOfRequest, blockOf, networkOf, type Sender } from './networks.ts';
import { Problem } from '../http/problems.ts';

/** The bindings of the limits; see wrangler.toml. */
export interface RateLimits {
  /** 300 lookups a minute per network. */
  LOOKUP_RATE_LIMIT?: RateLimit;
  /** 20 sign-ins a minute per network, and 20 of each kind of failure that is counted. */
  AUTH_RATE_LIMIT?: RateLimit;
  /** 3,000 lookups a minute per /48, of which one sender may have all networks. */
  BLOCK_RATE_LIMIT?: RateLimit;
}

interface Limited extends BaseApp {
  Bindings: RateLimits;
}

/** Seconds of the limiters' window in wrangler.toml. */
const WINDOW_SECONDS = 60;
/** The limiter counts on the same machine, so a later answer means that it hangs. */
const TIMEOUT_MS = 250;
/** Keys over a limit of failures that an isolate remembers, at about 100 bytes each. */
const REMEMBERED_OFFENDERS = 10_000;

const limiters = new Dependency('rate limits', { timeoutMs: TIMEOUT_MS });

/**
 * Lets a network make 300 requests of a kind a minute, counted apart from the lookups of visitors in the same network.
 * @param kind ends with a colon
 */
export function limitRequests(kind: string): MiddlewareHandler<Limited> {
  return async (c, next) => {
    const { LOOKUP_RATE_LIMIT: network, BLOCK_RATE_LIMIT: block } = c.env;
    await enforceLimits(addressOfRequest(c.req.raw.headers), { network, block, kind });
    await next();
  };
}

/** 300 previews a minute. */
export const limitPreviews = limitRequests('preview:');

/**
 * Counts a request of a network, and of the /48 that an IPv6 network is part of.
 * @param limits.block for the /48; it allows more
 * @param limits.kind requests of different kinds are counted apart
 * @throws Problem `rate_limited` when there were too many of either
 */
export async function enforceLimits(
  ip: string | undefined,
  {
    network,
    block,
    kind = '',
  }: { network: RateLimit | undefined; block: RateLimit | undefined; kind?: string },
): Promise<void> {
  if (ip === undefined) return;
  const [own, wide] = [networkOf(ip), blockOf(ip)];
  // A network over its limit uses up nothing of its neighbours.
  await enforceLimit(network, own && kind + own);
  if (wide !== own) await enforceLimit(block, wide && `block:${kind}${wide}`);
}

/**
 * Counts a request of this network.
 * @throws Problem `rate_limited` when there were too many
 */
export async function enforceLimit(
  limiter: RateLimit | undefined,
  network: string | undefined,
): Promise<void> {
  if (limiter === undefined || network === undefined) return;
  if (!(await isWithinLimit(limiter, network))) throw rateLimited(WINDOW_SECONDS);
}

/**
 * Limits failures only. The platform's limiter cannot be queried without counting, so an isolate remembers the keys that
 * are over the limit for the length of the window.
 */
export class FailureLimit {
  readonly #offenders = lruCache<number>(REMEMBERED_OFFENDERS);
  readonly #kind: string;

  /** @param kind failures of different kinds are counted apart */
  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Counts a failure. @param key a hash, since it is kept in memory */
  async count(limiter: RateLimit | undefined, key: string): Promise<void> {
    if (limiter === undefined || (await isWithinLimit(limiter, `${this.#kind}:${key}`))) return;
    this.#offenders.set(key, Date.now() + WINDOW_SECONDS * 1000);
  }

  /** @throws Problem `rate_limited` when `key` is over the limit */
  check(key: string): void {
    const seconds = this.#secondsLeft(key);
    if (seconds > 0) throw rateLimited(seconds);
  }

  /** Tells whether `key` is over the limit, without refusing. */
  isOver(key: string): boolean {
    return this.#secondsLeft(key) > 0;
  }

  #secondsLeft(key: string): number {
    const until = this.#offenders.get(key);
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000);
  }
}

/** Limits the failures of a network and, with more room, of its /48: 20 and 300 a minute. */
export class SenderFailures {
  readonly #networks: FailureLimit;
  readonly #blocks: FailureLimit;

  /** @param kind failures of different kinds are counted apart */
  constructor(kind: string) {
    this.#networks = new FailureLimit(kind);
    this.#blocks = new FailureLimit(`block:${kind}`);
  }

  /** Counts a failure. */
  async count({ AUTH_RATE_LIMIT, LOOKUP_RATE_LIMIT }: RateLimits, { network, block }: Sender): Promise<void> {
    await this.#networks.count(AUTH_RATE_LIMIT, network);
    // A network over its limit uses up nothing of its neighbours.
    if (block !== network && !this.#networks.isOver(network)) {
      await this.#blocks.count(LOOKUP_RATE_LIMIT, block);
    }
  }

  /** @throws Problem `rate_limited` when the sender is over one of the limits */
  check({ network, block }: Sender): void {
    this.#networks.check(network);
    this.#blocks.check(block);
  }

  /** Tells whether the sender is over one of the limits, without refusing. */
  isOver({ network, block }: Sender): boolean {
    return this.#networks.isOver(network) || this.#blocks.isOver(block);
  }
}

/** Refuses a network over its limit. @param retryAfter seconds */
export function rateLimited(retryAfter: number): Problem {
  return new Problem('rate_limited', 'Too many requests from this network. Wait before the next one.', {
    headers: { 'Retry-After': String(retryAfter) },
  });
}

async function isWithinLimit(limiter: RateLimit, key: string): Promise<boolean> {
  const { success } = await limiters.ask(() => limiter.limit({ key }), { success: true });
  return success;
}
