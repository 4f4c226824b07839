/** `GET /companies/<uuid>/notifications`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { Problem } from '../../problems.ts';
import { roleOf, userOf } from '../actors.ts';
import type { CoreApp } from '../core-app.ts';
import { writeMoment } from '../times/moments.ts';
import { findDeliveries } from '../webhooks/deliveries.ts';
import type { DeliveryRecord } from '../webhooks/schema.ts';
import { deliveryProgress } from '../webhooks/webhook-bodies.ts';
import { listNotifications } from './notifications.ts';
import { type NotificationRecord, notificationQuerySchema } from './schema.ts';

export const notificationRoutes = new Hono<CoreApp>();

/**
 * The caller's notifications, newest first: `{count, start, notifications}`. `scope=company`, for super admins, has
 * everybody's, to see how the deliveries to the webhook go.
 */
notificationRoutes.get('/', (c) => {
  const { start, size, scope } = parse(notificationQuerySchema, c.req.query(), 'parameters');
  const actor = c.get('actor');
  if (scope === 'company' && roleOf(actor) !== 'superadmin') {
    throw new Problem('permission_denied', 'Only a super admin sees the notifications of the company.');
  }
  const { count, notifications } = listNotifications(c.env.company.database, {
    userId: scope === 'company' ? undefined : (userOf(actor)?.userId ?? ''),
    start,
    size,
  });
  const deliveries = findDeliveries(
    c.env.company.database,
    notifications.map(({ notificationId }) => notificationId),
  );
  const bodies = notifications.map((each) => toBody(each, deliveries.get(each.notificationId)));
  return c.json({ count, start, notifications: bodies });
});

/** With how the delivery to the webhook in the options stands. */
function toBody(notification: NotificationRecord, delivery: DeliveryRecord | undefined): object {
  return {
    notification_id: notification.notificationId,
    type: notification.type,
    user_id: notification.userId,
    data: notification.data,
    created_time: writeMoment(notification.createdTime),
    ...(delivery === undefined ? { status: 'not_sent', attempts: 0 } : deliveryProgress(delivery)),
  };
}
