/** The feature of numbers that are bought and imported at carriers. */
import type { Feature } from '../../engine/context/feature.ts';
import { ASKING_CARRIERS } from './asking/tasks.ts';
import { numberRoutes } from './routes.ts';
import { checkingNumbers } from './asking/daily-check.ts';

export const inventoryFeature: Feature = {
  routes: [{ under: 'company', path: '/numbers', routes: numberRoutes }],
  background: [...ASKING_CARRIERS, checkingNumbers],
};
