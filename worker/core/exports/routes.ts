/** Exports of leads to CSV, under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { callOf } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CoreApp } from '../core-app.ts';
import { exportLeads } from './exports.ts';
import { exportQuerySchema } from './schema.ts';
import { readSelection } from './selected-leads.ts';

export const exportRoutes = new Hono<CoreApp>();

/** The leads of a view, of a search or (without parameters) all in the caller's scope, as a CSV file. */
exportRoutes.get('/export.csv', async (c) => {
  const query = parse(exportQuerySchema, c.req.query(), 'parameters');
  const call = callOf(c);
  const selection = readSelection(call, query);
  commit(c.env.company, call, (noted) =>
    noted.audit({ action: 'leads.exported', subject: 'leads', detail: { ...c.req.query() } }),
  );
  const day = new Date(call.now).toISOString().slice(0, 10);
  return c.body(await exportLeads(call, selection, query.for), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="leads-${day}.csv"`,
    'Cache-Control': 'private, no-store',
  });
});
