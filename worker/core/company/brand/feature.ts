/** The name and the logo that the company's users see instead of Leadline's. */
import type { Feature } from '../../engine/context/feature.ts';
import { brandRoutes } from './routes.ts';

export const brandFeature: Feature = {
  routes: [{ under: 'company', path: '/brand', routes: brandRoutes }],
};
