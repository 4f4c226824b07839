/** Sign-in with two factors: a person's own, and who has one. */
import type { Feature } from '../../engine/context/feature.ts';
import { factorRoutes, ownFactorRoutes } from './routes.ts';
import { deleteSecondFactor } from './second-factors.ts';

export const secondFactorsFeature: Feature = {
  routes: [
    { under: 'me', path: '/second_factor', routes: ownFactorRoutes },
    { under: 'company', path: '/second_factors', routes: factorRoutes },
  ],
  personalData: {
    ofUsers: [
      {
        columns: {},
        erase: ({ database }, { userId }) => deleteSecondFactor(database, userId),
      },
    ],
  },
};
