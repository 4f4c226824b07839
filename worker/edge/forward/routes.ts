/** `/auth/`: signs in with the accounts of this deployment, or forwards to a remote core, which then has the users. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { accountRoutes } from '../sign-in/routes.ts';
import type { App } from '../../env.ts';
import { limitSignIns } from '../../shared/limits/rate-limits.ts';
import { forwardRemote } from './remote.ts';

/** Forwards the request if `CORE_API_URL` is set. */
const preferRemote = createMiddleware<App>((c, next) => {
  const { CORE_API_URL: baseUrl, CORE_TIMEOUT_MS: timeoutMs } = c.env;
  if (!baseUrl) return next();
  return forwardRemote(c.req.raw, { baseUrl, timeoutMs }, c.get('requestId'));
});

export const authRoutes = new Hono<App>();
authRoutes.use('/auth/:call{.+}', limitSignIns, preferRemote);
authRoutes.route('/auth', accountRoutes);
