/** The routes of CSV imports, under `/companies/<uuid>/leads/import`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../../shared/http/input.ts';
import { parseWriteQuery } from '../../../../shared/http/query.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { onceOfStream } from '../../../engine/http/idempotency.ts';
import { beginImport } from './batches.ts';
import { showImport } from './imports.ts';
import { receiveImport } from './receiving.ts';
import { importPageSchema, importQuerySchema, MAX_ROWS_AT_ONCE } from './schema.ts';

export const importRoutes = new Hono<CoreApp>();

/**
 * Upserts every row of a CSV file; for a large file the first rows, and the alarm continues. Answers the import with its rows.
 */
importRoutes.post('/', async (c) => {
  const { company } = c.env;
  const query = parseWriteQuery(c.req.query(), importQuerySchema.entries);
  const show = (importId: string): object =>
    showImport(contextOfRequest(c), importId, { start: 0, size: MAX_ROWS_AT_ONCE, status: '' });
  return onceOfStream(
    c,
    async (request, keep) => {
      const importId = await receiveImport(company, contextOfRequest(c), {
        request,
        query,
        done: (context, id) => keep(context, { body: { import_id: id } }),
      });
      await beginImport(company, importId);
      return { body: show(importId) };
    },
    ({ body }) => ({ body: show((body as { import_id: string }).import_id) }),
  );
});

/** Answers the progress of an import with a page of its results. */
importRoutes.get('/:import', (c) => {
  const page = parse(importPageSchema, c.req.query(), 'parameters');
  return c.json(showImport(contextOfRequest(c), c.req.param('import'), page));
});
