/** Data modules and their records. */
import type { Feature } from '../engine/context/feature.ts';
import { moduleRoutes } from './routes.ts';

export const modulesFeature: Feature = {
  routes: [{ under: 'company', path: '/adms', routes: moduleRoutes }],
};
