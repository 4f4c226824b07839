/** `/dni/api/companies/<uuid>/settings/history`: forwarded to the company's Durable Object, like the settings. */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { askCompany, settingsCredentials } from './settings-access.ts';

const HISTORY = '/api/companies/:company/settings/history';
const ROUTES = [
  ['GET', HISTORY],
  ['GET', `${HISTORY}/:version`],
  ['POST', `${HISTORY}/:version/restore`],
] as const;

export const settingsHistoryRoutes = new Hono<LookupApp>();
for (const [method, path] of ROUTES) {
  settingsHistoryRoutes.on(method, path, limitFailedCredentials, settingsCredentials, async (c) => {
    const { companyId, company, response } = await askCompany(c);
    // KV may return the old version for up to a minute.
    const restored = c.req.method === 'POST' && response.ok ? await company.dniSettings() : undefined;
    if (restored !== undefined) lookupMemory.settings.remember(companyId, restored);
    return new Response(response.body, response);
  });
}
