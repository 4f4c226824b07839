/**
 * CORS of the lead API at the edge: answers to preflights, and the edge's own refusals. An option of the company in the path
 * names the sites that may call it; the company's Durable Object sets CORS on all other answers (core/engine/http/cors.ts).
 */
import { lruCache } from '../../shared/lru-cache.ts';
import { within } from '../../shared/limits/bounded-wait.ts';
import { allowSite, originOfPreflight, preflightAnswer } from '../../core/engine/http/cors.ts';
import type { Env } from '../../env.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { senderOfRequest } from '../../shared/limits/networks.ts';
import { SenderFailures } from '../../shared/limits/rate-limits.ts';

const COMPANY_PATH = /^\/companies\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//i;
/** Paths for the company of the credentials, which is unknown until these are read. */
const OWN_PATH = /^\/me(?:\/|$)/;
/** How long an answer of the Durable Object is remembered; refusals need the same answer again and again. */
const REMEMBERED_MS = 30_000;
const REMEMBERED = 10_000;
/** Longest wait of a refusal for the Durable Object. */
const TIMEOUT_MS = 1_000;

type OriginEnv = Pick<Env, 'COMPANIES' | 'AUTH_RATE_LIMIT' | 'LOOKUP_RATE_LIMIT' | 'OPERATOR_TOKEN'>;

/** A preflight, which has no credentials: the company in its path and the origin of its page. */
interface OriginRequest {
  companyId: string;
  origin: string;
  headers: Headers;
}

/** The origins whose pages may read answers, as far as an isolate remembers them. */
class PageOrigins {
  readonly #known = lruCache<boolean>(REMEMBERED, REMEMBERED_MS);
  /**
   * Limits requests from sites that no company has named, per network. Each company id in them starts a Durable Object, so
   * only a few a minute are allowed, counted together with lookups of companies that do not exist.
   */
  readonly #strangers = new SenderFailures('company');

  /** Adds CORS headers to a refusal of the edge, if the company allows the page's origin. */
  async letRead(request: Request, refusal: Response, env: OriginEnv): Promise<Response> {
    const origin = request.headers.get('Origin');
    if (origin === null) return refusal;
    const { pathname } = new URL(request.url);
    const companyId = companyOf(pathname);
    // A refusal made without credentials says nothing about a company.
    const isAllowed =
      companyId === undefined
        ? OWN_PATH.test(pathname)
        : (this.#known.get(keyOf(companyId, origin)) ??
          (await within(
            this.isAllowed({ companyId, origin, headers: request.headers }, env),
            TIMEOUT_MS,
            false,
          )));
    if (isAllowed) allowSite(refusal, origin);
    return refusal;
  }

  /** Tells whether the company allows the origin. For a network over its limit, only remembered answers count. */
  async isAllowed({ companyId, origin, headers }: OriginRequest, env: OriginEnv): Promise<boolean> {
    const key = keyOf(companyId, origin);
    const sender = senderOfRequest(headers, (text) => lookupMemory.visitors.of(text, env.OPERATOR_TOKEN));
    if (sender !== undefined && this.#strangers.isOver(sender)) return this.#known.get(key) ?? false;
    const isAllowed = await env.COMPANIES.getByName(companyId).allowsOrigin(origin);
    this.#known.set(key, isAllowed);
    if (!isAllowed && sender !== undefined) await this.#strangers.count(env, sender);
    return isAllowed;
  }
}

/** The origins of this isolate. */
export const pageOrigins = new PageOrigins();

/**
 * Answers a preflight; undefined for any other request. A preflight has no credentials, so the company is the one in the path;
 * where the path has none, every page may ask. This is safe: every answer still needs credentials, and reading it needs the
 * option of their company.
 */
export function answerPreflight(request: Request, env: OriginEnv): Promise<Response> | undefined {
  const origin = originOfPreflight(request);
  if (origin === undefined) return undefined;
  const { pathname } = new URL(request.url);
  if (OWN_PATH.test(pathname)) return Promise.resolve(preflightAnswer(origin, true));
  const companyId = companyOf(pathname);
  if (companyId === undefined) return undefined;
  return pageOrigins
    .isAllowed({ companyId, origin, headers: request.headers }, env)
    .then((isAllowed) => preflightAnswer(origin, isAllowed));
}

function companyOf(pathname: string): string | undefined {
  return COMPANY_PATH.exec(pathname)?.[1]?.toLowerCase();
}

function keyOf(companyId: string, origin: string): string {
  return `${companyId} ${origin}`;
}
