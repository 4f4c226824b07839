/** What an agency does with its companies: copies settings from one to others. */
import type { Feature } from '../../engine/context/feature.ts';
import { copyingRoutes } from './copying/routes.ts';

export const agencyFeature: Feature = {
  routes: [{ under: 'me', path: '/companies', routes: copyingRoutes }],
};
