/** The sign-ins of a user, as the user sees them. */
import type { Feature } from '../../engine/context/feature.ts';
import { sessionRoutes } from './routes.ts';

export const sessionsFeature: Feature = {
  routes: [{ under: 'me', path: '/sessions', routes: sessionRoutes }],
};
