/** The base of the edge's and the core's Hono apps: request ids, headers of all answers, errors as problem documents. */
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { companyFull, isFull } from './full-databases.ts';
import { logFailure } from '../log.ts';
import { notFound, Problem, type ProblemDocument, problemDocument } from './problems.ts';
import { requestIdOf } from './ids.ts';
import { SegmentRouter } from './segment-router.ts';
import { drainUnreadBody } from './unread-body.ts';

/** The Hono environment that edge and core share. */
export interface BaseApp {
  Bindings: object;
  Variables: { requestId: string };
}

/** Seconds after which a client of an overloaded object may try again. */
const OVERLOAD_SECONDS = 2;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Default headers of answers: each is for one client, and browsers must not guess its type. Some addresses are secrets, also mistyped
 * ones, so search engines keep none, and no page that is left tells its own.
 */
export const ANSWER_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Middleware of every request: sets its id and the default headers, and drains an unread body. Refuses a path with a
 * trailing slash, which the router would treat like the path without.
 */
const baseMiddleware = createMiddleware<BaseApp>(async (c, next) => {
  const id = requestIdOf(c.req.raw.headers);
  c.set('requestId', id);
  if (c.req.path.endsWith('/')) c.res = errorResponse(notFound(), c);
  else await next();
  // Set on the existing answer, since Hono's c.header makes a new one. An answer of the core has its id already.
  const { headers } = c.res;
  for (const [name, value] of Object.entries({ ...ANSWER_HEADERS, 'X-Request-Id': id })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  await drainUnreadBody(c.req.raw);
});

/** Creates a Hono app that answers errors with problem documents: 404 and 405 for unmounted routes, 500 for unexpected errors. */
export function createApp<Environment extends BaseApp>(): Hono<Environment> {
  const app = new Hono<Environment>();
  app.router = new SegmentRouter();
  app.use(baseMiddleware);
  app.onError((error, c) => errorResponse(error, c));
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    if (c.req.method === 'OPTIONS' && allow !== '') return c.body(null, 204, { Allow: allow });
    return errorResponse(refusalForUnmounted(c, allow), c);
  });
  return app;
}

/** Makes the problem document for `error`. An unexpected error is logged under its request id; the document hides it. */
export function problemOf(error: unknown, request: { path: string; requestId: string }): ProblemDocument {
  return problemDocument(error instanceof Problem ? error : unexpected(error, request.requestId), request);
}

/** Makes the error answer for a request that bypassed the router. @param headers further headers of the answer */
export async function refusal(
  error: unknown,
  request: Request,
  { requestId, headers = {} }: { requestId: string; headers?: Record<string, string> },
): Promise<Response> {
  await drainUnreadBody(request);
  const { body, ...init } = problemOf(error, { path: new URL(request.url).pathname, requestId });
  return new Response(body, {
    ...init,
    headers: { ...ANSWER_HEADERS, ...headers, ...init.headers, 'X-Request-Id': requestId },
  });
}

function errorResponse<Environment extends BaseApp>(error: Error, c: Context<Environment>): Response {
  const { body, status, headers } = problemOf(error, { path: c.req.path, requestId: c.get('requestId') });
  return c.body(body, status, headers);
}

function unexpected(error: unknown, id: string): Problem {
  if (isOverloaded(error)) {
    return new Problem(
      'service_unavailable',
      'The company has more requests than it can answer. Try again in a moment.',
      {
        headers: { 'Retry-After': String(OVERLOAD_SECONDS) },
      },
    );
  }
  logFailure({ request_id: id }, error);
  if (isFull(error)) return companyFull();
  return new Problem(
    'internal_error',
    'Something went wrong here. The error was logged under this request id.',
  );
}

/** Tells whether a Durable Object has too many requests waiting (Cloudflare Durable Objects, "Error handling"). */
function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true;
}

function refusalForUnmounted(c: Pick<Context, 'req'>, allow: string): Problem {
  if (allow === '') return notFound();
  return new Problem('method_not_allowed', `${c.req.method} is not allowed here; ${allow} is.`, {
    headers: { Allow: allow },
  });
}

/** Lists the methods of a path for `Allow`; empty when nothing is mounted there. GET implies HEAD. */
function allowedMethods<Environment extends BaseApp>(app: Hono<Environment>, path: string): string {
  const mounted = METHODS.filter((method) => isMounted(app, method, path));
  if (mounted.length === 0) return '';
  return [...mounted.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

/** Tells whether a handler is mounted; middleware alone is registered for ALL. */
function isMounted<Environment extends BaseApp>(
  app: Hono<Environment>,
  method: string,
  path: string,
): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
}
