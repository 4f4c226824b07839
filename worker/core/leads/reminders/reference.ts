/** Reference of reminders. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';
import { personAnswer } from '../../people/users/answer-schema.ts';
import { leadSummaryAnswer } from '../record/answer-schema.ts';
import { eventAnswer, reminderEvent } from '../timeline/reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { newReminderSchema, postponementSchema, remindersQuerySchema, seenSchema } from './schema.ts';

/** Who is at a reminder. */
const takenAnswer = named('Taken', v.strictObject({ by: personAnswer, since: time, until: time }));
export type TakenBody = v.InferOutput<typeof takenAnswer>;

const openReminderAnswer = named(
  'OpenReminder',
  v.strictObject({
    event: eventAnswer,
    lead: leadSummaryAnswer,
    contact: v.exactOptional(eventAnswer),
    earlier_contacts: v.exactOptional(v.array(eventAnswer)),
    contact_counts: v.exactOptional(v.strictObject({ calls: count, texts: count, forms: count })),
    location_id: v.exactOptional(v.string()),
    source: v.exactOptional(v.string()),
    taken: v.exactOptional(takenAnswer),
    is_seen: v.boolean(),
  }),
);
export type OpenReminderBody = v.InferOutput<typeof openReminderAnswer>;

/** Open reminders with their leads, the earliest due time first. */
export const remindersAnswer = v.strictObject({
  reminders: v.array(openReminderAnswer),
  next_cursor: v.exactOptional(v.string()),
});
export type RemindersBody = v.InferOutput<typeof remindersAnswer>;

/** How many reminders were marked. */
const seenAnswer = v.strictObject({ marked_count: count });
export type SeenBody = v.InferOutput<typeof seenAnswer>;

const REMINDER = `${LEAD}/events/reminder/{event}`;

const timeline = operationsOf('Timeline', 'user');

export const REMINDER_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listReminders',
    method: 'GET',
    path: '/companies/{company}/reminders',
    summary: 'Open reminders with their leads, the earliest due time first',
    description:
      'Contains the reminders of leads that the caller may see: those that people set, and one for each person who called, wrote or sent a form and was not answered, with that contact, those before it and who is at it. It is due after `answer_within_minutes` of the options. A text to the person, a call in which somebody talked with them, or one of these or an e-mail that another system posts as an event closes it.',
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
  timeline({
    name: 'takeReminder',
    method: 'POST',
    path: `${REMINDER}/take`,
    summary: 'Say that you are at a reminder, so that nobody else answers meanwhile',
    description:
      'It ends by itself after three minutes; take it again in time to keep it. Whoever calls or writes to the person with `reminder_id` has it too.',
    answer: takenAnswer,
    golden: 'leads/take-reminder',
    problems: [...LEAD_WRITE, 'reminder_done', 'reminder_taken'],
  }),
  timeline({
    name: 'releaseReminder',
    method: 'POST',
    path: `${REMINDER}/release`,
    summary: 'Say that you are at a reminder no longer',
    answer: reminderEvent,
    golden: 'leads/release-reminder',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'readReminders',
    method: 'POST',
    path: '/companies/{company}/reminders/seen',
    summary: 'Mark open reminders as seen by the caller alone',
    body: seenSchema,
    answer: seenAnswer,
    golden: 'leads/read-reminders',
  }),
];
