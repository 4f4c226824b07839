/** Comments under `/companies/<uuid>/leads/<uuid>/events/<type>/<uuid>/comments`. */
import type { CommentsBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { LEAD, requireLead } from '../record/access.ts';
import { write } from '../../engine/http/write.ts';
import { addComment, commentBody, listComments } from './comments.ts';
import { commentSchema } from './schema.ts';

const COMMENTS = `${LEAD}/events/:type/:event/comments` as const;

export const commentRoutes = new Hono<CoreApp>();

/** Lists the comments, oldest first: `{total_count, sub_events}`. */
commentRoutes.get(COMMENTS, (c) => {
  const context = contextOfRequest(c);
  const comments = listComments(context, c.req.param());
  return c.json({
    total_count: comments.length,
    sub_events: comments.map((comment) => commentBody(context, comment)),
  } satisfies CommentsBody);
});

/** Adds a comment: `{comment}` -> the saved comment. */
commentRoutes.post(COMMENTS, requireLead, (c) =>
  write(c, {
    body: commentSchema,
    change: (context, { comment }) => ({
      body: commentBody(context, addComment(context, c.req.param(), comment)),
    }),
  }),
);
