/** Reference of notifications. */
import { choicesAnswer, notificationsAnswer, unreadAnswer } from './answer-schema.ts';
import { choicesSchema, notificationQuerySchema, readSchema } from './schema.ts';
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
  notifications({
    name: 'getNotificationChoices',
    method: 'GET',
    path: '/companies/{company}/notifications/choices',
    summary: "The caller's channels by kind of notification, quiet hours and daily digest",
    answer: choicesAnswer,
    golden: 'people/notification-choices',
    problems: ['permission_denied'],
  }),
  notifications({
    name: 'setNotificationChoices',
    method: 'PUT',
    path: '/companies/{company}/notifications/choices',
    summary: "Replace the caller's channels by kind of notification, quiet hours and daily digest",
    description: 'Mail to an address that a mail server refused is tried again.',
    body: choicesSchema,
    answer: choicesAnswer,
    golden: 'people/put-notification-choices',
    problems: ['permission_denied'],
  }),
  notifications({
    name: 'readNotifications',
    method: 'POST',
    path: '/companies/{company}/notifications/read',
    summary: "Mark the caller's notifications as read, some by their ids or all up to a time",
    body: readSchema,
    answer: unreadAnswer,
    golden: 'people/read-notifications',
  }),
];
