/** The overview of a person's companies. */
import type { Feature } from '../../engine/context/feature.ts';
import { overviewRoutes, usageRoutes } from './routes.ts';

export const overviewFeature: Feature = {
  routes: [
    { under: 'me', path: '/companies/overview', routes: overviewRoutes },
    { under: 'me', path: '/companies/usage.csv', routes: usageRoutes },
  ],
};
