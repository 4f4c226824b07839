/** One person in several companies. */
import type { Feature } from '../../engine/context/feature.ts';
import { lostFactorRoutes } from './lost-factor-routes.ts';
import { membershipRoutes } from './routes.ts';
import { findUserByEmail } from '../users/users.ts';
import { applyAccountChange, membershipOf } from './memberships.ts';

export const membershipsFeature = {
  rpc: {
    /** Tells the account of a claimed address whether the company has a user with this address. */
    hasUser: {
      answer: ({ database }, email: string) => findUserByEmail(database, email) !== undefined,
      absent: () => false,
    },
    membership: membershipOf,
    applyAccountChange,
  },
  routes: [
    { under: 'me', path: '/', routes: membershipRoutes },
    { under: 'company', path: '/second_factors', routes: lostFactorRoutes },
  ],
} satisfies Feature;
