/** The feature of calls that users place. Their records are calls, which the feature of calls erases and copies. */
import type { Feature } from '../../engine/context/feature.ts';
import { PLACING_CALLS } from './requests.ts';
import { leadCallRoutes } from './routes.ts';
import { reportMethod } from '../carriers/carrier-requests.ts';
import { handleOutgoingEvent } from './events.ts';

export const outgoingCallsFeature = {
  routes: [{ under: 'company', path: '/leads', routes: leadCallRoutes }],
  rpc: {
    outgoingCallEvent: reportMethod(handleOutgoingEvent),
  },
  background: PLACING_CALLS,
} satisfies Feature;
