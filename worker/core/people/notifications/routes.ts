/** The routes of notifications: `/companies/<uuid>/notifications`. */
import type { NotificationPage, UnreadBody } from './answer-schema.ts';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { roleOf, userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { findDeliveries } from '../../outbound/webhooks/deliveries.ts';
import { countUnread, listNotifications, markRead } from './notifications.ts';
import type { UserRecord } from '../users/schema.ts';
import { findUser } from '../users/users.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { saveChoices } from './choices.ts';
import { resumeMail } from './mail-stops.ts';
import { findMessages } from './messages.ts';
import { choicesBody, choicesFrom, notificationBody } from './notification-bodies.ts';
import { choicesSchema, notificationQuerySchema, readSchema } from './schema.ts';

export const notificationRoutes = new Hono<CoreApp>();

/**
 * Lists the caller's notifications, newest first: `{count, start, unread, notifications}`. With `scope=company`, super admins get those
 * of all users, with the state of their deliveries to the webhook.
 */
notificationRoutes.get('/', (c) => {
  const { start, size, scope } = parse(notificationQuerySchema, c.req.query(), 'parameters');
  const actor = c.get('actor');
  if (scope === 'company' && roleOf(actor) !== 'superadmin') {
    throw new Problem('permission_denied', 'Only a super admin may list the notifications of the company.');
  }
  const ownId = userOf(actor)?.userId ?? '';
  const { count, notifications } = listNotifications(c.env.company.database, {
    userId: scope === 'company' ? undefined : ownId,
    start,
    size,
  });
  const deliveries = findDeliveries(
    c.env.company.database,
    notifications.map(({ notificationId }) => notificationId),
  );
  const messages = findMessages(c.env.company.database, notifications);
  const bodies = notifications.map((each) =>
    notificationBody(each, deliveries.get(each.notificationId), messages.get(each.notificationId)),
  );
  const unread = countUnread(c.env.company.database, ownId);
  return c.json({ count, start, unread, notifications: bodies } satisfies NotificationPage);
});

/** Answers the caller's choices: channels by kind, quiet hours, the daily digest; and whether mail reaches them. */
notificationRoutes.get('/choices', (c) => c.json(choicesBody(contextOfRequest(c), c.env, requireUser(c))));

/** Replaces the caller's choices. Mail to an address that was refused is tried again. */
notificationRoutes.put('/choices', (c) => {
  const { userId } = requireUser(c);
  return write(c, {
    body: choicesSchema,
    change: (context, input) => {
      saveChoices(context, choicesFrom(userId, input));
      resumeMail(context, userId);
      return { body: choicesBody(context, c.env, requireUser(c)) };
    },
  });
});

/** Marks the caller's notifications as read: `{notification_ids}`, `{until}` or `{lead_id}` -> `{unread}`. */
notificationRoutes.post('/read', (c) => {
  const userId = userOf(c.get('actor'))?.userId ?? '';
  return write(c, {
    body: readSchema,
    change: (context, input) => {
      markRead(context, userId, input);
      return { body: { unread: countUnread(context.database, userId) } satisfies UnreadBody };
    },
  });
});

/** Returns the caller, who must be a user. @throws Problem `permission_denied` for a key of the company */
function requireUser(c: Context<CoreApp>): UserRecord {
  const user = findUser(c.env.company.database, userOf(c.get('actor'))?.userId ?? '');
  if (user !== undefined) return user;
  throw new Problem('permission_denied', 'The key belongs to the company, not to a user.');
}
