/** `GET /dni/preview/<uuid>?zip=&url=&referrer=&keys=&ip=&time=`: why a visitor gets the number that they get. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import type { LookupApp } from './lookup-app.ts';
import { requireOperator } from '../operator-token.ts';
import { asId } from '../ids.ts';
import { Problem } from '../problems.ts';
import { limitPreviews } from '../rate-limits.ts';
import type { NetworkPlace } from './place.ts';
import { explainDecision } from './preview.ts';

/** The operator, or a super admin of the company: whoever may see the settings that are explained. */
const settingsRightsOnly = createMiddleware<LookupApp>(async (c, next) => {
  const authorization = c.req.header('Authorization');
  const companyId = asId(c.req.param('company'));
  if (companyId === undefined || !/^basic\b/i.test(authorization ?? '')) {
    await requireOperator(authorization, c.env.OPERATOR_TOKEN);
  } else {
    const refusal = await c.env.COMPANIES.getByName(companyId).settingsRefusal(authorization);
    if (refusal) throw new Problem(refusal.code, refusal.message, { headers: refusal.headers });
  }
  await next();
});

export const previewRoutes = new Hono<LookupApp>();

/** Needs the credentials of the settings. Changes nothing and keeps nothing. */
previewRoutes.get('/preview/:company', limitPreviews, settingsRightsOnly, async (c) => {
  const cf = c.req.raw.cf as NetworkPlace | undefined;
  const explanation = await explainDecision(c.env, c.req.param('company').toLowerCase(), c.req.query(), cf);
  return c.json(explanation, 200, { 'Cache-Control': 'private, no-store' });
});
