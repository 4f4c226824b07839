/** The core API, wherever it lives. Only `/companies/`, `/auth/` and `/me` lead there: this is no open proxy. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { accountRoutes } from '../accounts/routes.ts';
import type { App } from '../env.ts';
import { limitSignIns } from '../rate-limits.ts';
import { forwardEmbedded } from './embedded.ts';
import { forwardRemote } from './remote.ts';

/** With `CORE_API_URL` the request ends here; what stands behind is the embedded core. */
const preferRemote = createMiddleware<App>((c, next) => {
  const { CORE_API_URL: baseUrl, CORE_TIMEOUT_MS: timeoutMs } = c.env;
  if (!baseUrl) return next();
  return forwardRemote(c.req.raw, { baseUrl, timeoutMs }, c.get('requestId'));
});

export const forwardRoutes = new Hono<App>();
forwardRoutes.use('/auth/:call{.+}', limitSignIns, preferRemote);
forwardRoutes.route('/auth', accountRoutes);
for (const path of ['/companies/:rest{.+}', '/me']) {
  forwardRoutes.use(path, preferRemote);
  forwardRoutes.all(path, (c) => forwardEmbedded(c.req.raw, c.env));
}
