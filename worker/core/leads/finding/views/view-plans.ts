/** Plans a view: the leads that it selects for one caller at one moment, and their order. */
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import { userOf } from '../../../engine/context/actors.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { type ColumnsSnapshot, columnsOf } from '../columns/columns.ts';
import { MODIFICATION_TIME } from '../columns/lead-columns.ts';
import { orderOfNumber, selectPage, type SortKey } from '../columns/ordered-pages.ts';
import { idsOf } from '../columns/stored-columns.ts';
import { clockOf, named } from '../../../engine/times/range-parameters.ts';
import { limitsOf } from '../../record/access.ts';
import { readFieldTypes } from '../../../company/settings/replacements.ts';
import { type Counted, countLeads, type CountPlan, planColumns, type FacetFilter } from './counting.ts';
import { type Facet, facetColumn, filterIds, listFacets } from './facets.ts';
import {
  type FilterContext,
  type Filters,
  type RangeFilter,
  readFilters,
  readJsonParameter,
  type Selection,
} from './filters.ts';
import type { FoundLeads, Search } from '../search/query.ts';
import { evaluateSearch, planSearch } from '../search/search.ts';
import type { RangeQuery, SmartView, ViewQuery } from './schema.ts';
import { readSort, type Sort, sortColumns, sortFields, sortKeys } from './sorting.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

/** A view of all leads in the caller's scope, newest modification first. */
export const NO_VIEW: SmartView = { smartViewId: '', name: '', version: 0, filters: {}, sort: {} };

/** The plan of a view for one caller at one moment. */
export interface ViewPlan {
  /** The search that the leads must also match. Without an order of its own, such a view has the best matches first. */
  search?: Search;
  count: CountPlan;
  sorts: readonly Sort[];
  facets: readonly Facet[];
  /** The values in the filters by facet id, including saved ones. */
  selected: ReadonlyMap<string, readonly string[]>;
}

/** The leads that a view selects at one moment. */
export interface SelectedLeads {
  total: number;
  counted: Counted;
  /** Returns the numbers of the leads from position `start` to before `end`, in the order of the view. */
  page(window: { start: number; end: number }): number[];
}

/** The input of a plan. */
export interface PlanInput {
  query: RangeQuery;
  filters: unknown;
  /** The query parameter with the filters; undefined if they are in the body. */
  parameter?: string;
  faults: Fault[];
}

/**
 * Reads the query of a view.
 * @throws Problem that lists every fault
 */
export function readViewPlan(
  context: RequestContext,
  view: SmartView,
  query: RangeQuery & Pick<ViewQuery, 'filters' | 'sort'> & Partial<Pick<ViewQuery, 'cursor'>>,
): ViewPlan {
  const faults: Fault[] = [];
  const filters = readJsonParameter(query.filters, 'filters', faults);
  const plan = planOf(context, view, { query, filters, parameter: 'filters', faults });
  const given = readJsonParameter(query.sort, 'sort', faults);
  const fields = sortFields(context);
  const own = readSort(given, fields, { parameter: 'sort', faults });
  if (query.cursor !== undefined && given !== undefined) {
    const detail = 'With a cursor, the newest lead comes first; leave out sort.';
    faults.push({ parameter: 'sort', code: 'invalid_parameter', detail });
  }
  refuseFaults(faults);
  if (query.cursor !== undefined) return plan;
  // A saved field that can no longer be sorted by is ignored.
  const saved =
    own.length > 0 || plan.search !== undefined ? [] : readSort(view.sort, fields, { faults: [] });
  return { ...plan, sorts: own.length > 0 ? own : saved };
}

/** Selects the leads of a plan at one moment and passes them to `use`. */
export async function selectLeads<Result>(
  context: RequestContext,
  plan: ViewPlan,
  use: (leads: SelectedLeads, columns: ColumnsSnapshot) => Result,
): Promise<Result> {
  // The search comes first: a lead that is written in between is found as it was, and removed leads are left out below.
  const found =
    plan.search === undefined ? undefined : await evaluateSearch(context, plan.search, foundAtOnce);
  const count = found === undefined ? plan.count : { ...plan.count, found: found.leads };
  const { needed, optional } = planColumns(plan.count);
  const request = { needed: [...needed, ...sortColumns(plan.sorts)], optional };
  return columnsOf(context).read(request, (columns) => {
    const counted = countLeads(columns, count);
    const best = found === undefined || plan.sorts.length > 0 ? [] : [placeKey(found.placeOf)];
    const keys = [...best, ...sortKeys(plan.sorts, columns)];
    return use(
      {
        total: counted.leads.length,
        counted,
        page: (window) => selectPage(counted.leads, keys, window, (leads) => idsOf(context.database, leads)),
      },
      columns,
    );
  });
}

/** Returns the plan of a view with further filters. Adds every fault to those of the input. */
export function planOf(
  call: RequestContext,
  view: SmartView,
  { query, filters, parameter, faults }: PlanInput,
): ViewPlan {
  const { database } = call;
  const clock = clockOf(query, faults);
  const { week_start: weekStart } = settingsOf(call).options();
  const relative = named(
    query.relative || 'all_time',
    'relative',
    { now: call.now, clock, weekStart },
    faults,
  );
  const facets = listFacets(call);
  const types = readFieldTypes(database);
  const context: FilterContext = { facetIds: filterIds(facets), types, clock, faults };
  const given = readFilters(filters, { ...context, ...(parameter === undefined ? {} : { parameter }) });
  const saved = readFilters(view.filters, { facetIds: undefined, types, clock, faults: [] });
  const selectionsOf = ({ selections }: Filters): FacetFilter[] =>
    [...selections].map(([id, selection]) => ({ column: facetColumn(id, types), ...selection }));
  const modified =
    relative === undefined ? [] : [{ column: MODIFICATION_TIME, range: relative, isNegated: false }];
  const search = searchOf(call, query, faults);
  return {
    ...(search === undefined ? {} : { search }),
    count: {
      scope: limitsOf(settingsOf(call), userOf(call.actor)),
      ranges: [...modified, ...saved.ranges, ...given.ranges].filter(isLimited),
      texts: [...saved.texts, ...given.texts],
      required: selectionsOf(saved),
      selections: selectionsOf(given),
      facets: facets.map(({ column }) => column),
    },
    sorts: [],
    facets,
    selected: new Map(
      [...saved.selections, ...given.selections].map(([id]) => [
        id,
        [...wanted(saved.selections.get(id)), ...wanted(given.selections.get(id))],
      ]),
    ),
  };
}

/** Tells whether a range excludes any lead. */
function isLimited({ range, isNegated }: RangeFilter): boolean {
  return isNegated || range.start !== undefined || range.end !== undefined;
}

/** Reads the search beside the filters, if there is one. */
function searchOf(call: RequestContext, query: RangeQuery, faults: Fault[]): Search | undefined {
  const { q, search_fields: fields = [] } = query;
  return q === undefined ? undefined : planSearch(call, { ...query, q, search_fields: fields }, faults);
}

/** Keeps the result of a search, which is read again after a pause. */
function foundAtOnce({ leads, placeOf }: FoundLeads): { leads: Int32Array; placeOf: FoundLeads['placeOf'] } {
  return { leads: leads().slice(), placeOf };
}

/** Returns a key that orders by the place in a search. */
function placeKey(placeOf: FoundLeads['placeOf']): SortKey {
  const valuesOf = (leads: Int32Array): Float64Array =>
    Float64Array.from(leads, (leadNumber) => orderOfNumber(placeOf(leadNumber), 1));
  return { kind: 'number', direction: 1, valueOf: placeOf, valuesOf };
}

/** Returns the values that a filter selects; a negated filter selects none. */
function wanted(selection: Selection | undefined): readonly string[] {
  return selection === undefined || selection.isNegated ? [] : selection.values;
}
