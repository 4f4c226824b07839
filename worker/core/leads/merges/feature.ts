/** Merging leads; a merge can be undone for 90 days. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { copiesOfMerged } from './copies.ts';
import { deleteMergesInto, forgetSnapshots, MERGE_SNAPSHOTS, UNMERGEABLE_MS } from './merge-snapshots.ts';
import { mergeRoutes } from './routes.ts';

export const mergesFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: mergeRoutes }],
  retention: [
    {
      name: 'snapshots of merges',
      keptMs: () => UNMERGEABLE_MS,
      ...agingRows(MERGE_SNAPSHOTS, forgetSnapshots),
    },
  ],
  personalData: {
    ofLeads: [
      {
        columns: { merges: ['answer', 'snapshot'] },
        erase: ({ database }, { leadNumber }) => deleteMergesInto(database, leadNumber),
      },
    ],
    copied: [{ member: 'merged_leads', pages: copiesOfMerged }],
  },
};
