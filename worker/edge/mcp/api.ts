/** Asks the product's own API in this process, with the caller's credentials, so that its rules hold for tools too. */
import type { ProblemContent } from '../../shared/http/problems.ts';

/** Headers of the request that the API gets too: whose it is, from where, and its id. */
const PASSED = ['Authorization', 'CF-Connecting-IP', 'X-Request-Id'];

/** Answers a request of the API. */
export type AnswerApi = (request: Request) => Promise<Response>;

/** A parameter of a query; undefined leaves it out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The API for one caller. @throws ApiRefusal whatever the API refuses */
export interface Api {
  /** The id of the caller's company. */
  companyId: string;
  /** Reads. @param path below the company's address, or absolute */
  get<Body>(path: string, query?: Query): Promise<Body>;
  /** Writes. @param once the Idempotency-Key */
  send<Body>(method: 'POST' | 'PUT', path: string, body: unknown, once?: string): Promise<Body>;
}

/** What the API has refused. */
export class ApiRefusal extends Error {
  readonly problem: ProblemContent;
  /** Seconds after which the request may be repeated, if the API says it. */
  readonly retryAfter: string | null;

  constructor(problem: ProblemContent, retryAfter: string | null) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Returns the API for the caller of a request. */
export function apiFor(request: Pick<Request, 'url' | 'headers'>, companyId: string, answer: AnswerApi): Api {
  const headers = new Headers({ Accept: 'application/json' });
  for (const name of PASSED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const ask = async <Body>(path: string, query: Query, init: RequestInit): Promise<Body> => {
    const url = new URL(path.startsWith('/') ? path : `/companies/${companyId}/${path}`, request.url);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await answer(new Request(url, { headers, ...init }));
    if (!response.ok) throw new ApiRefusal(await response.json(), response.headers.get('Retry-After'));
    return response.json();
  };
  return {
    companyId,
    get: (path, query = {}) => ask(path, query, {}),
    send: (method, path, body, once) => {
      const sent = new Headers(headers);
      if (once !== undefined) sent.set('Idempotency-Key', once);
      sent.set('Content-Type', 'application/json');
      return ask(path, {}, { method, headers: sent, body: JSON.stringify(body) });
    },
  };
}
