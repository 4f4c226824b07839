/** `GET /dni/preview/<uuid>?zip=&url=&referrer=&keys=&ip=&time=`: why a visitor gets the number that they get. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { App } from '../env.ts';
import { requireOperator } from '../operator/authenticate.ts';
import { limitLookups } from '../rate-limits.ts';
import type { NetworkPlace } from './place.ts';
import { explainDecision } from './preview.ts';

const requireSettingsRights = createMiddleware<App>(async (c, next) => {
  await requireOperator(c.req.header('Authorization'), c.env.OPERATOR_TOKEN);
  await next();
});

export const previewRoutes = new Hono<App>();

/** Needs the credentials of the settings. Changes nothing and keeps nothing. */
previewRoutes.get('/preview/:company', limitLookups, requireSettingsRights, async (c) => {
  const cf = c.req.raw.cf as NetworkPlace | undefined;
  const explanation = await explainDecision(c.env, c.req.param('company').toLowerCase(), c.req.query(), cf);
  return c.json(explanation, 200, { 'Cache-Control': 'private, no-store' });
});
