/** The list of open reminders. */
import * as v from 'valibot';
import { named } from '../../../shared/reference/answers.ts';
import { leadSummaryAnswer } from '../record/answer-schema.ts';
import { eventAnswer } from '../timeline/answer-schema.ts';

/** Open reminders with their leads, the earliest due time first. */
export const remindersAnswer = v.strictObject({
  reminders: v.array(
    named(
      'OpenReminder',
      v.strictObject({ event: eventAnswer, lead: leadSummaryAnswer, contact: v.exactOptional(eventAnswer) }),
    ),
  ),
  next_cursor: v.exactOptional(v.string()),
});
export type RemindersBody = v.InferOutput<typeof remindersAnswer>;
