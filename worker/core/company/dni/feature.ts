/** The DNI settings, their publication to KV, and how the company's site does. */
import type { Feature } from '../../engine/context/feature.ts';
import { forgetAuthor } from './history.ts';
import { dniSettingsRoutes } from './routes.ts';
import { nextPublishTime, publishDniSettings } from './settings.ts';
import { siteRoutes } from './site-routes.ts';

export const dniFeature: Feature = {
  routes: [
    { under: 'dni', path: '/settings', routes: dniSettingsRoutes },
    { under: 'dni', path: '/site', routes: siteRoutes },
  ],
  background: [
    {
      kind: 'publication',
      nextTime: ({ database }) => nextPublishTime(database),
      run: async (company, env) => {
        await publishDniSettings(company, env.CACHE);
      },
    },
  ],
  personalData: {
    ofUsers: [
      {
        columns: { dni_settings_history: ['actor_name'] },
        erase: ({ database }, { userId }) => forgetAuthor(database, userId),
      },
    ],
  },
};
