import { createMiddleware } from 'hono/factory';
import type { App } from './env.ts';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives the request an id, a client's own if it is well-formed, and answers with it in `X-Request-Id`. An answer of the
 * core that has one already is left as it is.
 */
export const requestId = createMiddleware<App>(async (c, next) => {
  const given = c.req.header('X-Request-Id') ?? '';
  const id = CLIENT_REQUEST_ID.test(given) ? given : crypto.randomUUID();
  c.set('requestId', id);
  // Set before the answer is made, so that it is made once; an answer that is passed on gets it afterwards.
  c.header('X-Request-Id', id);
  await next();
  if (!c.res.headers.has('X-Request-Id')) c.header('X-Request-Id', id);
});
