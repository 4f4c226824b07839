/** Comments under `/companies/<uuid>/leads/<uuid>/events/<type>/<uuid>/comments`. */
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../input.ts';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { requireLead } from '../leads/require-lead.ts';
import { addComment, commentBody, listComments } from './comments.ts';
import { commentSchema } from './schema.ts';

export const commentRoutes = new Hono<CoreApp>();

/** Every comment, oldest first: `{total_count, sub_events}`. */
commentRoutes.get('/:lead{[\\da-fA-F-]{36}}/events/:type/:event/comments', (c) => {
  const call = callOf(c);
  const comments = listComments(call, c.req.param());
  return c.json({
    total_count: comments.length,
    sub_events: comments.map((comment) => commentBody(call, comment)),
  });
});

/** Adds a comment: `{comment}` -> the saved comment. */
commentRoutes.post('/:lead{[\\da-fA-F-]{36}}/events/:type/:event/comments', requireLead, async (c) => {
  const { comment } = parse(commentSchema, await readJson(c.req.raw));
  const call = callOf(c);
  return c.json(commentBody(call, addComment(call, c.req.param(), comment)));
});
