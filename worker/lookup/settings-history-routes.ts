/** `/dni/api/companies/<uuid>/settings/history`: passed to the company's Durable Object, as the settings are. */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { LookupApp } from './lookup-app.ts';
import { lookupMemory } from './memory.ts';
import { settingsCredentials } from './settings-access.ts';

const HISTORY = '/api/companies/:company/settings/history';
const ROUTES = [
  ['GET', HISTORY],
  ['GET', `${HISTORY}/:version`],
  ['POST', `${HISTORY}/:version/restore`],
] as const;

export const settingsHistoryRoutes = new Hono<LookupApp>();
for (const [method, path] of ROUTES) {
  settingsHistoryRoutes.on(method, path, limitFailedCredentials, settingsCredentials, async (c) => {
    const companyId = (c.req.param('company') ?? '').toLowerCase();
    const request = new Request(c.req.raw);
    request.headers.set('X-Request-Id', c.get('requestId'));
    const company = c.env.COMPANIES.getByName(companyId);
    const response = await company.fetch(request);
    // As after any save: KV may answer the former version for a minute.
    const restored = c.req.method === 'POST' && response.ok ? await company.dniSettings() : undefined;
    if (restored !== undefined) lookupMemory.settings.remember(companyId, restored);
    return new Response(response.body, response);
  });
}
