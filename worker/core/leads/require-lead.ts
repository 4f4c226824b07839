import { createMiddleware } from 'hono/factory';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { readableLead } from './access.ts';

/**
 * Refuses what is not there (404) and what the caller has no rights on (403) before the body is looked at. The change
 * itself looks again, inside its transaction.
 */
export const requireLead = createMiddleware<CoreApp>(async (c, next) => {
  readableLead(callOf(c), c.req.param('lead') ?? '');
  await next();
});
