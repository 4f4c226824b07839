/** The stream of changes: `GET .../changes`, kept for 30 days. */
import { counted } from '../context/aged-rows.ts';
import type { Feature } from '../context/feature.ts';
import { ERASED_NAME } from '../context/personal-data.ts';
import { CHANGES_KEPT_MS, deleteChanges, oldestChangeTime, renameInChanges } from '../commit/stream.ts';
import { copiesOfChanges } from './stream-bodies.ts';
import { changeRoutes } from './stream-routes.ts';

export const streamFeature: Feature = {
  routes: [{ under: 'company', path: '/changes', routes: changeRoutes }],
  retention: [
    { keptMs: () => CHANGES_KEPT_MS, oldestTime: oldestChangeTime, remove: counted(deleteChanges) },
  ],
  personalData: {
    ofUsers: [
      {
        columns: { changes: ['data'] },
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) renameInChanges(database, userId, ERASED_NAME);
        },
      },
    ],
    copied: [{ member: 'changes', pages: copiesOfChanges }],
  },
};
