/** The requests about texts that are sent later. */
import * as v from 'valibot';
import { momentSchema, readMoment } from '../../../engine/times/moments.ts';
import { fixedClock } from '../../../engine/times/local-clock.ts';
import { newMessageSchema } from '../schema.ts';

const UTC = fixedClock(0);
/** A time without an offset: `2026-12-01T09:00`. */
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** The time of a text: RFC 3339 with its offset, or without one in the lead's zone. */
const sendTimeSchema = v.union(
  [
    v.pipe(
      v.string(),
      v.regex(LOCAL),
      v.check((text) => readMoment(text, UTC) !== undefined),
    ),
    momentSchema,
  ],
  'Write a time as 2026-12-01T09:00 in the lead’s time zone, or as RFC 3339 with its offset.',
);
/** A moment (milliseconds since the epoch), or a local time in the lead's zone. */
export type SendTime = v.InferOutput<typeof sendTimeSchema>;

/** The body that schedules a text. */
export const newScheduledTextSchema = v.strictObject({
  ...newMessageSchema.entries,
  send_time: sendTimeSchema,
  /** Whether it is cancelled if the person calls, writes or sends a form first, or somebody talks with them. */
  unless_contact: v.optional(v.boolean(), false),
});
export type NewScheduledText = v.InferOutput<typeof newScheduledTextSchema>;

/** The body that gives a text another time. */
export const rescheduleSchema = v.strictObject({ send_time: sendTimeSchema });
