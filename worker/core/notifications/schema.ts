/** Notifications: what a user is told, and how its delivery goes. */
import * as v from 'valibot';
import { pageEntries } from '../parameters.ts';

/** What a notification may be about. */
export type NotificationType = 'lead.assigned';

/** How the delivery to the company's webhook stands; `not_sent`: there was no webhook. */
export type NotificationStatus = 'pending' | 'delivered' | 'failed' | 'not_sent';

export interface NewNotification {
  type: NotificationType;
  /** Who is told. */
  userId: string;
  /** What is told; the `data` of the webhook's body, as it goes out. */
  data: Record<string, unknown>;
}

export interface NotificationRecord {
  notificationId: string;
  type: string;
  userId: string;
  data: Record<string, unknown>;
  /** Milliseconds since the epoch, as all times here. */
  createdTime: number;
  status: NotificationStatus;
  attempts: number;
  nextAttemptTime: number | null;
  deliveredTime: number | null;
  lastError: string | null;
}

/** The query of `GET .../notifications`. */
export const notificationQuerySchema = v.object({
  ...pageEntries,
  scope: v.optional(v.picklist(['own', 'company']), 'own'),
});
