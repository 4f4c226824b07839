/** Notes on timelines; a removed one can be restored for 30 days. */
import { agingRows } from '../aged-rows.ts';
import type { Feature } from '../feature.ts';
import { clearIndexes } from '../search/index-merges.ts';
import { deleteRemovedEvents, REMOVED_EVENTS } from '../timeline/events.ts';
import { RESTORABLE_MS } from './notes.ts';
import { noteRoutes } from './routes.ts';

const removedNotes = agingRows(REMOVED_EVENTS, deleteRemovedEvents);

export const notesFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: noteRoutes }],
  retention: [
    {
      ...removedNotes,
      name: 'removed notes',
      keptMs: () => RESTORABLE_MS,
      remove: (call, until) => {
        const count = removedNotes.remove(call, until);
        if (count > 0) clearIndexes(call, ['event_texts']);
        return count;
      },
    },
  ],
};
