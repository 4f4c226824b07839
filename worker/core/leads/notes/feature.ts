/** Notes on timelines; a removed one can be restored for 30 days. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { clearIndexes } from '../finding/search/index-merges.ts';
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
      remove: (context, until) => {
        const count = removedNotes.remove(context, until);
        if (count > 0) clearIndexes(context, ['event_texts']);
        return count;
      },
    },
  ],
};
