/** Lists calls, newest first. */
import { type Fault, Problem } from '../../../shared/http/problems.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { SqlValue } from '../../engine/storage/database.ts';
import { fixedClock, zoneClock } from '../../engine/times/local-clock.ts';
import { relativeRange, unknownRange } from '../../engine/times/relative-ranges.ts';
import { type Condition, scopeOf } from '../../leads/record/access.ts';
import { CALLS } from './call-store.ts';
import type { OfLead } from './contact-table.ts';
import { areFew, fewRows, onTimelineOf, OPEN_CALLS, type Scan, selectContacts, walk } from './list-scans.ts';
import type { CallPosition, CallRecord, CallsFilter } from './schema.ts';

/** Filters by one value, the most selective first. The first one in the query decides which index is walked. */
const SELECTIVE = ['number', 'source', 'location_id', 'outcome'] as const;
type Selective = (typeof SELECTIVE)[number];

/** The members of a call's visit, as filters name them. Without a visit, the source is that of the number. */
const VISIT_MEMBERS = [
  ['source_first', "calls.visit ->> '$.visit.first_source'"],
  ['source_last', "coalesce(calls.visit ->> '$.visit.source', calls.source)"],
  ['campaign_first', "calls.visit ->> '$.visit.first_campaign'"],
  ['campaign_last', "calls.visit ->> '$.visit.campaign'"],
  ['landing_page', "calls.visit ->> '$.visit.landing_page'"],
] as const;

const CHANGED = 'SELECT call_number FROM calls INDEXED BY calls_by_modification WHERE modification_time >= ?';

/**
 * Returns the matching calls that the caller may see, newest first. Agents see calls without a lead of withheld numbers alone.
 */
export async function listCalls(
  context: RequestContext,
  { after, limit, ...filter }: CallsFilter & { after?: CallPosition | undefined; limit: number },
): Promise<OfLead<CallRecord>[]> {
  const calls = { context, table: CALLS, leadId: filter.lead_id };
  const few = await fewCalls(calls, filter);
  if (few !== undefined) {
    const conditions = [...matching(filter, undefined), ...timesOf(filter), ...placed(after, '<')];
    return selectContacts(calls, { few, conditions, limit });
  }
  const indexed = SELECTIVE.find((column) => filter[column] !== undefined);
  const walked = [...walkedBy(filter, indexed), ...timesOf(filter)];
  const rest = [...matching(filter, indexed), ...onTimelineOf(calls)];
  // If every row that is walked is in the list, one step suffices.
  if (rest.length === 0 && scopeOf(context).sql === 'TRUE')
    return selectContacts(calls, { conditions: [...walked, ...placed(after, '<')], limit });
  return walk(
    {
      endOf: (from, rows) => positionAt(context, [...walked, ...placed(from, '<')], rows),
      read: ({ after: from, upTo }, most) =>
        selectContacts(calls, {
          conditions: [...walked, ...rest, ...placed(from, '<'), ...placed(upTo, '>=')],
          limit: most,
        }),
    },
    { after, limit },
  );
}

/** Returns SQL that selects the numbers of the candidates if they are few, else undefined. */
async function fewCalls(calls: Scan, filter: CallsFilter): Promise<Condition | undefined> {
  const { outcome, updated_since: since } = filter;
  if (calls.leadId === undefined) {
    if (outcome === 'in_progress') return { sql: OPEN_CALLS, values: [] };
    if (since !== undefined && areFew(calls.context.database, CHANGED, since))
      return { sql: CHANGED, values: [since] };
  }
  return fewRows(calls);
}

/**
 * Returns a filter with the times of its named range, in the company's zone as in reports.
 * @throws Problem `unknown_range`; `invalid_parameter` for a name beside times
 */
export function withTimes<Filter extends CallsFilter>(context: RequestContext, filter: Filter): Filter {
  const { relative } = filter;
  if (relative === undefined) return filter;
  if (filter.started_after !== undefined || filter.started_before !== undefined) {
    const detail = 'Give relative, or started_after and started_before.';
    const errors: Fault[] = [{ parameter: 'relative', code: 'invalid_parameter', detail }];
    throw new Problem('invalid_parameter', detail, { errors });
  }
  const clock = zoneClock(timeZoneOf(context)) ?? fixedClock(0);
  const weekStart = settingsOf(context).options().week_start;
  const range = relativeRange(relative, { now: context.now, clock, weekStart });
  if (range === undefined) {
    const fault = unknownRange(relative, 'relative');
    throw new Problem('unknown_range', fault.detail, { errors: [fault] });
  }
  return { ...filter, started_after: range.start, started_before: range.end };
}

/** Returns the condition on the first column of the walked index. */
function walkedBy(filter: CallsFilter, indexed: Selective | undefined): Condition[] {
  const value = indexed === undefined ? undefined : filter[indexed];
  return value === undefined ? [] : [{ sql: `calls.${indexed} = ?`, values: [value] }];
}

function timesOf({ started_after: from, started_before: until }: CallsFilter): Condition[] {
  return [...compared('calls.started_time >= ?', from), ...compared('calls.started_time < ?', until)];
}

/** Returns the conditions of the other filters. A plus sign keeps SQLite from using a column's index (SQLite, "Query planning"). */
function matching(filter: CallsFilter, indexed: Selective | undefined): Condition[] {
  const equal = SELECTIVE.filter((column) => column !== indexed && filter[column] !== 'in_progress').flatMap(
    (column) => compared(`+calls.${column} = ?`, filter[column]),
  );
  return [
    ...equal,
    ...(filter.first_time === undefined
      ? []
      : [
          {
            // Of withheld callers nobody knows.
            sql:
              filter.first_time === 'true'
                ? 'calls.prior_calls = 0 AND calls.caller IS NOT NULL'
                : 'calls.prior_calls > 0',
            values: [],
          },
        ]),
    ...compared('+calls.modification_time >= ?', filter.updated_since),
    ...VISIT_MEMBERS.flatMap(([name, sql]) => compared(`${sql} = ?`, filter[name])),
  ];
}

/** Returns the position of a call, behind which the next page begins. */
export function positionOf({ time, rowNumber }: OfLead<CallRecord>): CallPosition {
  return { startedTime: time, callNumber: rowNumber };
}

/** Returns the condition that a call is behind a position, or not. */
function placed(position: CallPosition | undefined, operator: '<' | '>='): Condition[] {
  if (position === undefined) return [];
  const { startedTime, callNumber } = position;
  return [
    { sql: `(calls.started_time, calls.call_number) ${operator} (?, ?)`, values: [startedTime, callNumber] },
  ];
}

function compared(sql: string, value: SqlValue | undefined): Condition[] {
  return value === undefined ? [] : [{ sql, values: [value] }];
}

/** Returns the position of the call `rows` rows further on; undefined if there are fewer. */
function positionAt(
  context: RequestContext,
  conditions: readonly Condition[],
  rows: number,
): CallPosition | undefined {
  const row = context.database.maybe<{ started_time: number; call_number: number }>(
    `SELECT started_time, call_number FROM calls ${where(conditions)}
     ORDER BY calls.started_time DESC, calls.call_number DESC LIMIT 1 OFFSET ?`,
    ...conditions.flatMap(({ values }) => values),
    rows - 1,
  );
  return row && { startedTime: row.started_time, callNumber: row.call_number };
}

function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
}
