/** `POST /companies/<uuid>/leads/batch`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { parse } from '../../../shared/http/input.ts';
import { refuseIfMatch } from '../../engine/http/answers.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { runBatch } from './batch.ts';
import { batchSchema } from './schema.ts';

/** A body whose operations are checked one by one: the fault of one is no other's. */
const anyBody = v.unknown();

export const batchRoutes = new Hono<CoreApp>();

/** Up to 100 creates, upserts and modifies, each with its own result: `{succeeded, failed, results}`. */
batchRoutes.post('/', (c) =>
  write(c, {
    body: anyBody,
    change: (context, body) => {
      const { operations } = parse(batchSchema, body, 'question');
      refuseIfMatch(context.ifMatch, 'Name the version in if_match of the operation.');
      return { body: runBatch(context, operations, c.req.path) };
    },
  }),
);
