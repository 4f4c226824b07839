/** `GET /companies/<uuid>/notifications`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { Problem } from '../../problems.ts';
import type { CoreApp } from '../core-app.ts';
import { listNotifications } from './notifications.ts';
import { type NotificationRecord, notificationQuerySchema } from './schema.ts';

export const notificationRoutes = new Hono<CoreApp>();

/**
 * The caller's notifications, newest first: `{count, start, notifications}`. `scope=company`, for super admins, has
 * everybody's, to see how the deliveries to the webhook go.
 */
notificationRoutes.get('/', (c) => {
  const { start, size, scope } = parse(notificationQuerySchema, c.req.query(), 'parameters');
  const { userId, roleId } = c.get('caller');
  if (scope === 'company' && roleId !== 'superadmin') {
    throw new Problem('permission_denied', 'Only a super admin sees the notifications of the company.');
  }
  const { count, notifications } = listNotifications(c.env.company.database, {
    userId: scope === 'company' ? undefined : userId,
    start,
    size,
  });
  return c.json({ count, start, notifications: notifications.map(toBody) });
});

/** Times are ISO 8601; a member without a value is absent. */
function toBody(notification: NotificationRecord): Record<string, unknown> {
  const { nextAttemptTime, deliveredTime, lastError } = notification;
  return {
    notification_id: notification.notificationId,
    type: notification.type,
    user_id: notification.userId,
    data: notification.data,
    created_time: new Date(notification.createdTime).toISOString(),
    status: notification.status,
    attempts: notification.attempts,
    ...(nextAttemptTime === null ? {} : { next_attempt_time: new Date(nextAttemptTime).toISOString() }),
    ...(deliveredTime === null ? {} : { delivered_time: new Date(deliveredTime).toISOString() }),
    ...(lastError === null ? {} : { last_error: lastError }),
  };
}
