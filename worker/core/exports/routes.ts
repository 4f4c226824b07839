/** Exports of leads to CSV, under `/companies/<uuid>/leads`. */
import { Hono } from 'hono';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { exportLeads, leadsInScope } from './exports.ts';

export const exportRoutes = new Hono<CoreApp>();

/** The leads in the caller's scope as a CSV file. */
exportRoutes.get('/export.csv', (c) => {
  const call = callOf(c);
  const day = new Date(call.now).toISOString().slice(0, 10);
  return c.body(exportLeads(call, leadsInScope(call)), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="leads-${day}.csv"`,
    'Cache-Control': 'private, no-store',
  });
});
