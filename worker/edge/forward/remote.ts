/** Forwards requests to a remote core. */
import { configured } from '../../shared/configuration.ts';
import { Dependency } from '../../shared/limits/dependency.ts';
import { INERT } from '../../shared/http/foreign-files.ts';
import { Problem } from '../../shared/http/problems.ts';
import { forwardedHeaders } from './headers.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Methods that may be repeated, because they change nothing and have no body. */
const REPEATABLE = new Set(['GET', 'HEAD']);

/** Used for its log only: each request has its own timeout. */
const remoteCore = new Dependency('remote core', { pauses: false });

export interface RemoteCore {
  /** `CORE_API_URL`; its path is a prefix of the request's path. */
  baseUrl: string;
  /** `CORE_TIMEOUT_MS`: milliseconds until the headers of the answer must arrive. Default 10000. */
  timeoutMs: string | number | undefined;
}

/**
 * Forwards a request. The answer is returned unchanged, except without cookies and with headers that block scripts.
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

/** Fetches with a timeout for the headers; the body may stream for as long as it takes. */
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

/** Removes cookies and blocks scripts, which would run under the edge's origin. */
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

/** Converts an error into a problem and logs it, at most once a minute. */
function asProblem(error: unknown): Problem {
  const isLate = error instanceof Problem && error.code === 'gateway_timeout';
  remoteCore.report(isLate ? 'timeout' : 'error');
  return error instanceof Problem
    ? error
    : new Problem('bad_gateway', 'The core API could not be reached. Try again later.');
}
