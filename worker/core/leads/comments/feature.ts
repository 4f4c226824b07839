/** Comments on events. */
import type { Feature } from '../../engine/context/feature.ts';
import { commentRoutes } from './routes.ts';

export const commentsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: commentRoutes }],
};
