/**
 * `/dni/api/companies/<uuid>/settings` and what is below it: passed to the company's Durable Object, which holds the truth.
 * A dry run's test visits are decided here, where visitors are.
 */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { DniSettings } from '../../dni/schema.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { rehearseVisits } from './rehearsed-visits.ts';
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
      const told = await response.json<{ settings: DniSettings }>();
      const after = { version: 0, settings: told.settings };
      const rehearsed = rehearseVisits(companyId, visits, { before: present, after });
      return Response.json({ ...told, visits: rehearsed }, { headers: withoutLength(response.headers) });
    }
    // KV may answer the former version for a minute; the lookups of this isolate go on with what was saved.
    if (present !== undefined) lookupMemory.settings.remember(companyId, present);
    return new Response(response.body, response);
  });
}

/** The visits that a dry run is to try. Without a dry run they stay in the address, for the company to refuse them. */
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
