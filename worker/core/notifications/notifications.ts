/** The outbox of notifications: written with the change that they tell of, so that neither is without the other. */
import type { WriteCall } from '../call.ts';
import type { Database, Row } from '../database.ts';
import type { NewNotification, NotificationRecord, NotificationStatus } from './schema.ts';

/** For how long a notification can be read. */
export const NOTIFICATIONS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** How a delivery went. */
export interface Attempt {
  status: NotificationStatus;
  /** What went wrong, in words for the super admin. */
  error: string | null;
  /** Milliseconds since the epoch; null when there is no further attempt. */
  nextAttemptTime: number | null;
}

interface NotificationRow extends Row {
  notification_id: string;
  type: string;
  user_id: string;
  data: string;
  created_time: number;
  status: string;
  attempts: number;
  next_attempt_time: number | null;
  delivered_time: number | null;
  last_error: string | null;
}

/**
 * Writes a notification in the transaction of the change that it tells of; the alarm delivers it.
 * @returns its id
 */
export function enqueueNotification(call: WriteCall, notification: NewNotification): string {
  const { database, now } = call;
  const { notification_webhook: webhook } = call.settings.options();
  call.wakeBy(webhook === null ? now + NOTIFICATIONS_KEPT_MS : now);
  const notificationId = crypto.randomUUID();
  database.run(
    `INSERT INTO notifications (notification_id, type, user_id, data, created_time, status, next_attempt_time)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    notificationId,
    notification.type,
    notification.userId,
    JSON.stringify(notification.data),
    now,
    webhook === null ? 'not_sent' : 'pending',
    webhook === null ? null : now,
  );
  return notificationId;
}

/** The notifications whose next attempt is due, those that have waited longest first. */
export function dueNotifications(database: Database, now: number, limit: number): NotificationRecord[] {
  return database
    .all<NotificationRow>(
      'SELECT * FROM notifications WHERE next_attempt_time <= ? ORDER BY next_attempt_time, rowid LIMIT ?',
      now,
      limit,
    )
    .map(toRecord);
}

/** Records how a delivery went. */
export function recordAttempt(database: Database, notificationId: string, attempt: Attempt): void {
  const delivered = attempt.status === 'delivered';
  database.run(
    `UPDATE notifications SET status = ?, attempts = attempts + ?, next_attempt_time = ?, last_error = ?, delivered_time = ?
     WHERE notification_id = ?`,
    attempt.status,
    attempt.status === 'not_sent' ? 0 : 1,
    attempt.nextAttemptTime,
    attempt.error,
    delivered ? Date.now() : null,
    notificationId,
  );
}

/**
 * A page of notifications, newest first.
 * @param page.userId whose; undefined: everybody's
 * @returns the page, and how many there are in all
 */
export function listNotifications(
  database: Database,
  page: { userId: string | undefined; start: number; size: number },
): { count: number; notifications: NotificationRecord[] } {
  const userId = page.userId ?? null;
  const whose = 'FROM notifications WHERE (?1 IS NULL OR user_id = ?1)';
  const { count } = database.one<{ count: number }>(`SELECT COUNT(*) AS count ${whose}`, userId);
  const rows = database.all<NotificationRow>(
    `SELECT * ${whose} ORDER BY created_time DESC, rowid DESC LIMIT ?2 OFFSET ?3`,
    userId,
    page.size,
    page.start,
  );
  return { count, notifications: rows.map(toRecord) };
}

/** When the oldest notification was written, in milliseconds since the epoch; undefined when there is none. */
export function oldestNotificationTime(database: Database): number | undefined {
  const row = database.maybe<{ created_time: number }>(
    'SELECT created_time FROM notifications ORDER BY created_time LIMIT 1',
  );
  return row?.created_time;
}

/** Deletes notifications that were written before `until`, delivered or not: the oldest first, at most `limit`. */
export function deleteNotifications(database: Database, until: number, limit: number): void {
  database.run(
    `DELETE FROM notifications WHERE notification_id IN (
       SELECT notification_id FROM notifications WHERE created_time < ? ORDER BY created_time LIMIT ?)`,
    until,
    limit,
  );
}

function toRecord(row: NotificationRow): NotificationRecord {
  return {
    notificationId: row.notification_id,
    type: row.type,
    userId: row.user_id,
    data: JSON.parse(row.data) as Record<string, unknown>,
    createdTime: row.created_time,
    status: row.status as NotificationStatus,
    attempts: row.attempts,
    nextAttemptTime: row.next_attempt_time,
    deliveredTime: row.delivered_time,
    lastError: row.last_error,
  };
}
