/** Timelines of leads, notes and comments. */
import { commentSchema } from '../../worker/core/leads/comments/schema.ts';
import { noteSchema } from '../../worker/core/leads/notes/schema.ts';
import { eventPageSchema, postedEventSchema } from '../../worker/core/leads/timeline/schema.ts';
import type { ProblemCode } from '../../worker/shared/http/problems.ts';
import { arrayOf, count, exactly, type Operation, ref, text } from './operation.ts';

const LEAD = '/companies/{company}/leads/{lead}';
const WRITE: readonly ProblemCode[] = ['permission_denied', 'lead_merged', 'precondition_failed'];

const timeline = (operation: Omit<Operation, 'tag' | 'access'>): Operation => ({
  ...operation,
  tag: 'Timeline',
  access: 'user',
});

export const TIMELINE_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listEvents',
    method: 'GET',
    path: `${LEAD}/events`,
    summary: 'The events of a lead, newest first',
    query: eventPageSchema,
    answer: exactly({ count, start: count, events: arrayOf(ref('Event')), 'next_cursor?': text }),
    golden: 'leads/events',
    problems: ['permission_denied'],
  }),
  timeline({
    name: 'recordEvent',
    method: 'POST',
    path: `${LEAD}/events`,
    summary: 'Record an event that another system had with the lead',
    body: postedEventSchema,
    answer: ref('Event'),
    golden: 'leads/post-event',
    problems: [...WRITE, 'invalid_phone'],
  }),
  timeline({
    name: 'listComments',
    method: 'GET',
    path: `${LEAD}/events/{type}/{event}/comments`,
    summary: 'The comments on an event, oldest first',
    answer: exactly({ total_count: count, sub_events: arrayOf(ref('Comment')) }),
    golden: 'leads/comments',
    problems: ['permission_denied'],
  }),
  timeline({
    name: 'addComment',
    method: 'POST',
    path: `${LEAD}/events/{type}/{event}/comments`,
    summary: 'Comment on an event',
    body: commentSchema,
    answer: ref('Comment'),
    golden: 'leads/add-comment',
    problems: WRITE,
  }),
  timeline({
    name: 'addNote',
    method: 'POST',
    path: `${LEAD}/note`,
    summary: 'Add a note',
    body: noteSchema,
    answer: ref('Event'),
    golden: 'leads/add-note',
    problems: WRITE,
  }),
  timeline({
    name: 'modifyNote',
    method: 'POST',
    path: `${LEAD}/note/{note}`,
    summary: 'Change the text of a note',
    body: noteSchema,
    answer: ref('Event'),
    golden: 'leads/update-note',
    problems: ['not_a_note', ...WRITE],
  }),
  timeline({
    name: 'removeNote',
    method: 'POST',
    path: `${LEAD}/note/{note}/remove`,
    summary: 'Remove a note; the answer is the whole note',
    answer: ref('Event'),
    golden: 'leads/remove-note',
    problems: ['not_a_note', ...WRITE],
  }),
  timeline({
    name: 'restoreNote',
    method: 'POST',
    path: `${LEAD}/note/{note}/restore`,
    summary: 'Bring a removed note back, within 30 days',
    answer: ref('Event'),
    golden: 'leads/restore-note',
    problems: ['not_a_note', ...WRITE],
  }),
];
