/** `POST /companies/<uuid>/leads/batch`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { parse } from '../../input.ts';
import { refuseIfMatch } from '../versions.ts';
import type { CoreApp } from '../core-app.ts';
import { write } from '../write.ts';
import { runBatch } from './batch.ts';
import { batchSchema } from './schema.ts';

/** A body whose operations are checked one by one: the fault of one is no other's. */
const anyBody = v.unknown();

export const batchRoutes = new Hono<CoreApp>();

/** Up to 100 creates, upserts and modifies, each with its own result: `{succeeded, failed, results}`. */
batchRoutes.post('/', (c) =>
  write(c, {
    body: anyBody,
    change: (call, body) => {
      const { operations } = parse(batchSchema, body, 'question');
      refuseIfMatch(call.ifMatch, 'Name the version in if_match of the operation.');
      return { body: runBatch(call, operations, c.req.path) };
    },
  }),
);
