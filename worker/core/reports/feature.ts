/** Reports: counts of visits. */
import type { Feature } from '../engine/context/feature.ts';
import { reportRoutes } from './routes.ts';
import { agingVisitCounts } from './visit-counts.ts';

export const reportsFeature: Feature = {
  routes: [{ under: 'company', path: '/reports', routes: reportRoutes }],
  retention: [agingVisitCounts],
};
