/** What users are told. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { DAY_MS, settingsOf } from '../../company/settings/settings.ts';
import { deleteNotifications, notificationMessage, NOTIFICATIONS } from './notifications.ts';
import { notificationRoutes } from './routes.ts';

export const notificationsFeature: Feature = {
  routes: [{ under: 'company', path: '/notifications', routes: notificationRoutes }],
  retention: [
    {
      name: 'notifications',
      keptMs: (company) => settingsOf(company).options().retention.notifications_days * DAY_MS,
      ...agingRows(NOTIFICATIONS, deleteNotifications),
    },
  ],
  message: notificationMessage,
};
