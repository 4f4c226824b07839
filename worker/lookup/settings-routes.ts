/**
 * `GET` and `PUT /dni/api/companies/<uuid>/settings`: passed to the company's Durable Object, which holds the truth and
 * checks the credentials.
 */
import { Hono } from 'hono/tiny';
import type { LookupApp } from './lookup-app.ts';
import { asId } from '../ids.ts';
import { Problem } from '../problems.ts';
import { forgetSettings } from './settings-reader.ts';

export const settingsRoutes = new Hono<LookupApp>();

settingsRoutes.on(['GET', 'PUT'], '/api/companies/:company/settings', async (c) => {
  const companyId = asId(c.req.param('company'));
  if (companyId === undefined) throw new Problem('not_found', 'There is no such company.');
  const request = new Request(c.req.raw);
  request.headers.set('X-Request-Id', c.get('requestId'));
  const response = await c.env.COMPANIES.getByName(companyId).fetch(request);
  if (c.req.method === 'PUT' && response.ok) forgetSettings(companyId);
  return new Response(response.body, response);
});
