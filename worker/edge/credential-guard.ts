/**
 * Limits failed credentials per network at the edge, before any company's Durable Object is called. Credentials that worked
 * before still pass while others from the same network fail.
 */
import { createMiddleware } from 'hono/factory';
import { lruCache } from '../shared/lru-cache.ts';
import type { BaseApp } from '../shared/http/base-app.ts';
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import { type Sender, senderOfRequest } from '../shared/limits/networks.ts';
import { FailureLimit, rateLimited, type RateLimits, SenderFailures } from '../shared/limits/rate-limits.ts';

/** Entries of each cache below, at about 100 bytes each. */
const REMEMBERED = 10_000;
/** Failed credentials remembered per network, to tell a client with expired credentials from one that guesses. */
const KNOWN_FAILURES = 3;
/** Different unproved credentials of one network, and of one /48, that may be checked at once. */
const MAX_UNPROVED = 20;
const MAX_UNPROVED_OF_BLOCK = 100;
/** A request that takes longer no longer counts as pending: it may have been cut off. */
const PENDING_MS = 10_000;
/** Seconds until pending requests should be done. */
const RETRY_AFTER_S = 1;

/** The bindings used here. */
type Bindings = RateLimits & { OPERATOR_TOKEN?: string };

interface Guarded extends BaseApp {
  Bindings: Bindings;
}

/** The credentials and the sender of a request, as hashes. */
interface Attempt {
  credentials: string;
  sender: Sender;
}

/** The credentials that are being checked. */
class PendingCredentials {
  /** Those of each network or block, with their start times. */
  readonly #pending = lruCache<Map<string, number>>(REMEMBERED);
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws Problem `rate_limited` if others of the same network fill it */
  begin(network: string, credentials: string): void {
    const now = Date.now();
    const before = [...(this.#pending.get(network) ?? [])];
    const pending = new Map(before.filter(([, since]) => now - since < PENDING_MS));
    if (pending.size >= this.#most && !pending.has(credentials)) throw rateLimited(RETRY_AFTER_S);
    this.#pending.set(network, pending.set(credentials, now));
  }

  end(network: string, credentials: string): void {
    this.#pending.get(network)?.delete(credentials);
  }
}

class CredentialGuard {
  readonly #proved = lruCache<true>(REMEMBERED);
  /** The last failed credentials of each network. */
  readonly #failed = lruCache<readonly string[]>(REMEMBERED);
  readonly #pending = new PendingCredentials(MAX_UNPROVED);
  readonly #pendingOfBlocks = new PendingCredentials(MAX_UNPROVED_OF_BLOCK);
  readonly #guesses = new SenderFailures('credentials');
  readonly #repetitions = new FailureLimit('repetition');
  readonly #hidden = new KeyedHash('leadline credentials');

  /**
   * Lets a request pass to the check of its credentials.
   * @throws Problem `rate_limited` when too many credentials of its network have failed
   */
  admit({ headers }: Request, { OPERATOR_TOKEN }: Bindings): Attempt | undefined {
    const authorization = headers.get('Authorization');
    const hash = (text: string): string => this.#hidden.of(text, OPERATOR_TOKEN);
    const sender = senderOfRequest(headers, hash);
    if (authorization === null || sender === undefined) return undefined;
    const attempt = { credentials: hash(authorization), sender };
    if (this.#proved.has(attempt.credentials)) return attempt;
    this.#repetitions.check(attempt.credentials);
    this.#guesses.check(sender);
    this.#begin(attempt);
    return attempt;
  }

  /** Records the result: 401 is a failure, success proves the credentials, any other status counts as neither. */
  async settle({ credentials, sender }: Attempt, status: number, bindings: Bindings): Promise<void> {
    const isProof = status < 300 || status === 304;
    if (isProof && this.#proved.has(credentials)) return;
    const { network, block } = sender;
    this.#pending.end(network, credentials);
    this.#pendingOfBlocks.end(block, credentials);
    if (isProof) this.#proved.set(credentials, true);
    if (status !== 401) return;
    this.#proved.delete(credentials);
    const known = this.#failed.get(network) ?? [];
    // The same credentials again are no guess but a client with old ones, so they have their own count.
    if (known.includes(credentials)) {
      await this.#repetitions.count(bindings.AUTH_RATE_LIMIT, credentials);
    } else {
      this.#failed.set(network, [credentials, ...known].slice(0, KNOWN_FAILURES));
      await this.#guesses.count(bindings, sender);
    }
  }

  #begin({ sender: { network, block }, credentials }: Attempt): void {
    this.#pending.begin(network, credentials);
    this.#pendingOfBlocks.begin(block, credentials);
  }
}

/** The guard of this isolate. */
const guard = new CredentialGuard();

/** Runs `next`, unless too many credentials of the request's network have failed. */
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

/** `guardCredentials` as a middleware. */
export const limitFailedCredentials = createMiddleware<Guarded>(async (c, next) => {
  await guardCredentials(c.req.raw, c.env, async () => {
    await next();
    return c.res;
  });
});
