/** The checklist of a new company. */
import type { Feature } from '../feature.ts';
import { setupRoutes } from './routes.ts';

export const setupFeature: Feature = {
  routes: [{ under: 'dni', path: '/setup', routes: setupRoutes }],
};
