/**
 * What the edge itself says to pages of other sites about the lead API: preflights, and its own refusals. Whose pages may
 * ask is an option of the company in the path; its object lets them read all other answers (core/cors.ts).
 */
import { LRUCache } from 'lru-cache';
import { within } from '../../shared/limits/bounded-wait.ts';
import { letRead, originOfPreflight, preflightAnswer } from '../../core/engine/http/cors.ts';
import type { Env } from '../../env.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { networkOfRequest } from '../../shared/limits/networks.ts';
import { FailureLimit } from '../../shared/limits/rate-limits.ts';

const COMPANY_PATH = /^\/companies\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//i;
/** Below it the company is that of the credentials, so that it is not known before they were looked at. */
const OWN_PATH = /^\/me(?:\/|$)/;
/** Refusals ask for the same again and again; so often the object is asked, however many there are. */
const REMEMBERED_MS = 30_000;
const REMEMBERED = 10_000;
/** A refusal waits no longer for it. */
const TIMEOUT_MS = 1_000;

type Surroundings = Pick<Env, 'COMPANIES' | 'AUTH_RATE_LIMIT' | 'OPERATOR_TOKEN'>;

/** A page's question, which has no credentials: the company in the path, and the site of the page. */
interface Asked {
  companyId: string;
  origin: string;
  headers: Headers;
}

/** Which sites' pages may read answers, as far as an isolate remembers it. */
class PageOrigins {
  readonly #known = new LRUCache<string, boolean>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  /**
   * By network: pages of sites that no company has named. Each id that they ask for starts an object, so they may ask for
   * a few a minute, counted together with lookups of companies that do not exist.
   */
  readonly #strangers = new FailureLimit('company');

  /** Lets the page that asked read a refusal of the edge, if its site is one of the company's. */
  async letRead(request: Request, refusal: Response, env: Surroundings): Promise<Response> {
    const origin = request.headers.get('Origin');
    if (origin === null) return refusal;
    const { pathname } = new URL(request.url);
    const companyId = companyOf(pathname);
    // A refusal that nobody's credentials were needed for says nothing of a company.
    const isAllowed =
      companyId === undefined
        ? OWN_PATH.test(pathname)
        : (this.#known.get(keyOf(companyId, origin)) ??
          (await within(
            this.isAllowed({ companyId, origin, headers: request.headers }, env),
            TIMEOUT_MS,
            false,
          )));
    if (isAllowed) letRead(refusal, origin);
    return refusal;
  }

  /** Whether the company has named the site; of strangers' networks only what is remembered is said. */
  async isAllowed({ companyId, origin, headers }: Asked, env: Surroundings): Promise<boolean> {
    const key = keyOf(companyId, origin);
    const address = networkOfRequest(headers);
    const network = address && lookupMemory.visitors.of(address, env.OPERATOR_TOKEN);
    if (network !== undefined && this.#strangers.isOver(network)) return this.#known.get(key) ?? false;
    const isAllowed = await env.COMPANIES.getByName(companyId).allowsOrigin(origin);
    this.#known.set(key, isAllowed);
    if (!isAllowed && network !== undefined) await this.#strangers.count(env.AUTH_RATE_LIMIT, network);
    return isAllowed;
  }
}

/** This isolate's. */
export const pageOrigins = new PageOrigins();

/**
 * The answer to a preflight; undefined for another request. It has no credentials, so the company is the one in the path;
 * where the path names none, any page may ask. This opens nothing: every answer still needs credentials, and to be read
 * it needs the option of their company.
 */
export function answerPreflight(request: Request, env: Surroundings): Promise<Response> | undefined {
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
