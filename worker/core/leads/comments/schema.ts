/** The record of a comment and the body that adds one. */
import * as v from 'valibot';
import { isBlank } from '../../../shared/http/input.ts';

const MAX_COMMENT_LENGTH = 10_000;

/** A comment on an event. */
export interface CommentRecord {
  commentId: string;
  comment: string;
  /** Milliseconds since the epoch. */
  eventTime: number;
  /** `user:<id>` */
  createdBy: string;
}

export const commentSchema = v.strictObject({
  comment: v.pipe(
    v.string(),
    v.check((text) => !isBlank(text), 'Write something.'),
    v.maxCodePoints(MAX_COMMENT_LENGTH, `Write at most ${MAX_COMMENT_LENGTH} characters.`),
  ),
});
