/** `GET /dni/api/companies/<uuid>/pools`: how many numbers of each pool are free, its load, and how many it needs. */
import { Hono } from 'hono/tiny';
import { isForCore } from '../../shared/http/credentials.ts';
import { isPool } from '../../dni/pure/number-entries.ts';
import { within } from '../../shared/limits/bounded-wait.ts';
import { limitPreviews } from '../../shared/limits/rate-limits.ts';
import { limitFailedCredentials } from '../credential-guard.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { companySettings, settingsIfAny } from '../lookup/lookup.ts';
import { lookupContextOf } from '../lookup/questions.ts';
import type { PoolsBody } from './answer-schema.ts';
import { explainPool, questionOf } from './pool-advice.ts';
import { previewRightsOnly, settingsCredentials } from './settings-access.ts';

const POOLS = '/api/companies/:company/pools';
/** Longest wait for what the company knows of the calls. */
const TIMEOUT_MS = 3_000;

export const poolRoutes = new Hono<LookupApp>();
poolRoutes.use(POOLS, limitPreviews, limitFailedCredentials, settingsCredentials, previewRightsOnly);

/**
 * Accepts the credentials for the settings, or a manager's. Stores nothing. A company without settings has no pools; the
 * operator gets a 404, because the company may not exist.
 */
poolRoutes.get(POOLS, async (c) => {
  const context = lookupContextOf({ env: c.env, context: c.executionCtx });
  const find = isForCore(c.req.header('Authorization')) ? settingsIfAny : companySettings;
  const compiled = await find(context, c.req.param('company'), undefined);
  const entries = compiled?.settings.numbers.filter(isPool) ?? [];
  const companyId = compiled?.companyId ?? '';
  const states = await Promise.all(
    entries.map(async (entry) => lookupMemory.pools.stateOf(c.env, companyId, entry)),
  );
  const questions = entries.map((entry, index) => questionOf(entry, states[index]));
  const calls =
    questions.length === 0
      ? []
      : await within(c.env.COMPANIES.getByName(companyId).callsToPools(questions), TIMEOUT_MS, undefined);
  const pools = entries.map((entry, index) => explainPool(entry, states[index], calls?.[index]));
  return c.json({ pools } satisfies PoolsBody, 200, { 'Cache-Control': 'no-store' });
});
