/** The record of a notification with the state of its delivery. */
import * as v from 'valibot';
import { pageEntries } from '../../engine/context/parameters.ts';
import { momentSchema } from '../../engine/times/moments.ts';
import { zoneClock } from '../../engine/times/local-clock.ts';
import { CHANNELS, KINDS } from './channels.ts';
import type { NotificationType } from './answer-schema.ts';

/** A notification to write. `answer-schema.ts` has the content of each type. */
export interface NewNotification {
  type: NotificationType;
  /** The notified user. */
  userId: string;
  /** The content, which is the `data` of the message to the webhook in the options. */
  data: Record<string, unknown>;
}

export interface NotificationRecord {
  notificationId: string;
  type: NotificationType;
  userId: string;
  data: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** Milliseconds since the epoch; null before the user has read it. */
  readTime: number | null;
}

/** The query of `GET .../notifications`. */
export const notificationQuerySchema = v.object({
  ...pageEntries,
  scope: v.optional(v.picklist(['own', 'company']), 'own'),
});

/** Most notifications that one request marks as read by their ids. */
const MAX_IDS = 1_000;

/** The body of `POST .../notifications/read`: some of the caller's, all that were written up to a time, or those about a lead. */
export const readSchema = v.union(
  [
    v.strictObject({
      notification_ids: v.pipe(
        v.array(v.pipe(v.string(), v.toLowerCase(), v.uuid('Write UUIDs.'))),
        v.minLength(1),
        v.maxLength(MAX_IDS),
      ),
    }),
    v.strictObject({ until: momentSchema }),
    v.strictObject({ lead_id: v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID.')) }),
  ],
  'Write notification_ids, until or lead_id.',
);
export type ReadInput = v.InferOutput<typeof readSchema>;

const timeSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time as HH:MM.'));
const zoneSchema = v.pipe(
  v.string(),
  v.maxCodePoints(100),
  v.check((zone) => zoneClock(zone) !== undefined, 'Write an IANA time zone, for instance America/Chicago.'),
);
const channelsSchema = v.strictObject(v.entriesFromList(CHANNELS, v.optional(v.boolean())));

/** The body of `PUT .../notifications/choices`. A kind or channel that is absent has its default. */
export const choicesSchema = v.strictObject({
  kinds: v.optional(v.strictObject(v.entriesFromList(KINDS, v.optional(channelsSchema))), {}),
  quiet_hours: v.optional(v.nullable(v.strictObject({ from: timeSchema, until: timeSchema })), null),
  digest_at: v.optional(v.nullable(timeSchema), null),
  time_zone: v.optional(v.nullable(zoneSchema), null),
});
export type ChoicesInput = v.InferOutput<typeof choicesSchema>;
