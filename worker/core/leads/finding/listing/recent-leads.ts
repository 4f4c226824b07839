/** Lists the leads that were modified in a window of at most 7 days. */
import type { RecentLeads } from './reference.ts';
import type { AgedRows } from '../../../engine/context/aged-rows.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { Database, SqlValue } from '../../../engine/storage/database.ts';
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import { type LeadRow, toLead } from '../../record/lead-store.ts';
import { leadSummary } from '../../record/lead-bodies.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { between, clockOf, named, refuse } from '../../../engine/times/range-parameters.ts';
import type { TimeRange } from '../../../engine/times/relative-ranges.ts';
import type { LeadRecord, RecentLeadsQuery } from '../../record/schema.ts';
import { scopeOf } from '../../record/access.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

/** The leads, by the time of their last modification. */
export const LEADS_BY_MODIFICATION: AgedRows = {
  table: 'leads',
  key: 'lead_number',
  time: 'modification_time',
};

const WINDOW_MS = 168 * 60 * 60 * 1000;
const MAX_LEADS = 500;

/** The ranges of a query: modification and creation times, in milliseconds since the epoch. */
interface Ranges {
  modified: TimeRange;
  created: TimeRange[];
}

/**
 * Lists the leads in the caller's scope whose modification and creation times are in the ranges, newest modification first.
 * @throws Problem `range_required`, `reversed_range`, `unknown_range`, `invalid_parameter`
 */
export function listRecentLeads(context: RequestContext, query: RecentLeadsQuery): RecentLeads {
  const { modified, created } = readRanges(context, query);
  const end = Math.min(modified.end ?? context.now, context.now);
  const start = Math.min(Math.max(modified.start ?? -Infinity, end - WINDOW_MS), end);
  // A window that reaches the present includes leads that were modified in this very millisecond.
  const until = end === context.now ? undefined : end;
  const where = conditionOf(context, [{ start, end: until }], created);
  const { count } = context.database.one<{ count: number }>(
    `SELECT count(*) AS count FROM leads WHERE ${where.sql}`,
    ...where.values,
  );
  const rows = context.database.all<LeadRow>(
    `SELECT * FROM leads WHERE ${where.sql} ORDER BY modification_time DESC, lead_id LIMIT ?`,
    ...where.values,
    MAX_LEADS,
  );
  return {
    count,
    leads: rows.map((row) => leadSummary(context, toLead(row))),
    from: writeMoment(start),
    to: writeMoment(end),
    truncated: (modified.start ?? -Infinity) < start,
  };
}

function readRanges(call: RequestContext, query: RecentLeadsQuery): Ranges {
  const faults: Fault[] = [];
  const clock = clockOf(query, faults);
  const { week_start: weekStart } = settingsOf(call).options();
  const context = { now: call.now, clock, weekStart };
  const given = { from: query.from, to: query.to };
  const modified = named(query.relative, 'relative', context, faults) ?? between(given, clock, faults);
  refuseRange(query, faults);
  const created = [
    named(query.created_relative, 'created_relative', context, faults),
    between({ created_from: query.created_from, created_to: query.created_to }, clock, faults),
  ];
  refuseFaults(faults);
  return { modified, created: created.filter((range) => range !== undefined) };
}

/** Refuses a query without a range of modification times, or with both ways of giving it. */
function refuseRange({ relative, from, to }: RecentLeadsQuery, faults: Fault[]): void {
  if (relative !== undefined) {
    if (from === undefined && to === undefined) return;
    refuse(faults, 'invalid_parameter', 'relative', 'Give either relative or from and to, not both.');
  } else if (from === undefined || to === undefined) {
    const half = from === undefined ? 'from' : 'to';
    const parameter = from === to ? 'relative' : half;
    refuse(faults, 'range_required', parameter, 'Give relative, or from and to, to limit the data.');
  }
}

function conditionOf(
  context: RequestContext,
  modified: readonly TimeRange[],
  created: readonly TimeRange[],
): { sql: string; values: SqlValue[] } {
  const scope = scopeOf(context);
  const conditions = [scope.sql];
  const values: SqlValue[] = [...scope.values];
  const add = (column: string, ranges: readonly TimeRange[]): void => {
    for (const { start, end } of ranges) {
      if (start !== undefined) {
        conditions.push(`${column} >= ?`);
        values.push(start);
      }
      if (end !== undefined) {
        conditions.push(`${column} < ?`);
        values.push(end);
      }
    }
  };
  add('modification_time', modified);
  add('creation_time', created);
  return { sql: conditions.join(' AND '), values };
}

/** Finds leads that were last modified before `until`, the oldest modification first. */
export function leadsModifiedBefore(database: Database, until: number, limit: number): LeadRecord[] {
  return database
    .all<LeadRow>(
      'SELECT * FROM leads WHERE modification_time < ? ORDER BY modification_time LIMIT ?',
      until,
      limit,
    )
    .map(toLead);
}
