/** The checklist of a new company. */
import type { Feature } from '../../engine/context/feature.ts';
import { setupRoutes } from './routes.ts';

export const setupFeature: Feature = {
  routes: [{ under: 'dni', path: '/setup', routes: setupRoutes }],
};
