/** Reference of reminders. */
import * as v from 'valibot';
import { named } from '../../../shared/reference/answers.ts';
import { leadSummaryAnswer } from '../record/answer-schema.ts';
import { eventAnswer, reminderEvent } from '../timeline/reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { newReminderSchema, postponementSchema, remindersQuerySchema } from './schema.ts';

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

const REMINDER = `${LEAD}/events/reminder/{event}`;

const timeline = operationsOf('Timeline', 'user');

export const REMINDER_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listReminders',
    method: 'GET',
    path: '/companies/{company}/reminders',
    summary: 'Open reminders with their leads, the earliest due time first',
    description:
      'Contains the reminders of leads that the caller may see: those that people set, and one for each person who called, wrote or sent a form and was not answered, with that contact. It is due after `answer_within_minutes` of the options. A text to the person, a call in which somebody talked with them, or one of these or an e-mail that another system posts as an event closes it.',
    query: remindersQuerySchema,
    answer: remindersAnswer,
    golden: 'leads/reminders',
  }),
  timeline({
    name: 'setReminder',
    method: 'POST',
    path: `${LEAD}/reminder`,
    summary: 'Set a reminder',
    body: newReminderSchema,
    answer: reminderEvent,
    golden: 'leads/set-reminder',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'completeReminder',
    method: 'POST',
    path: `${REMINDER}/done`,
    summary: 'Mark a reminder as done',
    answer: reminderEvent,
    golden: 'leads/complete-reminder',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'dismissReminder',
    method: 'POST',
    path: `${REMINDER}/dismiss`,
    summary: 'Mark a reminder as done since no answer is needed',
    answer: reminderEvent,
    golden: 'leads/dismiss-reminder',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'reopenReminder',
    method: 'POST',
    path: `${REMINDER}/reopen`,
    summary: 'Open a reminder that is done',
    answer: reminderEvent,
    golden: 'leads/reopen-reminder',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'postponeReminder',
    method: 'POST',
    path: `${REMINDER}/postpone`,
    summary: 'Postpone a reminder',
    description: 'A reminder that is done is opened.',
    body: postponementSchema,
    answer: reminderEvent,
    golden: 'leads/postpone-reminder',
    problems: LEAD_WRITE,
  }),
];
