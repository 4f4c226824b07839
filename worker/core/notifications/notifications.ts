/** The outbox of notifications: written with the change that they tell of, so that neither is without the other. */
import type { Database } from '../database.ts';
import { readCompanyOptions } from '../settings/settings.ts';
import type { NewNotification } from './schema.ts';

/**
 * Writes a notification. To be called inside the transaction of the change that it tells of; after that transaction the
 * route calls `company.scheduleWork()`, so that the alarm delivers it.
 * @returns its id
 */
export function enqueueNotification(database: Database, notification: NewNotification): string {
  const { notification_webhook: webhook } = readCompanyOptions(database);
  const notificationId = crypto.randomUUID();
  database.run(
    `INSERT INTO notifications (notification_id, type, user_id, data, created_time, status, next_attempt_time)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    notificationId,
    notification.type,
    notification.userId,
    JSON.stringify(notification.data),
    notification.now,
    webhook === null ? 'not_sent' : 'pending',
    webhook === null ? null : notification.now,
  );
  return notificationId;
}
