/**
 * What the edge itself says to pages of other sites about the lead API: preflights, and its own refusals. Whose pages may
 * ask is an option of the company in the path; its object lets them read all other answers (core/cors.ts).
 */
import { LRUCache } from 'lru-cache';
import { within } from '../bounded-wait.ts';
import { letRead, originOfPreflight, preflightAnswer } from '../core/cors.ts';
import type { Env } from '../env.ts';

const COMPANY_PATH = /^\/companies\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//i;
/** Below it the company is that of the credentials, so that it is not known before they were looked at. */
const OWN_PATH = /^\/me(?:\/|$)/;
/** Refusals ask for the same again and again; so often the object is asked, however many there are. */
const REMEMBERED_MS = 30_000;
const REMEMBERED = 10_000;
/** A refusal waits no longer for it. */
const TIMEOUT_MS = 1_000;

type Companies = Pick<Env, 'COMPANIES'>;

/** Which sites' pages may read the edge's refusals, as far as an isolate remembers it. */
class PageOrigins {
  readonly #known = new LRUCache<string, boolean>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  /** Lets the page that asked read a refusal of the edge, if its site is one of the company's. */
  async letRead(request: Request, refusal: Response, env: Companies): Promise<Response> {
    const origin = request.headers.get('Origin');
    if (origin === null) return refusal;
    const { pathname } = new URL(request.url);
    const [, companyId] = COMPANY_PATH.exec(pathname) ?? [];
    // A refusal that nobody's credentials were needed for says nothing of a company.
    const isAllowed =
      companyId === undefined ? OWN_PATH.test(pathname) : await this.#allows(companyId, origin, env);
    if (isAllowed) letRead(refusal, origin);
    return refusal;
  }

  async #allows(companyId: string, origin: string, env: Companies): Promise<boolean> {
    const key = `${companyId.toLowerCase()} ${origin}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isAllowed = await within(askCompany(companyId, origin, env), TIMEOUT_MS, false);
    this.#known.set(key, isAllowed);
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
export function answerPreflight(request: Request, env: Companies): Promise<Response> | undefined {
  const origin = originOfPreflight(request);
  if (origin === undefined) return undefined;
  const { pathname } = new URL(request.url);
  if (OWN_PATH.test(pathname)) return Promise.resolve(preflightAnswer(origin, true));
  const [, companyId] = COMPANY_PATH.exec(pathname) ?? [];
  if (companyId === undefined) return undefined;
  return askCompany(companyId, origin, env).then((isAllowed) => preflightAnswer(origin, isAllowed));
}

async function askCompany(companyId: string, origin: string, env: Companies): Promise<boolean> {
  return env.COMPANIES.getByName(companyId.toLowerCase()).allowsOrigin(origin);
}
