/** What smart views answer: leads with facets, and searches within facets. */
import { pointerTo } from '../../input.ts';
import { type Fault, refuseFaults } from '../../problems.ts';
import { userOf } from '../actors.ts';
import type { Call } from '../call.ts';
import type { ColumnsSnapshot } from '../columns/columns.ts';
import { MODIFICATION_TIME } from '../columns/lead-columns.ts';
import { selectPage } from '../columns/ordered-pages.ts';
import { idsOf } from '../columns/stored-columns.ts';
import { clockOf, named } from '../times/range-parameters.ts';
import { type LeadRow, toLead } from '../leads/lead-store.ts';
import { selectableSummary, type SelectableSummary } from '../leads/lead-bodies.ts';
import { canUnmergeSince } from '../merges/merges.ts';
import { limitsOf } from '../leads/scopes.ts';
import { readFieldTypes } from '../settings/replacements.ts';
import { type Counted, countLeads, type CountPlan, planColumns, type FacetFilter } from './counting.ts';
import {
  DEFAULT_WISH,
  type FacetBody,
  facetBody,
  type FacetWish,
  uncountedFacetBody,
} from './facet-bodies.ts';
import { type Facet, facetColumn, listFacets } from './facets.ts';
import { locationNames } from './location-names.ts';
import { type FilterContext, type Filters, readFilters, readJsonParameter } from './filters.ts';
import type { AggregationInput, RangeQuery, SmartView, ViewQuery } from './schema.ts';
import { readSort, type Sort, sortColumns, sortFields, sortKeys } from './sorting.ts';

/** A lead in a smart view. */
export type ViewLead = SelectableSummary & { location_names: string[] };

/** The answer of a view. */
export interface ViewAnswer {
  /** Every lead that passes, also those that the list leaves out. */
  count: number;
  leads: ViewLead[];
  facets: FacetBody[];
}

/** What a view means for one caller at one moment. */
export interface ViewPlan {
  count: CountPlan;
  sorts: readonly Sort[];
  facets: readonly Facet[];
  /** By facet id, the values that are filtered by, saved ones too. */
  selected: ReadonlyMap<string, readonly string[]>;
}

/** The leads that a view selects, all as of one moment. */
export interface SelectedLeads {
  total: number;
  counted: Counted;
  /** The numbers of the leads between `start` and `end`, in the order of the view. */
  page(window: { start: number; end: number }): number[];
}

/**
 * The leads and facets of a view.
 * @throws Problem that lists every fault of the query
 */
export async function answerView(call: Call, view: SmartView, query: ViewQuery): Promise<ViewAnswer> {
  const plan = readViewPlan(call, view, query);
  const window = { start: query.start, end: query.start + query.count };
  return selectLeads(call, plan, (leads, columns) => ({
    count: leads.total,
    leads: readLeads(call, leads.page(window)),
    facets: plan.facets.map((facet, index) => facetOf(columns, { plan, facet, index }, leads.counted)),
  }));
}

/**
 * Searches within facets: the facets of the body, in its order.
 * @throws Problem that lists every fault of query and body
 */
export async function answerAggregations(
  call: Call,
  view: SmartView,
  {
    query,
    facets,
    filters,
  }: { query: RangeQuery; facets: Record<string, AggregationInput>; filters: unknown },
): Promise<FacetBody[]> {
  const faults: Fault[] = [];
  const plan = planOf(call, view, { query, filters, faults });
  const wanted = Object.entries(facets).flatMap(([id, input]) => {
    const facet = plan.facets.find((candidate) => candidate.id === id);
    if (facet !== undefined) return [{ facet, wish: wishOf(input) }];
    const allowed = plan.facets.map((candidate) => candidate.id);
    const detail = `There is no facet "${id.slice(0, 100)}".`;
    faults.push({
      pointer: pointerTo(['facets', id]),
      code: 'unknown_facet',
      detail,
      allowed,
    });
    return [];
  });
  refuseFaults(faults);
  const narrow = { ...plan.count, facets: wanted.map(({ facet }) => facet.column) };
  return selectLeads(call, { ...plan, count: narrow }, (leads, columns) =>
    wanted.map(({ facet, wish }, index) => facetOf(columns, { plan, facet, index }, leads.counted, wish)),
  );
}

/** The query of a view, checked as a whole. @throws Problem that lists every fault */
export function readViewPlan(
  call: Call,
  view: SmartView,
  query: RangeQuery & Pick<ViewQuery, 'filters' | 'sort'>,
): ViewPlan {
  const faults: Fault[] = [];
  const filters = readJsonParameter(query.filters, 'filters', faults);
  const plan = planOf(call, view, { query, filters, parameter: 'filters', faults });
  const given = readJsonParameter(query.sort, 'sort', faults);
  const fields = sortFields(call);
  const own = readSort(given, fields, { parameter: 'sort', faults });
  refuseFaults(faults);
  // A saved field that is not sortable any more is passed over.
  const saved = own.length > 0 ? [] : readSort(view.sort, fields, { faults: [] });
  return { ...plan, sorts: own.length > 0 ? own : saved };
}

/** Selects the leads of a plan and hands them over, all as of one moment. */
export function selectLeads<Result>(
  call: Call,
  plan: ViewPlan,
  use: (leads: SelectedLeads, columns: ColumnsSnapshot) => Result,
): Promise<Result> {
  const { needed, wished } = planColumns(plan.count);
  const wishes = { needed: [...needed, ...sortColumns(plan.sorts)], wished };
  return call.columns.read(wishes, (columns) => {
    const counted = countLeads(columns, plan.count);
    return use(
      {
        total: counted.leads.length,
        counted,
        page: (window) =>
          selectPage(counted.leads, sortKeys(plan.sorts, columns), window, (leads) =>
            idsOf(call.database, leads),
          ),
      },
      columns,
    );
  });
}

interface PlanInput {
  query: RangeQuery;
  filters: unknown;
  /** The query parameter that the filters stand in; undefined: the body. */
  parameter?: string;
  faults: Fault[];
}

function planOf(call: Call, view: SmartView, { query, filters, parameter, faults }: PlanInput): ViewPlan {
  const { database } = call;
  const clock = clockOf(query, faults);
  const { week_start: weekStart } = call.settings.options();
  const relative = named(
    query.relative || 'all_time',
    'relative',
    { now: call.now, clock, weekStart },
    faults,
  );
  const facets = listFacets(call);
  const context: FilterContext = { facetIds: facets.map(({ id }) => id), clock, faults };
  const given = readFilters(filters, { ...context, ...(parameter === undefined ? {} : { parameter }) });
  const saved = readFilters(view.filters, { facetIds: undefined, clock, faults: [] });
  const types = readFieldTypes(database);
  const selectionsOf = ({ selections }: Filters): FacetFilter[] =>
    [...selections].map(([id, values]) => ({ column: facetColumn(id, types), values }));
  const modified = relative === undefined ? [] : [{ column: MODIFICATION_TIME, range: relative }];
  const isLimited = ({ range }: (typeof modified)[number]): boolean =>
    range.start !== undefined || range.end !== undefined;
  return {
    count: {
      scope: limitsOf(call.settings, userOf(call.actor)),
      ranges: [...modified, ...saved.ranges, ...given.ranges].filter(isLimited),
      required: selectionsOf(saved),
      selections: selectionsOf(given),
      facets: facets.map(({ column }) => column),
    },
    sorts: [],
    facets,
    selected: new Map(
      [...saved.selections, ...given.selections].map(([id]) => [
        id,
        [...(saved.selections.get(id) ?? []), ...(given.selections.get(id) ?? [])],
      ]),
    ),
  };
}

function facetOf(
  columns: ColumnsSnapshot,
  { plan, facet, index }: { plan: ViewPlan; facet: Facet; index: number },
  { facets }: Counted,
  wish: FacetWish = DEFAULT_WISH,
): FacetBody {
  const counted = facets[index];
  if (counted === undefined) return uncountedFacetBody(facet);
  const { dictionary } = columns.terms(facet.column);
  return facetBody(facet, { dictionary, counted }, plan.selected.get(facet.id) ?? [], wish);
}

function wishOf(input: AggregationInput): FacetWish {
  const { search, sort_by: sortBy, sort_order: order, limit } = input;
  const byDefault = sortBy === 'count' ? 'desc' : 'asc';
  return { search, sortBy, direction: (order ?? byDefault) === 'asc' ? 1 : -1, limit };
}

function readLeads(call: Call, leadNumbers: readonly number[]): ViewLead[] {
  const rows = call.database.all<LeadRow & { allow_unmerge: number }>(
    `SELECT leads.*, EXISTS (
       SELECT 1 FROM merges WHERE primary_number = leads.lead_number AND merged_time > ?
     ) AS allow_unmerge
     FROM json_each(?) AS wanted CROSS JOIN leads ON lead_number = wanted.value ORDER BY wanted.key`,
    canUnmergeSince(call.now),
    JSON.stringify(leadNumbers),
  );
  const locations = locationNames(call, leadNumbers);
  return rows.map((row) => ({
    ...selectableSummary(call, toLead(row), row.allow_unmerge === 1),
    location_names: locations.get(row.lead_number) ?? [],
  }));
}
