/** The routes of bulk operations, under `/companies/<uuid>/leads/bulk`, for managers and super admins. */
import type { BulkDryRun, BulkList, BulkWithRows } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { refuseIfMatch } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { readAction, roomFor } from './actions.ts';
import { bulkBody, bulkRowBody } from './bulk-bodies.ts';
import { cancelBulk, listBulk, openBulk, requireBulk, undoBulk } from './bulk-operations.ts';
import { readResults } from './chunks.ts';
import { bulkListSchema, bulkQuery, bulkRowsSchema, bulkSchema } from './schema.ts';
import { countFound, selectForBulk } from './selections.ts';

export const bulkRoutes = new Hono<CoreApp>();
bulkRoutes.use(requireRole('superadmin', 'manager'));

/**
 * Begins to change many leads in the background; answers the operation, whose progress is read by its `bulk_id`. With
 * `dry_run=true` nothing is changed: `{dry_run, count, found}`.
 */
bulkRoutes.post('/', (c) =>
  write(c, {
    query: bulkQuery,
    body: bulkSchema,
    room: ({ action }) => roomFor(action),
    prepare: (context, input) => selectForBulk(context, input),
    change: (context, input, { query, prepared }) => {
      refuseIfMatch(
        context.ifMatch,
        'A bulk operation has no If-Match: it changes the current versions of its leads.',
      );
      const action = readAction(context, input);
      if (query.dry_run) {
        return {
          body: {
            dry_run: true,
            count: prepared.leads.length,
            found: countFound(context, prepared),
          } satisfies BulkDryRun,
        };
      }
      return { body: bulkBody(context, openBulk(context, { action, ...prepared })) };
    },
  }),
);

/** Lists the bulk operations of the last days, newest first: `{count, start, bulk_operations}`. */
bulkRoutes.get('/', (c) => {
  const page = parse(bulkListSchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const { count, records } = listBulk(context.database, page);
  return c.json({
    count,
    start: page.start,
    bulk_operations: records.map((record) => bulkBody(context, record)),
  } satisfies BulkList);
});

/** Answers the progress of a bulk operation with a page of its results. */
bulkRoutes.get('/:bulk', (c) => {
  const page = parse(bulkRowsSchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const record = requireBulk(context.database, c.req.param('bulk'));
  const rows = readResults(context.database, record.bulkId, page);
  return c.json({
    ...bulkBody(context, record),
    start: page.start,
    rows: rows.map(bulkRowBody),
  } satisfies BulkWithRows);
});

/** Cancels a bulk operation. */
bulkRoutes.post('/:bulk/cancel', (c) =>
  write(c, { change: (context) => ({ body: bulkBody(context, cancelBulk(context, c.req.param('bulk'))) }) }),
);

/** Undoes an ended bulk operation in the background. */
bulkRoutes.post('/:bulk/undo', (c) =>
  write(c, { change: (context) => ({ body: bulkBody(context, undoBulk(context, c.req.param('bulk'))) }) }),
);
