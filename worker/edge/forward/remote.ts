/** A core that lives elsewhere: the request goes on as it came, and the answer comes back as it is. */
import { configured } from '../../shared/configuration.ts';
import { Dependency } from '../../shared/limits/dependency.ts';
import { INERT } from '../../shared/http/foreign-files.ts';
import { Problem } from '../../shared/http/problems.ts';
import { forwardedHeaders } from './headers.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Requests that may be sent twice, because they change nothing and have no body. */
const REPEATABLE = new Set(['GET', 'HEAD']);

/** For its log alone: each request has a wait of its own. */
const remoteCore = new Dependency('remote core', { pauses: false });

export interface RemoteCore {
  /** `CORE_API_URL`; a path in it is put before the request's own. */
  baseUrl: string;
  /** `CORE_TIMEOUT_MS`: milliseconds until the head of the answer must be there. Default 10000. */
  timeoutMs: string | number | undefined;
}

/**
 * Passes a request on. The answer comes back as it is, but without cookies, and inert.
 * @throws Problem 502 `bad_gateway` when the core cannot be reached, 504 `gateway_timeout` when it does not answer in time
 */
export async function forwardRemote(
  request: Request,
  core: RemoteCore,
  requestId: string,
): Promise<Response> {
  const url = new URL(request.url);
  const target = targetOf(core.baseUrl, url);
  const ip = request.headers.get('CF-Connecting-IP') ?? undefined;
  const init: RequestInit = {
    method: request.method,
    headers: forwardedHeaders(request.headers, { url, ip, requestId }),
    body: request.body,
    // A redirect is an answer like any other; following it would send the credentials elsewhere.
    redirect: 'manual',
  };
  const timeoutMs = timeoutOf(core.timeoutMs);
  try {
    return ownAnswer(await fetchInTime(target, init, timeoutMs));
  } catch (error) {
    if (error instanceof Problem || !REPEATABLE.has(request.method)) throw asProblem(error);
    const second = fetchInTime(target, init, timeoutMs).catch((again: unknown) => {
      throw asProblem(again);
    });
    return ownAnswer(await second);
  }
}

/** The clock stops with the head of the answer: a long body may stream for as long as it takes. */
async function fetchInTime(target: URL, init: RequestInit, timeoutMs: number): Promise<Response> {
  const abort = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, timeoutMs);
  try {
    return await fetch(target, { ...init, signal: abort.signal });
  } catch (error) {
    if (!timedOut) throw error;
    throw new Problem('gateway_timeout', `The core API did not answer within ${timeoutMs} ms.`);
  } finally {
    clearTimeout(timer);
  }
}

/** The core's answer as the edge's own: its cookies would become the edge's, and so would a page's scripts. */
function ownAnswer(response: Response): Response {
  const answer = new Response(response.body, response);
  answer.headers.delete('Set-Cookie');
  for (const [name, value] of Object.entries(INERT)) answer.headers.set(name, value);
  return answer;
}

function targetOf(baseUrl: string, url: URL): URL {
  const base = URL.parse(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new Problem('bad_gateway', 'CORE_API_URL is not an http or https URL.');
  }
  const target = new URL(base);
  target.pathname = base.pathname.replace(/\/$/, '') + url.pathname;
  target.search = url.search;
  return target;
}

function timeoutOf(given: string | number | undefined): number {
  const variables = given === undefined ? {} : { CORE_TIMEOUT_MS: given };
  return Number(configured(variables, 'CORE_TIMEOUT_MS') ?? DEFAULT_TIMEOUT_MS);
}

/** Also logged, once a minute: the answer tells the client alone. */
function asProblem(error: unknown): Problem {
  const isLate = error instanceof Problem && error.code === 'gateway_timeout';
  remoteCore.report(isLate ? 'timeout' : 'error');
  return error instanceof Problem
    ? error
    : new Problem('bad_gateway', 'The core API could not be reached; try again later.');
}
