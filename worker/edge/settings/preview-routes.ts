/** `GET /dni/preview/<uuid>?zip=&url=&referrer=&keys=&ip=&time=`: explains why a visitor gets their number. */
import { Hono } from 'hono/tiny';
import { limitFailedCredentials } from '../credential-guard.ts';
import { limitPreviews } from '../../shared/limits/rate-limits.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import type { NetworkPlace } from '../lookup/place/place.ts';
import { lookupContextOf } from '../lookup/questions.ts';
import { explainDecision } from './preview.ts';
import { settingsCredentials, previewRightsOnly } from './settings-access.ts';

const PREVIEW = '/preview/:company';

export const previewRoutes = new Hono<LookupApp>();
previewRoutes.use(PREVIEW, limitPreviews, limitFailedCredentials, settingsCredentials, previewRightsOnly);

/** Accepts the credentials for the settings, or a manager's. Stores nothing. */
previewRoutes.get(PREVIEW, async (c) => {
  const context = lookupContextOf({ env: c.env, context: c.executionCtx });
  const caller = {
    ip: c.req.header('CF-Connecting-IP'),
    cf: c.req.raw.cf as NetworkPlace | undefined,
  };
  const explanation = await explainDecision(context, c.req.param('company'), {
    query: c.req.query(),
    caller,
  });
  return c.json(explanation, 200, { 'Cache-Control': 'no-store' });
});
