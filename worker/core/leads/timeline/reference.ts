/** Reference of the operations on timelines. */
import { eventAnswer, eventPageAnswer } from './answer-schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { eventPageSchema, postedEventSchema } from './schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const timeline = operationsOf('Timeline', 'user');

export const TIMELINE_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listEvents',
    method: 'GET',
    path: `${LEAD}/events`,
    summary: 'The events of a lead, newest first',
    query: eventPageSchema,
    answer: eventPageAnswer,
    golden: 'leads/events',
    problems: ['permission_denied'],
  }),
  timeline({
    name: 'recordEvent',
    method: 'POST',
    path: `${LEAD}/events`,
    summary: 'Record an event from another system',
    body: postedEventSchema,
    answer: eventAnswer,
    golden: 'leads/post-event',
    problems: [...LEAD_WRITE, 'invalid_phone'],
  }),
];
