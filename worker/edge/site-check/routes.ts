/**
 * `/dni/api/companies/<uuid>/site` and `/setup`: the state of the company's site. The company's Durable Object answers, except
 * for the check of a page, which runs at the edge.
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
/** The progress of the set-up, up to the first call. */
const SETUP = '/api/companies/:company/setup';

export const siteRoutes = new Hono<SiteApp>();
for (const path of [SITE, SETUP]) {
  siteRoutes.use(`${path}/*`, limitFailedCredentials, settingsCredentials);
  siteRoutes.get(path, async (c) => {
    const { response } = await askCompany(c);
    return new Response(response.body, response);
  });
}

/** Checks a page and answers `{url, tag, numbers, findings}`. */
siteRoutes.post(`${SITE}/check`, previewRightsOnly, takesNoQuery, async (c) => {
  const { url: typed } = parse(siteCheckSchema, await readJson(c.req.raw));
  const url = pageUrlOf(typed);
  if (url === null)
    throw refusal('invalid_parameter', 'Enter the address of a page, such as acme.example/contact.');
  const companyId = c.req.param('company').toLowerCase();
  const context = await contextOf(c.env, { companyId, origin: new URL(c.req.url).origin });
  const fault = faultOfPage(url, context.rules);
  if (fault !== undefined) {
    throw refusal(fault.kind === 'invalid' ? 'invalid_parameter' : 'domain_not_allowed', fault.detail);
  }
  const checked = await checkPage(url, context);
  const printed = checked.numbers.filter(({ kind }) => kind === 'tracking').map(({ number }) => number);
  // The advice about pools names printed numbers; the answer does not wait for it.
  c.executionCtx.waitUntil(
    c.env.COMPANIES.getByName(companyId).recordCheckedPage({ page: checked.url, printed }),
  );
  return c.json(checked, 200, { 'Cache-Control': 'no-store' });
});

function refusal(code: 'invalid_parameter' | 'domain_not_allowed', detail: string): Problem {
  return new Problem(code, detail, { errors: [{ pointer: '/url', code, detail }] });
}
