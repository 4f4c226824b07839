/** Notifications: what a user is told, and how its delivery goes. */
import * as v from 'valibot';
import { pageEntries } from '../../engine/context/parameters.ts';

/** What a notification may be about. */
export type NotificationType = 'lead.assigned' | 'leads.assigned' | 'call.missed';

export interface NewNotification {
  type: NotificationType;
  /** Who is told. */
  userId: string;
  /** What is told; the `data` of the message to the webhook in the options. */
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
