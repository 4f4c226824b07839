/** What users are told. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { DAY_MS, settingsOf } from '../../company/settings/settings.ts';
import { ERASED_NAME } from '../../engine/context/personal-data.ts';
import {
  copiesOfNotifications,
  deleteNotifications,
  deleteNotificationsAbout,
  deleteNotificationsOf,
  notificationMessage,
  NOTIFICATIONS,
  renameInNotifications,
} from './notifications.ts';
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
  personalData: {
    ofLeads: [
      {
        columns: { notifications: ['data'] },
        erase: ({ database }, { leadIds }) => ({
          notifications: deleteNotificationsAbout(database, leadIds),
        }),
      },
    ],
    ofUsers: [
      {
        columns: { notifications: ['data'] },
        erase: ({ database }, { userId }) => deleteNotificationsOf(database, userId),
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) renameInNotifications(database, userId, ERASED_NAME);
        },
      },
    ],
    copied: [{ member: 'notifications', pages: copiesOfNotifications }],
  },
};
