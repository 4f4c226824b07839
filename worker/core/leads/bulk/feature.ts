/** One change to many leads. */
import type { Feature } from '../../engine/context/feature.ts';
import { nextBulkTime } from './bulk-operations.ts';
import { eraseTags } from './chunks.ts';
import { continueBulk } from './pieces.ts';
import { bulkRoutes } from './routes.ts';

export const bulkFeature: Feature = {
  routes: [{ under: 'company', path: '/leads/bulk', routes: bulkRoutes }],
  background: [{ kind: 'bulk', nextTime: ({ database }) => nextBulkTime(database), run: continueBulk }],
  personalData: {
    ofLeads: [
      {
        columns: { bulk_chunks: ['marks'] },
        erase: ({ database }, { leadIds }) => eraseTags(database, leadIds),
      },
    ],
  },
};
