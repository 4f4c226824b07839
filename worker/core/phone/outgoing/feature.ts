/** The feature of calls that users place. Their records are calls, which the feature of calls erases and copies. */
import type { Feature } from '../../engine/context/feature.ts';
import { PLACING_CALLS } from './requests.ts';
import { leadCallRoutes } from './routes.ts';

export const outgoingCallsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: leadCallRoutes }],
  background: PLACING_CALLS,
};
