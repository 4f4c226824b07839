/** The core API, wherever it lives. Only `/companies/`, `/auth/` and `/me` lead there: this is no open proxy. */
import { Hono } from 'hono';
import { accountRoutes } from '../accounts/routes.ts';
import type { App } from '../env.ts';
import { limitSignIns } from '../rate-limits.ts';
import { forwardEmbedded } from './embedded.ts';

export const forwardRoutes = new Hono<App>();
forwardRoutes.use('/auth/*', limitSignIns);

forwardRoutes.all('/companies/*', (c) => forwardEmbedded(c.req.raw, c.env, c.get('requestId')));
forwardRoutes.all('/me', (c) => forwardEmbedded(c.req.raw, c.env, c.get('requestId')));
forwardRoutes.route('/auth', accountRoutes);
