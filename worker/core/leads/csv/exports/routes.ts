/** Exports of leads to CSV, under `/companies/<uuid>/leads`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../../../shared/http/input.ts';
import { takesNoQuery } from '../../../../shared/http/query.ts';
import { actorId } from '../../../engine/context/actors.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { callOf } from '../../../engine/context/contexts.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext, CoreApp } from '../../../engine/context/company-context.ts';
import { exportLeads } from './exports.ts';
import { type ExportQuery, exportQuerySchema, namedExportSchema } from './schema.ts';
import { type LeadSelection, readSelection, selectNamed } from './selected-leads.ts';

export const exportRoutes = new Hono<CoreApp>();

/** The leads of a view, of a search or (without parameters) all in the caller's scope, as a CSV file. */
exportRoutes.get('/export.csv', (c) => {
  const query = parse(exportQuerySchema, c.req.query(), 'parameters');
  const selection = readSelection(callOf(c), query);
  return file(c, selection, { reader: query.for, told: toldOf(query) });
});

/** The leads that the body names, as a CSV file: `{lead_ids, for?}`; it changes nothing. */
exportRoutes.post('/export.csv', takesNoQuery, async (c) => {
  const { lead_ids: ids, for: reader } = parse(namedExportSchema, await readJson(c.req.raw));
  return file(c, selectNamed(callOf(c), ids), { reader, told: { lead_ids: ids.length } });
});

/** What the log tells of a query: what it selects by, and not what is sought, which may be a person. */
function toldOf({
  q,
  smart_view_id: viewId,
  filters,
  sort,
  search_fields: fields,
  ...rest
}: ExportQuery): object {
  if (q !== undefined) return { by: 'search', search_fields: fields, for: rest.for };
  return {
    by: 'filters',
    filtered_by: membersOf(filters),
    sorted_by: membersOf(sort),
    ...(viewId === undefined || viewId === '' ? {} : { smart_view_id: viewId }),
    relative: rest.relative,
    for: rest.for,
  };
}

/** The names in a parameter that was read as a JSON object. */
function membersOf(parameter: string | undefined): string[] {
  return parameter === undefined || parameter === '' ? [] : Object.keys(JSON.parse(parameter) as object);
}

/** Streams the leads, and notes in the audit log that they went out. */
async function file(
  c: Context<CoreApp>,
  selection: LeadSelection,
  { reader, told }: { reader: ExportQuery['for']; told: object },
): Promise<Response> {
  const context = callOf(c);
  noteExport(c.env.company, context, told);
  const day = new Date(context.now).toISOString().slice(0, 10);
  return c.body(await exportLeads(context, selection, reader), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="leads-${day}.csv"`,
    'Cache-Control': 'private, no-store',
  });
}

/** Notes an export in the audit log; of one caller who exports all the time the first ones of an hour. */
function noteExport(company: CompanyContext, context: RequestContext, told: object): void {
  const noted = company.exports.add(actorId(context.actor), crypto.randomUUID());
  if (noted === 'nothing') return;
  const detail =
    noted === 'this'
      ? { ...told }
      : { detail: 'Further exports of this caller within the hour are not noted.' };
  commit(company, context, (write) => write.audit({ action: 'leads.exported', subject: 'leads', detail }));
}
