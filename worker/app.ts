/** The edge's router: mounts the route groups. What is asked most often goes past it, see index.ts. */
import { createApp } from './base-app.ts';
import type { App } from './env.ts';
import { authRoutes } from './forward/routes.ts';
import { ampRoutes } from './lookup/amp-routes.ts';
import { previewRoutes } from './lookup/preview-routes.ts';
import { lookupRoutes } from './lookup/routes.ts';
import { settingsRoutes } from './lookup/settings-routes.ts';
import { operatorRoutes } from './operator/routes.ts';

export const app = createApp<App>();
app.route('/dni', lookupRoutes);
app.route('/dni', ampRoutes);
app.route('/dni', settingsRoutes);
app.route('/dni', previewRoutes);
app.route('/operator', operatorRoutes);
app.route('/', authRoutes);
