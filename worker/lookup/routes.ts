/** The visitor's question over HTTP: the lookup, and the widget's lane to the same answer. No credentials. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { LookupApp } from './lookup-app.ts';
import { notFound } from '../problems.ts';
import { answerVisitor, READABLE_BY_ANY_SITE } from './questions.ts';

/** Seconds for which a browser need not ask again whether it may ask. */
const PREFLIGHT_MAX_AGE_S = 24 * 60 * 60;

const PATHS = [
  '/api/companies/:company/closest',
  '/api/companies/:company/closest/zip/:zip',
  '/swap/:company',
] as const;

const readableByAnySite = createMiddleware<LookupApp>(async (c, next) => {
  for (const [name, value] of Object.entries(READABLE_BY_ANY_SITE)) c.header(name, value);
  await next();
});

export const lookupRoutes = new Hono<LookupApp>();
for (const path of PATHS) {
  lookupRoutes.options(path, cors({ origin: '*', allowMethods: ['POST'], maxAge: PREFLIGHT_MAX_AGE_S }));
  lookupRoutes.use(path, readableByAnySite);
}

// The Worker asks `answerVisitor` before it asks this router, which knows the operations for what it says about others.

/** The tracking number and the closest location for a visitor, by IP. `?nocache=1` bypasses the caches. */
lookupRoutes.post(PATHS[0], answerHere);

/** The same for a postal code instead of the visitor's own place. */
lookupRoutes.post(PATHS[1], answerHere);

/**
 * The widget's lane: JSON as `text/plain`, so that browsers send it without a preflight. `?zip=` forces a place.
 * Answers `{phone_number, closest_location, source, swaps: [{from, to, sms}], forms, max_age}`, `max_age` in seconds.
 */
lookupRoutes.post(PATHS[2], answerHere);

function answerHere(c: Context<LookupApp>): Promise<Response> {
  const answered = answerVisitor(c.req.raw, c.env, c.executionCtx);
  if (answered === undefined) throw notFound();
  return answered;
}
