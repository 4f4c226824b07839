/** Search of leads. */
import type { Feature } from '../../../engine/context/feature.ts';
import { columnsOf } from '../columns/columns.ts';
import { clearIndexes, clearingIndexes } from './index-merges.ts';
import { searchRoutes } from './routes.ts';
import { indexingTimelines } from './timeline-index.ts';

export const searchFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: searchRoutes }],
  background: [clearingIndexes, indexingTimelines],
  whenIdle: (company) => columnsOf(company).whenIdle(),
  personalData: {
    ofLeads: [
      {
        // FTS5 keeps the words in its shadow tables until the alarm has merged them.
        columns: {
          lead_texts_data: ['block'],
          lead_texts_idx: ['term'],
          event_texts_data: ['block'],
          event_texts_idx: ['term'],
          transcript_texts_data: ['block'],
          transcript_texts_idx: ['term'],
        },
        stage: 'indexes',
        erase: (context) => clearIndexes(context),
      },
    ],
  },
};
