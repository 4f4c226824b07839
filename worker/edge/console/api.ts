/** The public API with the session's cookie: `/console/api/<path>` is `<path>` with the session's credentials. */
import { INERT } from '../../shared/http/foreign-files.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { requireOwnSocket, requireSameOrigin } from './same-origin.ts';
import { authorizationOf } from './session-cookie.ts';
import type { PublicApi } from './sessions.ts';

const PREFIX = '/console/api';
/** The paths that the console uses. Signing in has its own route, and the operator has no session. */
const REACHABLE =
  /^\/(?:companies\/.|me(?:\/modify)?$|me\/companies(?:\/overview|\/usage\.csv|\/[^/]+\/(?:copy_settings|clients))?$|me\/password$|me\/sessions(?:\/|$)|me\/(?:second_factor|passkeys|confirmation)(?:\/|$)|dni\/(?:api\/companies\/[^/]+\/(?:places|pools|settings|site|setup)|preview)(?:\/|$))/;
/** Not Basic, for which browsers open their own dialog. */
const CHALLENGE = 'Session realm="leadline"';

/** Tells whether the console may ask for a path of the API. */
export function isReachable(path: string): boolean {
  return REACHABLE.test(path);
}

/**
 * Forwards a request with the session's credentials. The upgrade to a WebSocket is passed on too.
 * @throws Problem 403 for a request from another site, 404 for a path that the console does not use, 401 without a session
 */
export async function answerWithSession(request: Request, api: PublicApi): Promise<Response> {
  requireSameOrigin(request);
  requireOwnSocket(request);
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(PREFIX.length);
  if (!isReachable(url.pathname)) throw notFound();
  const authorization = authorizationOf(request);
  if (authorization === undefined) throw sessionRequired();
  const inner = new Request(url, request);
  inner.headers.delete('Cookie');
  inner.headers.set('Authorization', authorization);
  return forBrowser(await api(inner));
}

/**
 * Adapts an answer for the console's pages: no browser cache, no challenge that opens a sign-in dialog, and no scripts, since
 * it has the console's origin and its reader has a session.
 */
export function forBrowser(answer: Response): Response {
  if (answer.webSocket !== null) return answer;
  const response = new Response(answer.body, answer);
  // A logo is kept, by the version in its address.
  if (!/^private, .*immutable$/.test(response.headers.get('Cache-Control') ?? '')) {
    response.headers.set('Cache-Control', 'no-store');
  }
  for (const [name, value] of Object.entries(INERT)) response.headers.set(name, value);
  if (response.status === 401) response.headers.set('WWW-Authenticate', CHALLENGE);
  return response;
}

/** Refuses a request without a session. */
export function sessionRequired(): Problem {
  return new Problem('credentials_required', 'Sign in to the console.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
