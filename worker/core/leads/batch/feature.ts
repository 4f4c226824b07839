/** Many leads in one request. */
import type { Feature } from '../../engine/context/feature.ts';
import { batchRoutes } from './routes.ts';

export const batchFeature: Feature = {
  routes: [{ under: 'company', path: '/leads/batch', routes: batchRoutes }],
};
