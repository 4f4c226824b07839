/** `GET /dni/preview/<uuid>?zip=&url=&referrer=&keys=&ip=&time=`: why a visitor gets the number that they get. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { App } from '../env.ts';
import { requireOperator } from '../operator/authenticate.ts';
import { Problem } from '../problems.ts';
import { limitLookups } from '../rate-limits.ts';
import { parseCompanyId } from './company-id.ts';
import type { NetworkPlace } from './place.ts';
import { explainDecision } from './preview.ts';

/** Those who may see the settings may see what follows from them: the operator, and a super admin of the company. */
const settingsRightsOnly = createMiddleware<App>(async (c, next) => {
  const authorization = c.req.header('Authorization');
  if (/^basic /i.test(authorization ?? ''))
    await requireSuperAdmin(c.env, c.req.param('company'), authorization);
  else await requireOperator(authorization, c.env.OPERATOR_TOKEN);
  await next();
});

export const previewRoutes = new Hono<App>();

/** Needs the credentials of the settings. Changes nothing and keeps nothing. */
previewRoutes.get('/preview/:company', limitLookups, settingsRightsOnly, async (c) => {
  const cf = c.req.raw.cf as NetworkPlace | undefined;
  const explanation = await explainDecision(c.env, c.req.param('company').toLowerCase(), c.req.query(), cf);
  return c.json(explanation, 200, { 'Cache-Control': 'private, no-store' });
});

async function requireSuperAdmin(
  env: App['Bindings'],
  company: string | undefined,
  authorization: string | undefined,
): Promise<void> {
  const companyId = parseCompanyId(company);
  const allowed = companyId && (await env.COMPANIES.getByName(companyId).maySeeSettings(authorization));
  if (allowed) return;
  throw new Problem('invalid_credentials', 'Sign in as a super admin of the company, or as the operator.', {
    headers: { 'WWW-Authenticate': 'Basic realm="leadline", charset="UTF-8"' },
  });
}
