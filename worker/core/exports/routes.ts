/** Exports of leads to CSV, under `/companies/<uuid>/leads`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../input.ts';
import { takesNoQuery } from '../../query.ts';
import { callOf } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CoreApp } from '../core-app.ts';
import { exportLeads } from './exports.ts';
import { type ExportQuery, exportQuerySchema, namedExportSchema } from './schema.ts';
import { type LeadSelection, readSelection, selectNamed } from './selected-leads.ts';

export const exportRoutes = new Hono<CoreApp>();

/** The leads of a view, of a search or (without parameters) all in the caller's scope, as a CSV file. */
exportRoutes.get('/export.csv', (c) => {
  const query = parse(exportQuerySchema, c.req.query(), 'parameters');
  const selection = readSelection(callOf(c), query);
  return file(c, selection, { reader: query.for, told: { ...c.req.query() } });
});

/** The leads that the body names, as a CSV file: `{lead_ids, for?}`; it changes nothing. */
exportRoutes.post('/export.csv', takesNoQuery, async (c) => {
  const { lead_ids: ids, for: reader } = parse(namedExportSchema, await readJson(c.req.raw));
  return file(c, selectNamed(callOf(c), ids), { reader, told: { lead_ids: ids.length } });
});

/** Streams the leads, and notes in the audit log that they went out. */
async function file(
  c: Context<CoreApp>,
  selection: LeadSelection,
  { reader, told }: { reader: ExportQuery['for']; told: Record<string, unknown> },
): Promise<Response> {
  const call = callOf(c);
  commit(c.env.company, call, (noted) =>
    noted.audit({ action: 'leads.exported', subject: 'leads', detail: told }),
  );
  const day = new Date(call.now).toISOString().slice(0, 10);
  return c.body(await exportLeads(call, selection, reader), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="leads-${day}.csv"`,
    'Cache-Control': 'private, no-store',
  });
}
