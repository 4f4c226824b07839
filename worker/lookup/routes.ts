/** The visitor's question over HTTP: the lookup, and the widget's lane to the same answer. No credentials. */
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { App } from '../env.ts';
import { parse, readJson } from '../input.ts';
import { limitLookups } from '../rate-limits.ts';
import { lookupAnswer, swapAnswer } from './decision.ts';
import { type Lookup, lookUp, type Question } from './lookup.ts';
import type { NetworkPlace } from './place.ts';
import { MAX_LOOKUP_BODY_BYTES, visitSchema } from './schema.ts';

/** Seconds for which a browser need not ask again whether it may ask. */
const PREFLIGHT_MAX_AGE_S = 24 * 60 * 60;

const TEXT_PLAIN = /^text\/plain\s*(?:;|$)/i;

type VisitorContext = Context<App>;

const PATHS = [
  '/api/companies/:company/closest',
  '/api/companies/:company/closest/zip/:zip',
  '/swap/:company',
] as const;

/** Any site may read the answers and the refusals, without credentials. */
const readableByAnySite = createMiddleware<App>(async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', 'Leadline-Cache, Server-Timing, X-Request-Id, Retry-After');
  await next();
});

export const lookupRoutes = new Hono<App>();
for (const path of PATHS) {
  lookupRoutes.options(path, cors({ origin: '*', allowMethods: ['POST'], maxAge: PREFLIGHT_MAX_AGE_S }));
  lookupRoutes.use(path, readableByAnySite, limitLookups);
}

/** The tracking number and the closest location for a visitor, by IP. `?nocache=1` bypasses the caches. */
lookupRoutes.post('/api/companies/:company/closest', async (c) => {
  const body = await readJson(c.req.raw, { maxBytes: MAX_LOOKUP_BODY_BYTES });
  const found = await lookUp(c.env, question(c, body, undefined), inBackground(c));
  return answer(c, found, lookupAnswer(found.decision, found.compiled));
});

/** The same for a postal code instead of the visitor's own place. */
lookupRoutes.post('/api/companies/:company/closest/zip/:zip', async (c) => {
  const body = await readJson(c.req.raw, { maxBytes: MAX_LOOKUP_BODY_BYTES });
  const found = await lookUp(c.env, question(c, body, c.req.param('zip')), inBackground(c));
  return answer(c, found, lookupAnswer(found.decision, found.compiled));
});

/**
 * The widget's lane: JSON as `text/plain`, so that browsers send it without a preflight. `?zip=` forces a place.
 * Answers `{phone_number, closest_location, source, swaps: [{from, to, sms}], forms, max_age}`, `max_age` in seconds.
 */
lookupRoutes.post('/swap/:company', async (c) => {
  const body = await readJson(c.req.raw, { maxBytes: MAX_LOOKUP_BODY_BYTES, contentType: TEXT_PLAIN });
  const found = await lookUp(c.env, question(c, body, c.req.query('zip') || undefined), inBackground(c));
  return answer(c, found, swapAnswer(found.decision, found.compiled));
});

function question(c: VisitorContext, body: unknown, zip: string | undefined): Question {
  return {
    companyId: c.req.param('company') ?? '',
    visit: parse(visitSchema, body),
    zip,
    noCache: isSet(c.req.query('nocache')),
    request: {
      ip: c.req.header('CF-Connecting-IP'),
      userAgent: c.req.header('User-Agent'),
      origin: c.req.header('Origin'),
      // Read only where a place has to be found: the runtime parses it when it is asked for.
      get cf() {
        return c.req.raw.cf as NetworkPlace | undefined;
      },
    },
  };
}

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && flag !== '0' && flag !== 'false';
}

/** Work after the answer. A cache that cannot be written is not the visitor's problem. */
function inBackground(c: VisitorContext): (work: Promise<unknown>) => void {
  return (work) => c.executionCtx.waitUntil(work.catch(() => undefined));
}

function answer(c: VisitorContext, found: Lookup, body: object): Response {
  return c.body(JSON.stringify(body), 200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    'Leadline-Cache': found.cache,
    'Server-Timing': `cache;desc=${found.cache}`,
  });
}
