/** Comments on events. */
import { commentSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import {
  arrayOf,
  count,
  exactly,
  ref,
  operationsOf,
  type Operation,
} from '../../../shared/reference/operation.ts';

const timeline = operationsOf('Timeline', 'user');

export const COMMENT_OPERATIONS: readonly Operation[] = [
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
    problems: LEAD_WRITE,
  }),
];
