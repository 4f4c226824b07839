/** The feature of availability. */
import type { Feature } from '../../engine/context/feature.ts';
import { setThere } from '../../people/users/away-users.ts';
import { availabilityRoutes } from './routes.ts';

export const availabilityFeature: Feature = {
  routes: [{ under: 'company', path: '/availability', routes: availabilityRoutes }],
  personalData: {
    ofUsers: [{ columns: {}, erase: (context, { userId }) => setThere(context, userId) }],
  },
};
