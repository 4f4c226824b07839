/** The feature of plans of orders: a number near each of several places. */
import type { Feature } from '../../../engine/context/feature.ts';
import { numberPlanRoutes } from './routes.ts';

export const numberPlansFeature: Feature = {
  routes: [{ under: 'company', path: '/numbers', routes: numberPlanRoutes }],
};
