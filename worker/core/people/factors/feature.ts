/** Sign-in with two factors and with passkeys: a person's own, and who has some. */
import type { Feature } from '../../engine/context/feature.ts';
import { confirmationRoutes } from './confirming/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { factorRoutes, ownFactorRoutes } from './routes.ts';
import { deleteSecondFactor } from './second-factors.ts';

export const secondFactorsFeature: Feature = {
  routes: [
    { under: 'me', path: '/second_factor', routes: ownFactorRoutes },
    { under: 'me', path: '/passkeys', routes: passkeyRoutes },
    { under: 'me', path: '/confirmation', routes: confirmationRoutes },
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
