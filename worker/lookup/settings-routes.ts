/** `GET` and `PUT /dni/api/companies/<uuid>/settings`: passed to the company's Durable Object, which holds the truth. */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { DniSettings } from '../dni/schema.ts';
import type { LookupApp } from './lookup-app.ts';
import { lookupMemory } from './memory.ts';
import { settingsCredentials } from './settings-access.ts';

const SETTINGS = '/api/companies/:company/settings';

export const settingsRoutes = new Hono<LookupApp>();
settingsRoutes.use(SETTINGS, limitFailedCredentials, settingsCredentials);

settingsRoutes.on(['GET', 'PUT'], SETTINGS, async (c) => {
  const companyId = c.req.param('company').toLowerCase();
  const request = new Request(c.req.raw);
  request.headers.set('X-Request-Id', c.get('requestId'));
  const response = await c.env.COMPANIES.getByName(companyId).fetch(request);
  if (c.req.method === 'PUT' && response.ok) await rememberSaved(companyId, response.clone());
  return new Response(response.body, response);
});

/** KV may answer the former version for a minute; the lookups of this isolate go on with what was saved. */
async function rememberSaved(companyId: string, saved: Response): Promise<void> {
  const version = Number(/^(?:W\/)?"(\d+)"$/.exec(saved.headers.get('ETag') ?? '')?.[1]);
  const settings = await saved.json<DniSettings>();
  if (Number.isInteger(version)) lookupMemory.settings.remember(companyId, { version, settings });
}
