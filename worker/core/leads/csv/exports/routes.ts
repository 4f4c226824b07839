/** The routes of CSV exports, under `/companies/<uuid>/leads`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../../../shared/http/input.ts';
import { takesNoQuery } from '../../../../shared/http/query.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { recordExport } from '../export-log.ts';
import { exportLeads } from './exports.ts';
import { type ExportQuery, exportQuerySchema, namedExportSchema } from './schema.ts';
import { type LeadSelection, readSelection, selectNamed } from './selected-leads.ts';
import type { Feature } from '../../../engine/context/feature.ts';

export const exportRoutes = new Hono<CoreApp>();

/** Exports the leads of a view or a search or, without parameters, all leads in the caller's scope as a CSV file. */
exportRoutes.get('/export.csv', (c) => {
  const query = parse(exportQuerySchema, c.req.query(), 'parameters');
  const selection = readSelection(contextOfRequest(c), query);
  return file(c, selection, { reader: query.for, details: auditDetails(query) });
});

/** Exports the leads that the body names as a CSV file: `{lead_ids, for?}`. Changes nothing. */
exportRoutes.post('/export.csv', takesNoQuery, async (c) => {
  const { lead_ids: ids, for: reader } = parse(namedExportSchema, await readJson(c.req.raw));
  return file(c, selectNamed(contextOfRequest(c), ids), { reader, details: { lead_ids: ids.length } });
});

/**
 * Returns the data about a query for the audit log: the names of its parameters and filters, without the values, which may be
 * personal data.
 */
function auditDetails({
  q,
  smart_view_id: viewId,
  filters,
  sort,
  search_fields: fields,
  ...rest
}: ExportQuery): object {
  const isPlain = [viewId, filters, sort].every((given) => given === undefined || given === '');
  if (q !== undefined && isPlain && rest.relative === 'all_time') {
    return { by: 'search', search_fields: fields, for: rest.for };
  }
  return {
    by: 'filters',
    ...(q === undefined ? {} : { search_fields: fields }),
    filtered_by: membersOf(filters),
    sorted_by: membersOf(sort),
    ...(viewId === undefined || viewId === '' ? {} : { smart_view_id: viewId }),
    relative: rest.relative,
    for: rest.for,
  };
}

/** Returns the member names in a parameter that was read as a JSON object. */
function membersOf(parameter: string | undefined): string[] {
  return parameter === undefined || parameter === '' ? [] : Object.keys(JSON.parse(parameter) as object);
}

/** Streams the leads and records the export in the audit log. */
async function file(
  c: Context<CoreApp>,
  selection: LeadSelection,
  { reader, details }: { reader: ExportQuery['for']; details: object },
): Promise<Response> {
  const context = contextOfRequest(c);
  recordExport(c.env.company, context, { of: 'leads', details });
  const day = new Date(context.now).toISOString().slice(0, 10);
  return c.body(await exportLeads(context, selection, reader), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="leads-${day}.csv"`,
    'Cache-Control': 'private, no-store',
  });
}

/** Leads as CSV, out. */
export const exportsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: exportRoutes }],
};
