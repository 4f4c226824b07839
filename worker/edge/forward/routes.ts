/** `/auth/`: signs in with the accounts of this deployment, or forwards to a remote core, which then has the users. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { accountRoutes } from '../sign-in/routes.ts';
import type { App } from '../../env.ts';
import { addressOfRequest } from '../../shared/limits/networks.ts';
import { enforceLimits } from '../../shared/limits/rate-limits.ts';
import { forwardRemote } from './remote.ts';

const CHALLENGES = '/auth/passkey/begin';

/** Forwards the request if `CORE_API_URL` is set. */
const preferRemote = createMiddleware<App>((c, next) => {
  const { CORE_API_URL: baseUrl, CORE_TIMEOUT_MS: timeoutMs } = c.env;
  if (!baseUrl) return next();
  return forwardRemote(c.req.raw, { baseUrl, timeoutMs }, c.get('requestId'));
});

/**
 * 20 sign-ins a minute per network, and 300 per /48. Asking for the challenge of a passkey is no attempt and costs a hash alone, and the page of the
 * sign-in does it each time it is opened: 300 a minute, counted separately from the network's lookups.
 */
const limitAttempts = createMiddleware<App>(async (c, next) => {
  const ip = addressOfRequest(c.req.raw.headers);
  const { AUTH_RATE_LIMIT, LOOKUP_RATE_LIMIT, BLOCK_RATE_LIMIT } = c.env;
  const limits =
    c.req.path === CHALLENGES
      ? { network: LOOKUP_RATE_LIMIT, block: BLOCK_RATE_LIMIT, kind: 'passkey:' }
      : { network: AUTH_RATE_LIMIT, block: LOOKUP_RATE_LIMIT, kind: 'sign-in:' };
  await enforceLimits(ip, limits);
  await next();
});

export const authRoutes = new Hono<App>();
authRoutes.use('/auth/:call{.+}', limitAttempts, preferRemote);
authRoutes.route('/auth', accountRoutes);
