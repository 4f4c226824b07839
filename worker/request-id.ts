import { createMiddleware } from 'hono/factory';
import type { App } from './env.ts';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id of a request: a client's own if it is well-formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('X-Request-Id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

/**
 * Gives the request an id and answers with it in `X-Request-Id`. An answer of the core that has one already is left as
 * it is.
 */
export const requestId = createMiddleware<App>(async (c, next) => {
  const id = requestIdOf(c.req.raw.headers);
  c.set('requestId', id);
  await next();
  // On the answer that is there: Hono's own way makes a new one.
  if (!c.res.headers.has('X-Request-Id')) c.res.headers.set('X-Request-Id', id);
});
