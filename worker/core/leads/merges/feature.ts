/** Merging leads; a merge can be undone for 90 days. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { forgetSnapshots, MERGE_SNAPSHOTS, UNMERGEABLE_MS } from './merge-snapshots.ts';
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
};
