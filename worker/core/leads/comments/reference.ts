/** Comments on events. */
import * as v from 'valibot';
import { anyMembers, copied, count, id, named, time } from '../../../shared/reference/answers.ts';
import { createdByEntityAnswer } from '../timeline/reference.ts';
import { EVENT_TYPES } from '../timeline/schema.ts';
import { commentSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

export const commentAnswer = named(
  'Comment',
  v.strictObject({
    sub_event_id: id,
    data: v.strictObject({
      comment: v.string(),
      sub_event_type: v.literal('comment'),
      event_time: time,
      created_by_entity: createdByEntityAnswer,
      created_by: v.string(),
      sub_event_id: id,
    }),
  }),
);
export type CommentBody = v.InferOutput<typeof commentAnswer>;

/** All comments of an event, oldest first. */
export const commentsAnswer = v.strictObject({ total_count: count, sub_events: v.array(commentAnswer) });
export type CommentsBody = v.InferOutput<typeof commentsAnswer>;

/** An event with its comments, in the copy of a person's data. */
const copiedEvent = copied(
  'events',
  v.strictObject({
    type: v.picklist(EVENT_TYPES),
    inbound: v.boolean(),
    online: v.boolean(),
    data: anyMembers('It is the `data` of the `Event` of this type.'),
    comments: v.array(commentAnswer),
  }),
);
export type CopiedEvent = v.InferOutput<typeof copiedEvent>;

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
