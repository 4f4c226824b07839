/** `GET /dni/api/companies/<uuid>/pools`: how many numbers of each pool are free, its load, and how many it needs. */
import { Hono } from 'hono/tiny';
import { isForCore } from '../../shared/http/credentials.ts';
import { isPool } from '../../dni/pure/number-entries.ts';
import { limitPreviews } from '../../shared/limits/rate-limits.ts';
import { limitFailedCredentials } from '../credential-guard.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { companySettings, settingsIfAny } from '../lookup/lookup.ts';
import type { PoolsBody } from './answer-schema.ts';
import { explainPool } from './pool-advice.ts';
import { previewRightsOnly, settingsCredentials } from './settings-access.ts';

const POOLS = '/api/companies/:company/pools';

export const poolRoutes = new Hono<LookupApp>();
poolRoutes.use(POOLS, limitPreviews, limitFailedCredentials, settingsCredentials, previewRightsOnly);

/**
 * Accepts the credentials for the settings, or a manager's. Stores nothing. A company without settings has no pools; the
 * operator gets a 404, because the company may not exist.
 */
poolRoutes.get(POOLS, async (c) => {
  const context = { env: c.env, memory: lookupMemory, background: () => undefined };
  const find = isForCore(c.req.header('Authorization')) ? settingsIfAny : companySettings;
  const compiled = await find(context, c.req.param('company'), undefined);
  const entries = compiled?.settings.numbers.filter(isPool) ?? [];
  const pools = await Promise.all(
    entries.map(async (entry) =>
      explainPool(entry, await lookupMemory.pools.stateOf(c.env, compiled?.companyId ?? '', entry)),
    ),
  );
  return c.json({ pools } satisfies PoolsBody, 200, { 'Cache-Control': 'no-store' });
});
