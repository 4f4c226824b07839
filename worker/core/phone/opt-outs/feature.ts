/** The feature of opt-outs. They outlive the messages and the lead, since the law requires keeping them. */
import type { Feature } from '../../engine/context/feature.ts';
import { isOptedOut } from './opt-outs.ts';
import { optOutRoutes } from './routes.ts';

export const optOutsFeature: Feature = {
  routes: [{ under: 'company', path: '/opt_outs', routes: optOutRoutes }],
  personalData: {
    copied: [
      {
        member: 'opt_outs',
        pages: ({ database }, { phones }) => [phones.filter((phone) => isOptedOut(database, phone))],
      },
    ],
  },
};
