/** The audit log: `GET .../audit`. How long it is kept is an option of the company (settings/feature.ts). */
import type { Feature } from '../context/feature.ts';
import { auditRoutes } from './audit-routes.ts';

export const auditFeature: Feature = {
  routes: [{ under: 'company', path: '/audit', routes: auditRoutes }],
};
