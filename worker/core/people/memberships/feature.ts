/** One person in several companies. */
import type { Feature } from '../../engine/context/feature.ts';
import { membershipRoutes } from './routes.ts';

export const membershipsFeature: Feature = {
  routes: [{ under: 'me', path: '/', routes: membershipRoutes }],
};
