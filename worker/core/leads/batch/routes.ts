/** The route of batches: `POST /companies/<uuid>/leads/batch`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { parse } from '../../../shared/http/input.ts';
import { refuseIfMatch } from '../../engine/http/answers.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { runBatch } from './batch.ts';
import { batchSchema } from './schema.ts';
import type { Feature } from '../../engine/context/feature.ts';

/** A body whose operations are checked one by one, so that a fault refuses only its own operation. */
const anyBody = v.unknown();

export const batchRoutes = new Hono<CoreApp>();

/** Runs up to 100 creates, upserts and modifies; answers each one's result: `{succeeded, failed, results}`. */
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

/** Many leads in one request. */
export const batchFeature: Feature = {
  routes: [{ under: 'company', path: '/leads/batch', routes: batchRoutes }],
};
