/** Routes of the lookup and of the widget's lane, without credentials. */
import { Hono } from 'hono/tiny';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { mountShortCuts } from '../short-cuts.ts';
import type { LookupApp } from './lookup-app.ts';
import { READABLE_BY_ANY_SITE, lookupShortCuts } from './questions.ts';

/** Seconds for which browsers cache a preflight. */
const PREFLIGHT_MAX_AGE_S = 24 * 60 * 60;

const readableByAnySite = createMiddleware<LookupApp>(async (c, next) => {
  for (const [name, value] of Object.entries(READABLE_BY_ANY_SITE)) c.header(name, value);
  await next();
});

export const lookupRoutes = new Hono<LookupApp>();
for (const { path } of lookupShortCuts) {
  lookupRoutes.options(path, cors({ origin: '*', allowMethods: ['POST'], maxAge: PREFLIGHT_MAX_AGE_S }));
  lookupRoutes.use(path, readableByAnySite);
}
mountShortCuts(lookupRoutes, lookupShortCuts);
