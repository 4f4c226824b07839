/** The embedded core API: a Hono app that runs inside the company's Durable Object. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { createApp } from '../shared/http/base-app.ts';
import { notFound } from '../shared/http/problems.ts';
import type { Feature, RouteGroup } from './engine/context/feature.ts';
import { settingsOf } from './company/settings/settings.ts';
import { FEATURES } from './features.ts';
import type { CoreApp } from './engine/context/company-context.ts';
import { authenticate } from './engine/http/authenticate.ts';
import { allowReading } from './engine/http/cors.ts';
import { recordRefusal } from './engine/log/refusals.ts';

/** Where routes are, by what they are under. `c.get('actor')` is whose credentials came along, but for `dni`. */
const ADDRESSES: Record<RouteGroup['under'], string> = {
  company: '/companies/:company',
  me: '/me',
  dni: '/dni/api/companies/:company',
};

/** An object that nobody provisioned is no company: every path of it answers the same 404. */
const requireCompany = createMiddleware<CoreApp>(async (c, next) => {
  if (!c.env.company.exists()) throw notFound();
  await next();
});

/** Notes in the audit log what the caller was refused. */
const tellRefusals = createMiddleware<CoreApp>(async (c, next) => {
  await next();
  if (c.error === undefined) return;
  // The handler's own; middlewares answer to ALL. A path that nothing is mounted at is refused to everybody alike.
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? '';
  const requestId = c.get('requestId');
  recordRefusal(c.env.company, c.error, { actor: c.get('actor'), method: c.req.method, route, requestId });
});

export const coreApp = createApp<CoreApp>();
coreApp.use('/dni/*', requireCompany);
for (const address of ['/companies/:company', '/me']) {
  coreApp.use(`${address}/*`, authenticate, tellRefusals);
}
for (const { under, path, routes } of FEATURES.flatMap(({ routes = [] }: Feature) => routes)) {
  coreApp.route(ADDRESSES[under] + (path === '/' ? '' : path), routes);
}

/** Answers a request of the core API. */
export function answerRequest(request: Request, bindings: CoreApp['Bindings']): Response | Promise<Response> {
  const answer = coreApp.fetch(request, bindings);
  return answer instanceof Promise
    ? answer.then((late) => withHeaders(request, late, bindings))
    : withHeaders(request, answer, bindings);
}

function withHeaders(request: Request, answer: Response, { company }: CoreApp['Bindings']): Response {
  company.requestLimits.addHeaders(request, answer);
  if (company.exists()) allowReading(request, answer, settingsOf(company).options().cors_origins);
  return answer;
}
