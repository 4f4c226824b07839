/** The public API behind the session's cookie: `/console/api/<path>` is `<path>`, asked with the session's credentials. */
import { INERT } from '../../shared/http/foreign-files.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { requireSameOrigin } from './same-origin.ts';
import { authorizationOf } from './session-cookie.ts';
import type { PublicApi } from './sessions.ts';

const PREFIX = '/console/api';
/** What the console works with. Signing in has a route of its own, and there is no session of the operator. */
const REACHABLE =
  /^\/(?:companies\/.|me$|me\/companies$|dni\/(?:api\/companies\/[^/]+\/(?:settings|site|setup)|preview)(?:\/|$))/;
/** Not Basic: a browser answers that with a dialog of its own. */
const CHALLENGE = 'Session realm="leadline"';

/**
 * Passes a request on and its answer back.
 * @throws Problem 403 for a request of another site, 404 for what the console does not reach, 401 without a session
 */
export async function answerWithSession(request: Request, api: PublicApi): Promise<Response> {
  requireSameOrigin(request);
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(PREFIX.length);
  if (!REACHABLE.test(url.pathname)) throw notFound();
  const authorization = authorizationOf(request);
  if (authorization === undefined) throw sessionRequired();
  const inner = new Request(url, request);
  inner.headers.delete('Cookie');
  inner.headers.set('Authorization', authorization);
  return forBrowser(await api(inner));
}

/**
 * An answer as the console's pages get it: not stored by the browser, without the challenge that opens its sign-in dialog, and
 * inert, since it is of the console's origin and whoever opens it has a session.
 */
export function forBrowser(answer: Response): Response {
  const response = new Response(answer.body, answer);
  response.headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(INERT)) response.headers.set(name, value);
  if (response.status === 401) response.headers.set('WWW-Authenticate', CHALLENGE);
  return response;
}

/** The refusal of whoever is not signed in. */
export function sessionRequired(): Problem {
  return new Problem('credentials_required', 'Sign in to the console.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
