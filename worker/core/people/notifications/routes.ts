/** The route of notifications: `GET /companies/<uuid>/notifications`. */
import type { NotificationBody, NotificationPage } from './answer-schema.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { roleOf, userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { findDeliveries } from '../../outbound/webhooks/deliveries.ts';
import type { DeliveryRecord } from '../../outbound/webhooks/schema.ts';
import { deliveryProgress } from '../../outbound/webhooks/webhook-bodies.ts';
import { listNotifications } from './notifications.ts';
import { type NotificationRecord, notificationQuerySchema } from './schema.ts';

export const notificationRoutes = new Hono<CoreApp>();

/**
 * Lists the caller's notifications, newest first: `{count, start, notifications}`. With `scope=company`, super admins get those
 * of all users, with the state of their deliveries to the webhook.
 */
notificationRoutes.get('/', (c) => {
  const { start, size, scope } = parse(notificationQuerySchema, c.req.query(), 'parameters');
  const actor = c.get('actor');
  if (scope === 'company' && roleOf(actor) !== 'superadmin') {
    throw new Problem('permission_denied', 'Only a super admin may list the notifications of the company.');
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
  return c.json({ count, start, notifications: bodies } satisfies NotificationPage);
});

/** Returns the form of a notification in the list, with the state of its delivery to the webhook in the options. */
function toBody(notification: NotificationRecord, delivery: DeliveryRecord | undefined): NotificationBody {
  const body = {
    notification_id: notification.notificationId,
    type: notification.type,
    user_id: notification.userId,
    data: notification.data,
    created_time: writeMoment(notification.createdTime),
    ...(delivery === undefined ? { status: 'not_sent', attempts: 0 } : deliveryProgress(delivery)),
  };
  // `data` was written for a notification of this type, so the members fit the schema.
  return body as NotificationBody;
}
