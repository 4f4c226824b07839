/** `/dni/api/companies/<uuid>/site`: how the company's site does. Where the widget was seen, the company's Durable Object knows. */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { App } from '../env.ts';
import { settingsCredentials } from '../lookup/settings-access.ts';

const SITE = '/api/companies/:company/site';

export const siteRoutes = new Hono<App>();
siteRoutes.use(`${SITE}/*`, limitFailedCredentials, settingsCredentials);

siteRoutes.get(SITE, async (c) => {
  const request = new Request(c.req.raw);
  request.headers.set('X-Request-Id', c.get('requestId'));
  const response = await c.env.COMPANIES.getByName(c.req.param('company').toLowerCase()).fetch(request);
  return new Response(response.body, response);
});
