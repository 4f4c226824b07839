/**
 * `/dni/api/companies/<uuid>/site` and `/setup`: how the company's site does. What was seen and set, the company's Durable Object
 * knows; a page is checked here, where the widget's questions are answered.
 */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { askCompany, previewRightsOnly, settingsCredentials } from '../settings/settings-access.ts';
import { Problem } from '../../shared/http/problems.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { checkPage } from './check.ts';
import { contextOf } from './check-context.ts';
import { faultOfPage, pageUrlOf } from './page-address.ts';
import { siteCheckSchema } from './schema.ts';
import type { SiteApp } from './site-app.ts';

const SITE = '/api/companies/:company/site';
/** How far the set-up is, up to the first call. */
const SETUP = '/api/companies/:company/setup';

export const siteRoutes = new Hono<SiteApp>();
for (const path of [SITE, SETUP]) {
  siteRoutes.use(`${path}/*`, limitFailedCredentials, settingsCredentials);
  siteRoutes.get(path, async (c) => {
    const { response } = await askCompany(c);
    return new Response(response.body, response);
  });
}

/** What is right and wrong with a page: `{url, tag, numbers, findings}`. */
siteRoutes.post(`${SITE}/check`, previewRightsOnly, takesNoQuery, async (c) => {
  const { url: typed } = parse(siteCheckSchema, await readJson(c.req.raw));
  const url = pageUrlOf(typed);
  if (url === null)
    throw refusal('invalid_parameter', 'Write the address of a page, such as acme.example/contact.');
  const companyId = c.req.param('company').toLowerCase();
  const context = await contextOf(c.env, { companyId, origin: new URL(c.req.url).origin });
  const fault = faultOfPage(url, context.rules);
  if (fault !== undefined) {
    throw refusal(fault.kind === 'invalid' ? 'invalid_parameter' : 'domain_not_allowed', fault.detail);
  }
  return c.json(await checkPage(url, context), 200, { 'Cache-Control': 'no-store' });
});

function refusal(code: 'invalid_parameter' | 'domain_not_allowed', detail: string): Problem {
  return new Problem(code, detail, { errors: [{ pointer: '/url', code, detail }] });
}
