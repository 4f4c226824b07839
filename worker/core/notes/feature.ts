/** Notes on timelines; a removed one can be restored for 30 days. */
import { agingRows } from '../aged-rows.ts';
import type { Feature } from '../feature.ts';
import { deleteRemovedEvents, REMOVED_EVENTS } from '../timeline/events.ts';
import { RESTORABLE_MS } from './notes.ts';
import { noteRoutes } from './routes.ts';

export const notesFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: noteRoutes }],
  retention: [
    { name: 'removed notes', keptMs: () => RESTORABLE_MS, ...agingRows(REMOVED_EVENTS, deleteRemovedEvents) },
  ],
};
