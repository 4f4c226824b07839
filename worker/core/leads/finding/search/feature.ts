/** Search of leads. */
import type { Feature } from '../../../engine/context/feature.ts';
import { clearingIndexes } from './index-merges.ts';
import { searchRoutes } from './routes.ts';

export const searchFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: searchRoutes }],
  background: [clearingIndexes],
};
