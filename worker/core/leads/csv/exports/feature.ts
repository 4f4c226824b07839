/** Leads as CSV, out. */
import type { Feature } from '../../../engine/context/feature.ts';
import { exportRoutes } from './routes.ts';

export const exportsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: exportRoutes }],
};
