/** The record of a notification with the state of its delivery. */
import * as v from 'valibot';
import { pageEntries } from '../../engine/context/parameters.ts';

/** The types of notifications. */
export type NotificationType = 'lead.assigned' | 'leads.assigned' | 'call.missed';

export interface NewNotification {
  type: NotificationType;
  /** The notified user. */
  userId: string;
  /** The content, which is the `data` of the message to the webhook in the options. */
  data: Record<string, unknown>;
}

export interface NotificationRecord {
  notificationId: string;
  type: string;
  userId: string;
  data: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** The query of `GET .../notifications`. */
export const notificationQuerySchema = v.object({
  ...pageEntries,
  scope: v.optional(v.picklist(['own', 'company']), 'own'),
});
