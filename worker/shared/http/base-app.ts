/** What the edge's app and the core's app have in common: request ids and the one way from an error to the wire. */
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { companyFull, isFull } from './full-databases.ts';
import { logFailure } from '../log.ts';
import { notFound, Problem, type ProblemDocument, problemDocument } from './problems.ts';
import { requestIdOf } from './request-id.ts';
import { drainUnreadBody } from './unread-body.ts';

/** The Hono environment that edge and core share. */
export interface BaseApp {
  Bindings: object;
  Variables: { requestId: string };
}

/** Seconds after which a client of an overloaded object may try again. */
const OVERLOAD_SECONDS = 2;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Headers of every answer that does not set them itself: answers are for one client, and none is a page or a script. */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/**
 * What goes around every request: its id, the headers of all answers, and the unread rest of its body, in one middleware.
 * A path with a slash at its end is refused, because the router would take it for the path without one.
 */
const around = createMiddleware<BaseApp>(async (c, next) => {
  const id = requestIdOf(c.req.raw.headers);
  c.set('requestId', id);
  if (c.req.path.endsWith('/')) c.res = errorResponse(notFound(), c);
  else await next();
  // On the answer that is there: Hono's own way makes a new one. One of the core has its id already.
  const { headers } = c.res;
  for (const [name, value] of Object.entries({ ...ANSWER_HEADERS, 'X-Request-Id': id })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  await drainUnreadBody(c.req.raw);
});

/** A Hono app whose refusals are problem documents: 404 and 405 for what is not mounted, 500 for unforeseen errors. */
export function createApp<Environment extends BaseApp>(): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(around);
  app.onError((error, c) => errorResponse(error, c));
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    if (c.req.method === 'OPTIONS' && allow !== '') return c.body(null, 204, { Allow: allow });
    return errorResponse(refusalOfUnmounted(c, allow), c);
  });
  return app;
}

/** The problem document for `error`; an unforeseen error is logged under its request id and says nothing outside. */
export function problemOf(error: unknown, request: { path: string; requestId: string }): ProblemDocument {
  return problemDocument(error instanceof Problem ? error : unforeseen(error, request.requestId), request);
}

/** The answer to a request that goes past the router, when it is refused. @param headers that the answer has besides */
export async function refusal(
  error: unknown,
  request: Request,
  { requestId, headers = {} }: { requestId: string; headers?: Record<string, string> },
): Promise<Response> {
  await drainUnreadBody(request);
  const { body, ...init } = problemOf(error, { path: new URL(request.url).pathname, requestId });
  return new Response(body, { ...init, headers: { ...headers, ...init.headers, 'X-Request-Id': requestId } });
}

function errorResponse<Environment extends BaseApp>(error: Error, c: Context<Environment>): Response {
  const { body, status, headers } = problemOf(error, { path: c.req.path, requestId: c.get('requestId') });
  return c.body(body, status, headers);
}

function unforeseen(error: unknown, id: string): Problem {
  if (isOverloaded(error)) {
    return new Problem(
      'service_unavailable',
      'The company has more requests than it can answer; try again.',
      {
        headers: { 'Retry-After': String(OVERLOAD_SECONDS) },
      },
    );
  }
  logFailure({ request_id: id }, error);
  if (isFull(error)) return companyFull();
  return new Problem('internal_error', 'The error was recorded under this request id.');
}

/** Whether a Durable Object has too many requests waiting: the platform marks the error (Durable Objects, "Error handling"). */
function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true;
}

function refusalOfUnmounted(c: Pick<Context, 'req'>, allow: string): Problem {
  if (allow === '') return notFound();
  return new Problem('method_not_allowed', `${c.req.method} is not allowed here; ${allow} is.`, {
    headers: { Allow: allow },
  });
}

/** The methods of a path, for `Allow`; empty when nothing is mounted there. Whatever is read by GET is by HEAD as well. */
function allowedMethods<Environment extends BaseApp>(app: Hono<Environment>, path: string): string {
  const mounted = METHODS.filter((method) => isMounted(app, method, path));
  if (mounted.length === 0) return '';
  return [...mounted.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

/** Whether a handler, not only middleware (which answers to ALL), waits at method and path. */
function isMounted<Environment extends BaseApp>(
  app: Hono<Environment>,
  method: string,
  path: string,
): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
}
