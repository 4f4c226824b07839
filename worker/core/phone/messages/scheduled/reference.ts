/** Reference of texts that are sent later. */
import * as v from 'valibot';
import { LEAD, LEAD_WRITE } from '../../../leads/reference.ts';
import { scheduledTextEvent } from '../../../leads/timeline/reference.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { newScheduledTextSchema, rescheduleSchema } from './schema.ts';

/** The texts to a lead that wait, the next one first, and the zone in which times without an offset are meant. */
export const scheduledTextsAnswer = v.strictObject({
  time_zone: v.string(),
  scheduled_texts: v.array(scheduledTextEvent),
});
export type ScheduledTextsBody = v.InferOutput<typeof scheduledTextsAnswer>;

const SCHEDULED_TEXT = `${LEAD}/events/scheduled_text/{event}`;

const messages = operationsOf('Texts', 'user');

export const SCHEDULED_TEXT_OPERATIONS: readonly Operation[] = [
  messages({
    name: 'listScheduledTexts',
    method: 'GET',
    path: `${LEAD}/scheduled_texts`,
    summary: 'The texts to a lead that are sent later, the next one first',
    answer: scheduledTextsAnswer,
    golden: 'texts/scheduled',
    problems: ['permission_denied'],
  }),
  messages({
    name: 'scheduleText',
    method: 'POST',
    path: `${LEAD}/scheduled_text`,
    summary: 'Send a text to a lead later',
    description:
      'A send_time without an offset is in the time zone of the location whose number it goes out from, else of the company. With unless_contact it is cancelled if the person calls, writes or sends a form first, or somebody talks with them. Whether it may go out is asked again when it is due; who wrote one that cannot be sent gets a reminder.',
    body: newScheduledTextSchema,
    answer: scheduledTextEvent,
    golden: 'texts/schedule',
    problems: [
      ...LEAD_WRITE,
      'opted_out',
      'destination_not_allowed',
      'identifier_required',
      'invalid_phone',
      'too_many_values',
    ],
  }),
  messages({
    name: 'cancelScheduledText',
    method: 'POST',
    path: `${SCHEDULED_TEXT}/cancel`,
    summary: 'Cancel a text that waits',
    answer: scheduledTextEvent,
    golden: 'texts/cancel-scheduled',
    problems: [...LEAD_WRITE, 'text_sent'],
  }),
  messages({
    name: 'rescheduleText',
    method: 'POST',
    path: `${SCHEDULED_TEXT}/reschedule`,
    summary: 'Give a text that was not sent another time',
    description: 'One that was cancelled or could not be sent waits again.',
    body: rescheduleSchema,
    answer: scheduledTextEvent,
    golden: 'texts/reschedule',
    problems: [...LEAD_WRITE, 'text_sent', 'too_many_values'],
  }),
];
