/** Notifications: what a user is told, and how its delivery goes. */
import * as v from 'valibot';

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
  /** Milliseconds since the epoch. */
  now: number;
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

const MAX_SIZE = 100;
const DEFAULT_SIZE = 20;

/** The query of `GET .../notifications`. */
export const notificationQuerySchema = v.object({
  start: v.optional(countSchema(Number.MAX_SAFE_INTEGER), '0'),
  size: v.optional(countSchema(MAX_SIZE), String(DEFAULT_SIZE)),
  scope: v.optional(v.picklist(['own', 'company']), 'own'),
});

function countSchema(max: number): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, 'Write a whole number, 0 or more.'),
    v.transform((text) => Math.min(Number(text), max)),
  );
}
