/** Comments under `/companies/<uuid>/leads/<uuid>/events/<type>/<uuid>/comments`. */
import { Hono } from 'hono/tiny';
import { callOf } from '../api-calls.ts';
import type { CoreApp } from '../core-app.ts';
import { requireLead } from '../leads/access.ts';
import { LEAD } from '../leads/lead-paths.ts';
import { write } from '../write.ts';
import { addComment, commentBody, listComments } from './comments.ts';
import { commentSchema } from './schema.ts';

const COMMENTS = `${LEAD}/events/:type/:event/comments` as const;

export const commentRoutes = new Hono<CoreApp>();

/** Every comment, oldest first: `{total_count, sub_events}`. */
commentRoutes.get(COMMENTS, (c) => {
  const call = callOf(c);
  const comments = listComments(call, c.req.param());
  return c.json({
    total_count: comments.length,
    sub_events: comments.map((comment) => commentBody(call, comment)),
  });
});

/** Adds a comment: `{comment}` -> the saved comment. */
commentRoutes.post(COMMENTS, requireLead, (c) =>
  write(c, {
    body: commentSchema,
    change: (call, { comment }) => ({
      body: commentBody(call, addComment(call, c.req.param(), comment)),
    }),
  }),
);
