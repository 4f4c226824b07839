/** Comments on events. */
import { commentAnswer, commentsAnswer } from './answer-schema.ts';
import { commentSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const timeline = operationsOf('Timeline', 'user');

export const COMMENT_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listComments',
    method: 'GET',
    path: `${LEAD}/events/{type}/{event}/comments`,
    summary: 'The comments on an event, oldest first',
    answer: commentsAnswer,
    golden: 'leads/comments',
    problems: ['permission_denied'],
  }),
  timeline({
    name: 'addComment',
    method: 'POST',
    path: `${LEAD}/events/{type}/{event}/comments`,
    summary: 'Comment on an event',
    body: commentSchema,
    answer: commentAnswer,
    golden: 'leads/add-comment',
    problems: LEAD_WRITE,
  }),
];
