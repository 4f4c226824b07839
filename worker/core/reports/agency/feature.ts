/** What an agency does with its companies: copies settings from one to others, and adds companies. */
import type { Feature } from '../../engine/context/feature.ts';
import { addingRoutes } from './adding/routes.ts';
import { copyingRoutes } from './copying/routes.ts';

export const agencyFeature: Feature = {
  routes: [
    { under: 'me', path: '/companies', routes: copyingRoutes },
    { under: 'me', path: '/companies', routes: addingRoutes },
  ],
};
