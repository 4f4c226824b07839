/** The edge: mounts the route groups. */
import { createApp } from './base-app.ts';
import type { App } from './env.ts';
import { forwardRoutes } from './forward/routes.ts';
import { operatorRoutes } from './operator/routes.ts';

export const app = createApp<App>();
app.route('/operator', operatorRoutes);
app.route('/', forwardRoutes);
