/**
 * Limits failed credentials per network at the edge, before any company's object is asked. Credentials that were proved
 * pass, also while others of the same network fail.
 */
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import type { BaseApp } from '../shared/http/base-app.ts';
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import { networkOfRequest } from '../shared/limits/networks.ts';
import { FailureLimit, rateLimited, type RateLimits } from '../shared/limits/rate-limits.ts';

/** Entries of each table below: proved credentials, and networks with failed and pending ones. One takes about 100 bytes. */
const REMEMBERED = 10_000;
/** Failed credentials of one network that are remembered: a client that goes on with ended ones is told from one that guesses. */
const KNOWN_FAILURES = 3;
/** Different credentials of one network that may be under way at once before any of them is proved. */
const MAX_UNPROVED = 20;
/** A request that takes longer does not count as under way: it may have been cut off. */
const UNDER_WAY_MS = 10_000;
/** Seconds after which those that were under way are done. */
const RETRY_AFTER_S = 1;

/** The part of the bindings that is needed. */
type Bindings = RateLimits & { OPERATOR_TOKEN?: string };

interface Guarded extends BaseApp {
  Bindings: Bindings;
}

/** The credentials of a request, and the network that they come from, as hashes. */
interface Attempt {
  credentials: string;
  network: string;
}

class CredentialGuard {
  readonly #proved = new LRUCache<string, true>({ max: REMEMBERED });
  /** By network: the credentials that failed last. */
  readonly #failed = new LRUCache<string, readonly string[]>({ max: REMEMBERED });
  /** By network: the credentials under way, and since when. */
  readonly #underWay = new LRUCache<string, Map<string, number>>({ max: REMEMBERED });
  readonly #guesses = new FailureLimit('credentials');
  readonly #repetitions = new FailureLimit('repetition');
  readonly #hidden = new KeyedHash('leadline credentials');

  /**
   * Lets a request pass to where its credentials are checked.
   * @throws Problem `rate_limited` when too many others of its network have failed
   */
  admit({ headers }: Request, { OPERATOR_TOKEN }: Bindings): Attempt | undefined {
    const authorization = headers.get('Authorization');
    const address = networkOfRequest(headers);
    if (authorization === null || address === undefined) return undefined;
    const hidden = this.#hidden;
    const attempt = {
      credentials: hidden.of(authorization, OPERATOR_TOKEN),
      // A getter: this second hash is needed only for credentials that are not proved.
      get network() {
        return hidden.of(address, OPERATOR_TOKEN);
      },
    };
    if (this.#proved.has(attempt.credentials)) return attempt;
    this.#repetitions.check(attempt.credentials);
    this.#guesses.check(attempt.network);
    this.#begin(attempt);
    return attempt;
  }

  /** Learns from the answer: 401 is a failure, a success is a proof, and anything else says nothing. */
  async settle(attempt: Attempt, status: number, { AUTH_RATE_LIMIT }: Bindings): Promise<void> {
    const { credentials } = attempt;
    const isProof = status < 300 || status === 304;
    if (isProof && this.#proved.has(credentials)) return;
    const { network } = attempt;
    this.#underWay.get(network)?.delete(credentials);
    if (isProof) this.#proved.set(credentials, true);
    if (status !== 401) return;
    this.#proved.delete(credentials);
    const known = this.#failed.get(network) ?? [];
    // The same again is no guess, but a client that was not told of a change: it is counted by itself.
    if (known.includes(credentials)) {
      await this.#repetitions.count(AUTH_RATE_LIMIT, credentials);
    } else {
      this.#failed.set(network, [credentials, ...known].slice(0, KNOWN_FAILURES));
      await this.#guesses.count(AUTH_RATE_LIMIT, network);
    }
  }

  #begin({ network, credentials }: Attempt): void {
    const now = Date.now();
    const before = [...(this.#underWay.get(network) ?? [])];
    const underWay = new Map(before.filter(([, since]) => now - since < UNDER_WAY_MS));
    if (underWay.size >= MAX_UNPROVED && !underWay.has(credentials)) throw rateLimited(RETRY_AFTER_S);
    this.#underWay.set(network, underWay.set(credentials, now));
  }
}

/** This isolate's guard. */
const guard = new CredentialGuard();

/** Asks `next` for the answer, unless too many credentials of the request's network have failed. */
export async function guardCredentials(
  request: Request,
  env: Bindings,
  next: () => Promise<Response>,
): Promise<Response> {
  const attempt = guard.admit(request, env);
  const response = await next();
  if (attempt !== undefined) await guard.settle(attempt, response.status, env);
  return response;
}

/** The same as a middleware. */
export const limitFailedCredentials = createMiddleware<Guarded>(async (c, next) => {
  await guardCredentials(c.req.raw, c.env, async () => {
    await next();
    return c.res;
  });
});
