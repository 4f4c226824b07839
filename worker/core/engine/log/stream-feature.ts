/** The stream of changes: `GET .../changes`, kept for 30 days. */
import { counted } from '../context/aged-rows.ts';
import type { Feature } from '../context/feature.ts';
import { CHANGES_KEPT_MS, deleteChanges, oldestChangeTime } from '../commit/stream.ts';
import { changeRoutes } from './stream-routes.ts';

export const streamFeature: Feature = {
  routes: [{ under: 'company', path: '/changes', routes: changeRoutes }],
  retention: [
    { keptMs: () => CHANGES_KEPT_MS, oldestTime: oldestChangeTime, remove: counted(deleteChanges) },
  ],
};
