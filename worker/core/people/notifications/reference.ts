/** Reference of notifications. */
import { notificationsAnswer } from './answer-schema.ts';
import { notificationQuerySchema } from './schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const notifications = operationsOf('Notifications', 'user');

export const NOTIFICATION_OPERATIONS: readonly Operation[] = [
  notifications({
    name: 'listNotifications',
    method: 'GET',
    path: '/companies/{company}/notifications',
    summary: "The caller's notifications, newest first; with scope=company those of all users (super admin)",
    query: notificationQuerySchema,
    answer: notificationsAnswer,
    golden: 'people/notifications',
    problems: ['permission_denied'],
  }),
];
