/** `POST /companies/<uuid>/leads/batch`. */
import { Hono } from 'hono/tiny';
import { refuseIfMatch } from '../versions.ts';
import type { CoreApp } from '../core-app.ts';
import { write } from '../write.ts';
import { runBatch } from './batch.ts';
import { batchSchema } from './schema.ts';

export const batchRoutes = new Hono<CoreApp>();

/** Up to 100 creates, upserts and modifies, each with its own result: `{succeeded, failed, results}`. */
batchRoutes.post('/', (c) =>
  write(c, {
    body: batchSchema,
    change: (call, { operations }) => {
      refuseIfMatch(call.ifMatch, 'Name the version in if_match of the operation.');
      return { body: runBatch(call, operations, c.req.path) };
    },
  }),
);
