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
import { MESSAGES } from './messages.ts';
import { notificationRoutes } from './routes.ts';
import { sendingMail, sendingPush } from './sending.ts';
import { endMail } from './choices.ts';

export const notificationsFeature = {
  background: [sendingPush, sendingMail],
  routes: [{ under: 'company', path: '/notifications', routes: notificationRoutes }],
  rpc: {
    endMail,
  },
  retention: [
    {
      name: 'notifications',
      keptMs: (company) => settingsOf(company).options().retention.notifications_days * DAY_MS,
      ...agingRows(NOTIFICATIONS, deleteNotifications),
    },
    {
      keptMs: (company) => settingsOf(company).options().retention.notifications_days * DAY_MS,
      ...agingRows(MESSAGES),
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
        columns: { notifications: ['data'], mail_stops: ['email_key', 'detail'] },
        erase: ({ database }, { userId }) => deleteNotificationsOf(database, userId),
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) renameInNotifications(database, userId, ERASED_NAME);
        },
      },
    ],
    copied: [{ member: 'notifications', pages: copiesOfNotifications }],
  },
} satisfies Feature;
