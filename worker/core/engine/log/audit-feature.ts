/** The audit log: `GET .../audit`. How long it is kept is an option of the company (settings/feature.ts). */
import { eraseFromAudit } from '../commit/audit.ts';
import type { Feature } from '../context/feature.ts';
import { auditRoutes } from './audit-routes.ts';

export const auditFeature: Feature = {
  routes: [{ under: 'company', path: '/audit', routes: auditRoutes }],
  personalData: {
    ofUsers: [
      {
        columns: { audit: ['actor_name', 'detail'] },
        erase: ({ database }, { userId, actors }) => eraseFromAudit(database, userId, actors),
        // Again, because the entries of the erasure itself have the name.
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) eraseFromAudit(database, userId, [`user:${userId}`]);
        },
      },
    ],
  },
};
