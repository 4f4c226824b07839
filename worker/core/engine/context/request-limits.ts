/**
 * Limits the requests of each caller. The limit protects the other callers of the company from a client in an endless loop. It is
 * counted in the memory of the company's object, so it starts again when the object restarts.
 */
import { lruCache } from '../../../shared/lru-cache.ts';
import { Problem } from '../../../shared/http/problems.ts';

/** Default number of requests of one caller within a window. */
const DEFAULT_QUOTA = 12_000;
const WINDOW_S = 60;
/** Most remembered callers. Beyond this, the count of the one that was inactive longest starts again. */
const MAX_CALLERS = 10_000;

/** A caller's window. */
interface Window {
  count: number;
  /** Milliseconds since the epoch. */
  end: number;
}

/** The requests of the callers of one company. */
export class RequestLimits {
  readonly #windows = lruCache<Window>(MAX_CALLERS);
  readonly #callers = new WeakMap<object, string>();
  readonly #quota: number;

  /** @param quota requests in a minute, from the deployment's variable; by default 12,000 */
  constructor(quota: string | undefined) {
    const given = Number(quota ?? DEFAULT_QUOTA);
    this.#quota = given >= 1 ? Math.floor(given) : DEFAULT_QUOTA;
  }

  /**
   * Counts a request.
   * @param request the one whose answer gets the headers
   * @param caller a key, or a user with any token
   * @throws Problem `rate_limited` when the caller has made too many
   */
  count(request: object, caller: string): void {
    const now = Date.now();
    const former = this.#windows.get(caller);
    const window =
      former !== undefined && former.end > now ? former : { count: 0, end: now + WINDOW_S * 1000 };
    window.count += 1;
    this.#windows.set(caller, window);
    this.#callers.set(request, caller);
    if (window.count <= this.#quota) return;
    throw new Problem('rate_limited', `At most ${this.#quota} requests a minute; wait before the next one.`, {
      headers: { 'Retry-After': String(secondsUntil(window.end)) },
    });
  }

  /** Adds headers with the caller's remaining requests to an answer (draft-ietf-httpapi-ratelimit-headers-10). */
  addHeaders(request: Request, { headers }: Response): void {
    const window = this.#windows.get(this.#callers.get(request) ?? '');
    if (window === undefined) return;
    const left = Math.max(0, this.#quota - window.count);
    headers.set('RateLimit-Policy', `"caller";q=${this.#quota};w=${WINDOW_S}`);
    headers.set('RateLimit', `"caller";r=${left};t=${secondsUntil(window.end)}`);
  }
}

function secondsUntil(end: number): number {
  return Math.max(1, Math.ceil((end - Date.now()) / 1000));
}
