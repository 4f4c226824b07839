/** Smart views with their facets. */
import type { Feature } from '../../../engine/context/feature.ts';
import { smartViewRoutes } from './routes.ts';

export const viewsFeature: Feature = {
  routes: [{ under: 'company', path: '/smart_views', routes: smartViewRoutes }],
};
