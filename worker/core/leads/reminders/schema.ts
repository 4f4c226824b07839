/** The requests about reminders. */
import * as v from 'valibot';
import { isBlank } from '../../../shared/http/input.ts';
import { pageEntries } from '../../engine/context/parameters.ts';
import { momentSchema } from '../../engine/times/moments.ts';

/** Most characters of the text of a reminder. */
const MAX_LENGTH = 1_000;

/** The body that sets a reminder. */
export const newReminderSchema = v.strictObject({
  message: v.pipe(
    v.string(),
    v.check((text) => !isBlank(text), 'Write what is to be done.'),
    v.maxCodePoints(MAX_LENGTH, `Write at most ${MAX_LENGTH} characters.`),
  ),
  due_time: momentSchema,
});
export type NewReminder = v.InferOutput<typeof newReminderSchema>;

/** The body that postpones a reminder. */
export const postponementSchema = v.strictObject({ due_time: momentSchema });

/** Most reminders that one request marks as seen. */
const MAX_SEEN = 100;

/** The body that marks reminders as seen. */
export const seenSchema = v.strictObject({
  reminder_ids: v.pipe(
    v.array(v.pipe(v.string(), v.toLowerCase(), v.uuid('Write UUIDs.'))),
    v.minLength(1),
    v.maxLength(MAX_SEEN, `Send at most ${MAX_SEEN} ids.`),
  ),
});

/** The query of the open reminders. */
export const remindersQuerySchema = v.object({
  /** Whose: on leads of theirs, or set by them. `me`, the id of a user, or `none` for leads without an assignee. */
  assigned_to: v.optional(
    v.union([
      v.literal('me'),
      v.literal('none'),
      v.pipe(v.string(), v.uuid('Write me, none or the id of a user.')),
    ]),
  ),
  due_before: v.optional(momentSchema),
  size: pageEntries.size,
  /** The `next_cursor` of the page before. */
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const position = readCursor(dataset.value);
        if (position !== undefined) return position;
        addIssue({ message: 'Use the next_cursor of the previous page.' });
        return NEVER;
      }),
    ),
  ),
});
export type RemindersQuery = v.InferOutput<typeof remindersQuerySchema>;

/** A position in the list: the reminder after which the next page starts. */
export interface ReminderPosition {
  /** As the event has it, in ISO 8601. */
  dueTime: string;
  eventId: string;
}

/** Writes a position as the `next_cursor` of a page. */
export function writeCursor({ dueTime, eventId }: ReminderPosition): string {
  return Buffer.from(`${dueTime} ${eventId}`).toString('base64url');
}

function readCursor(cursor: string): ReminderPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, dueTime, eventId] = /^([\d:.TZ+-]{20,27}) ([\da-f-]{36})$/.exec(text) ?? [];
  return dueTime === undefined || eventId === undefined ? undefined : { dueTime, eventId };
}
