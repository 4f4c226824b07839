/** Notifications of users. A notification is written in the transaction of the change that it reports. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { enqueueNotificationDelivery } from '../../outbound/webhooks/deliveries.ts';
import type { Message } from '../../outbound/webhooks/signing.ts';
import { choicesOf, wants } from './choices.ts';
import { kindOf } from './kinds.ts';
import { enqueueMessages } from './messages.ts';
import { findUserOnce } from '../users/users.ts';
import type { NewNotification, NotificationRecord, ReadInput } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longest words of a person in a notification. */
const MAX_WORDS = 300;

/** The notifications, by the time of writing. */
export const NOTIFICATIONS: AgedRows = {
  table: 'notifications',
  key: 'notification_id',
  time: 'created_time',
};

const ROWS = new Table<NotificationRecord>('notifications', {
  notificationId: AS_IS,
  type: AS_IS,
  userId: AS_IS,
  data: json(),
  createdTime: AS_IS,
  readTime: AS_IS,
});
const INSERT = ROWS.insert();
const BY_ID = ROWS.select('WHERE notification_id = ?');
const BY_IDS = `SELECT ${ROWS.columns} FROM json_each(?) AS wanted
  CROSS JOIN notifications ON notification_id = wanted.value ORDER BY wanted.key`;
const PAGE = ROWS.select(
  'WHERE (?1 IS NULL OR user_id = ?1) ORDER BY created_time DESC, rowid DESC LIMIT ?2 OFFSET ?3',
);
const ABOUT_LEADS = ROWS.select(
  `WHERE data ->> 'lead_id' IN (SELECT value FROM json_each(?)) ORDER BY created_time DESC, rowid DESC`,
);

/**
 * Writes a notification in the transaction of the change that it reports, and queues it for the webhook in the options if there
 * is one. A suspended user is told nothing. Use `notifyOfLead` for notifications about a lead, which not everybody may see.
 * @returns the id of the notification; undefined if there is none
 */
export function notify(context: WriteContext, notification: NewNotification): string | undefined {
  const { database, now } = context;
  const user = findUserOnce(context, notification.userId);
  if (user === undefined || user.isSuspended) return undefined;
  const notificationId = crypto.randomUUID();
  const kind = kindOf(notification.type, notification.data);
  const readTime = wants(choicesOf(context, user.userId), kind, 'console') ? null : now;
  const record = { ...notification, notificationId, createdTime: now, readTime };
  database.run(INSERT, ...ROWS.values(record));
  // Nobody needs to be sent what they have just done themselves.
  if (userOf(context.actor)?.userId !== user.userId) enqueueMessages(context, user, { notificationId, kind });
  context.wakeBy(now + settingsOf(context).options().retention.notifications_days * DAY_MS);
  if (settingsOf(context).options().notification_webhook !== null) {
    enqueueNotificationDelivery(context, { notificationId, type: notification.type });
  }
  context.notify(notification.userId);
  return notificationId;
}

/** Marks notifications of a user as read: some by their ids, all up to a time, or those about a lead. */
export function markRead(context: WriteContext, userId: string, input: ReadInput): void {
  const { database, now } = context;
  context.notify(userId);
  if ('until' in input) {
    database.run(
      'UPDATE notifications SET read_time = ?1 WHERE user_id = ?2 AND read_time IS NULL AND created_time <= ?3',
      now,
      userId,
      input.until,
    );
    return;
  }
  if ('lead_id' in input) {
    database.run(
      `UPDATE notifications SET read_time = ?1 WHERE user_id = ?2 AND read_time IS NULL AND data ->> 'lead_id' = ?3`,
      now,
      userId,
      input.lead_id,
    );
    return;
  }
  database.run(
    `UPDATE notifications SET read_time = ?1 WHERE user_id = ?2 AND read_time IS NULL
       AND notification_id IN (SELECT value FROM json_each(?3))`,
    now,
    userId,
    JSON.stringify(input.notification_ids),
  );
}

/** Counts the notifications that a user has not read. */
export function countUnread(database: Database, userId: string): number {
  return database.one<{ count: number }>(
    'SELECT count(*) AS count FROM notifications WHERE user_id = ? AND read_time IS NULL',
    userId,
  ).count;
}

/** Returns the message to the webhook in the options; undefined if the notification was deleted. */
export function notificationMessage(
  { database, companyId }: RequestContext,
  notificationId: string,
): Message | undefined {
  const notification = ROWS.maybe(database, BY_ID, notificationId);
  if (notification === undefined) return undefined;
  const { type, userId, data, createdTime } = notification;
  const body = {
    type,
    timestamp: writeMoment(createdTime),
    data: { company_id: companyId, user_id: userId, ...data },
  };
  return { id: notificationId, body: JSON.stringify(body) };
}

/**
 * Lists a page of notifications, newest first.
 * @param page.userId the user; undefined for all users
 * @returns the page, and the number of all notifications
 */
export function listNotifications(
  database: Database,
  page: { userId: string | undefined; start: number; size: number },
): { count: number; notifications: NotificationRecord[] } {
  const userId = page.userId ?? null;
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM notifications WHERE ?1 IS NULL OR user_id = ?1',
    userId,
  );
  return { count, notifications: ROWS.all(database, PAGE, userId, page.size, page.start) };
}

/** Finds notifications by their ids, in that order. */
export function findNotifications(database: Database, ids: readonly string[]): NotificationRecord[] {
  return ROWS.all(database, BY_IDS, JSON.stringify(ids));
}

/** Deletes notifications that were written before `until`, delivered or not, oldest first, at most `limit`. */
export function deleteNotifications(database: Database, until: number, limit: number): void {
  const ids = database
    .all<{ notification_id: string }>(selectOldest(NOTIFICATIONS), until, limit)
    .map((row) => row.notification_id);
  const list = JSON.stringify(ids);
  database.run('DELETE FROM webhook_deliveries WHERE delivery_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM notifications WHERE notification_id IN (SELECT value FROM json_each(?))', list);
}

/** Returns the notifications about a lead for the copy of a person's data, newest first. */
export function copiesOfNotifications({ database }: RequestContext, { leadIds }: LeadSubject): object[][] {
  const notifications = notificationsAbout(database, leadIds).map(({ type, userId, data, createdTime }) => ({
    type,
    user_id: userId,
    data,
    created_time: writeMoment(createdTime),
  }));
  return [notifications];
}

/** Lists the notifications about leads, newest first. */
function notificationsAbout(database: Database, leadIds: readonly string[]): NotificationRecord[] {
  return ROWS.all(database, ABOUT_LEADS, JSON.stringify(leadIds));
}

/**
 * Deletes the notifications about leads, delivered or not.
 * @returns the number of deleted notifications
 */
export function deleteNotificationsAbout(database: Database, leadIds: readonly string[]): number {
  const ids = notificationsAbout(database, leadIds).map(({ notificationId }) => notificationId);
  const list = JSON.stringify(ids);
  database.run('DELETE FROM webhook_deliveries WHERE delivery_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM notifications WHERE notification_id IN (SELECT value FROM json_each(?))', list);
  return ids.length;
}

/** Deletes the notifications of a user, delivered or not, with messages and choices. */
export function deleteNotificationsOf(database: Database, userId: string): void {
  database.run(
    `DELETE FROM webhook_deliveries WHERE webhook_id = 'notifications'
       AND delivery_id IN (SELECT notification_id FROM notifications WHERE user_id = ?)`,
    userId,
  );
  for (const table of ['notifications', 'notification_messages', 'notification_choices', 'mail_stops']) {
    database.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
  }
}

/** Returns the beginning of somebody's words, as far as notifications hold them: whole characters, no half of a pair. */
export function cutWords(words: string | undefined): string | undefined {
  return words?.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Sets what a caller said in the notifications of the missed call, which were written before it was known. Those of somebody
 * without a lead have no words: no erasure would find them.
 * @param words cut off after 300 characters; undefined for none
 */
export function setWords(
  context: WriteContext,
  { callId, leadId }: { callId: string; leadId: string | null },
  words: string | undefined,
): void {
  if (leadId === null) return;
  const told = context.database.all<{ user_id: string }>(
    `UPDATE notifications SET data = CASE WHEN ?1 IS NULL THEN json_remove(data, '$.words')
       ELSE json_set(data, '$.words', ?1) END
     WHERE data ->> 'lead_id' = ?2 AND type = 'call.missed' AND data ->> 'call_id' = ?3 RETURNING user_id`,
    cutWords(words) ?? null,
    leadId,
    callId,
  );
  for (const { user_id: userId } of told) context.notify(userId);
}

/** Renames a user in the notifications of others, or in what chat channels are told. */
export function renameInNotifications(
  database: Database,
  userId: string,
  name: string,
  table: 'notifications' | 'chat_notices' = 'notifications',
): void {
  for (const member of ['assigned_by', 'assigned_to', 'mentioned_by']) {
    database.run(
      `UPDATE ${table} SET data = json_set(data, '$.${member}.name', ?1)
       WHERE data ->> '$.${member}.id' = ?2 AND data ->> '$.${member}.name' <> ?1`,
      name,
      userId,
    );
  }
}
