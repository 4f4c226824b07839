/**
 * `/dni/api/companies/<uuid>/settings` and the paths below it: forwarded to the company's Durable Object, which stores the
 * settings. The test visits of a dry run are decided here, with the code that decides for visitors.
 */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { DniSettings } from '../../dni/schema.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { compareVisits } from './compared-visits.ts';
import { askCompany, settingsCredentials } from './settings-access.ts';

const SETTINGS = '/api/companies/:company/settings';

export const settingsRoutes = new Hono<LookupApp>();
settingsRoutes.use(`${SETTINGS}/*`, limitFailedCredentials, settingsCredentials);

for (const [path, methods] of [
  [SETTINGS, ['GET', 'PUT', 'PATCH']],
  [`${SETTINGS}/locations/:location`, ['GET', 'PUT', 'PATCH', 'DELETE']],
  [`${SETTINGS}/numbers/:number`, ['GET', 'PUT', 'PATCH', 'DELETE']],
] as const) {
  settingsRoutes.on([...methods], path, async (c) => {
    const { url, visits } = readVisits(c.req.url);
    const { companyId, company, response } = await askCompany(c, new Request(url, c.req.raw));
    if (!response.ok || c.req.method === 'GET') return new Response(response.body, response);
    const present = await company.dniSettings();
    if (visits !== undefined) {
      const dryRun = await response.json<{ settings: DniSettings }>();
      const after = { version: 0, settings: dryRun.settings, zone: present?.zone };
      const visitsCompared = compareVisits(companyId, visits, { before: present, after });
      return Response.json(
        { ...dryRun, visits: visitsCompared },
        { headers: withoutLength(response.headers) },
      );
    }
    // KV may return the old version for up to a minute; lookups of this isolate use the saved one at once.
    if (present !== undefined) lookupMemory.settings.remember(companyId, present);
    return new Response(response.body, response);
  });
}

/** Takes the test visits of a dry run out of the URL. Without a dry run they stay in it, and the company refuses them. */
function readVisits(address: string): { url: URL; visits: string | undefined } {
  const url = new URL(address);
  const visits = url.searchParams.get('visits') ?? undefined;
  if (visits === undefined || !/^\s*(?:true|1)\s*$/i.test(url.searchParams.get('dry_run') ?? '')) {
    return { url, visits: undefined };
  }
  url.searchParams.delete('visits');
  return { url, visits };
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('Content-Length');
  return kept;
}
