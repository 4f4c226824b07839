/** Browsers that get pushed notifications. */
import type { Feature } from '../../engine/context/feature.ts';
import { deleteDevicesOf } from './devices.ts';
import { deviceRoutes } from './routes.ts';

export const pushFeature: Feature = {
  routes: [{ under: 'company', path: '/notifications/devices', routes: deviceRoutes }],
  personalData: {
    ofUsers: [
      {
        columns: { push_subscriptions: ['endpoint', 'p256dh', 'auth', 'name'] },
        erase: ({ database }, { userId }) => deleteDevicesOf(database, userId),
      },
    ],
  },
};
