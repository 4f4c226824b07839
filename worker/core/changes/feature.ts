/** The stream of changes: `GET .../changes`, kept for 30 days. */
import { counted } from '../aged-rows.ts';
import type { Feature } from '../feature.ts';
import { CHANGES_KEPT_MS, deleteChanges, oldestChangeTime } from './changes.ts';
import { changeRoutes } from './routes.ts';

export const streamFeature: Feature = {
  routes: [{ under: 'company', path: '/changes', routes: changeRoutes }],
  retention: [
    { keptMs: () => CHANGES_KEPT_MS, oldestTime: oldestChangeTime, remove: counted(deleteChanges) },
  ],
};
