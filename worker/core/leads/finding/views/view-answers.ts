/** Answers of smart views: leads with facets, and searches within facets. */
import type { FacetBody, ViewAnswer, ViewLead } from './answer-schema.ts';
import { pointerTo } from '../../../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { ColumnsSnapshot } from '../columns/columns.ts';
import { walkOn } from '../columns/walk.ts';
import { type LeadRow, toLead } from '../../record/lead-store.ts';
import { selectableSummary } from '../../record/lead-bodies.ts';
import { canUnmergeSince } from '../../merges/merges.ts';
import type { Counted } from './counting.ts';
import { DEFAULT_REQUEST, facetBody, type FacetRequest, uncountedFacetBody } from './facet-bodies.ts';
import type { Facet } from './facets.ts';
import { locationNames } from './location-names.ts';
import type { AggregationInput, RangeQuery, SmartView, ViewQuery } from './schema.ts';
import { MODIFICATION_TIME } from '../columns/lead-columns.ts';
import { matchOf } from '../search/hits.ts';
import type { Search } from '../search/query.ts';
import { writtenSort } from './sorting.ts';
import { planOf, readViewPlan, selectLeads, type ViewPlan } from './view-plans.ts';

/**
 * Returns the leads and facets of a view.
 * @throws Problem that lists every fault of the query
 */
export async function answerView(
  context: RequestContext,
  view: SmartView,
  query: ViewQuery,
): Promise<ViewAnswer> {
  const plan = readViewPlan(context, view, query);
  const { start, count: size, cursor } = query;
  return selectLeads(context, plan, (leads, columns) => {
    const page =
      cursor === undefined
        ? { leads: leads.page({ start, end: start + size }), next: undefined }
        : walkOn(leads.counted.leads, { cursor, size });
    return {
      count: leads.total,
      sort: orderOf(plan, cursor),
      leads: readLeads(context, page.leads, plan.search),
      facets: plan.facets.map((facet, index) => facetOf(columns, { plan, facet, index }, leads.counted)),
      ...(page.next === undefined ? {} : { next_cursor: page.next }),
    };
  });
}

/** Returns the order of the leads as it is written in the API; empty if the best matches, or with a cursor the newest leads, come first. */
function orderOf({ sorts, search }: ViewPlan, cursor: number | undefined): ViewAnswer['sort'] {
  if (sorts.length > 0) return writtenSort(sorts);
  return search === undefined && cursor === undefined ? { [MODIFICATION_TIME.name]: { order: 'desc' } } : {};
}

/**
 * Searches within facets; returns the facets of the body, in its order.
 * @throws Problem that lists every fault of query and body
 */
export async function answerAggregations(
  context: RequestContext,
  view: SmartView,
  {
    query,
    facets,
    filters,
  }: { query: RangeQuery; facets: Record<string, AggregationInput>; filters: unknown },
): Promise<FacetBody[]> {
  const faults: Fault[] = [];
  const plan = planOf(context, view, { query, filters, faults });
  const wanted = Object.entries(facets).flatMap(([id, input]) => {
    const facet = plan.facets.find((candidate) => candidate.id === id);
    if (facet !== undefined) return [{ facet, request: requestOf(input) }];
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
  return selectLeads(context, { ...plan, count: narrow }, (leads, columns) =>
    wanted.map(({ facet, request }, index) =>
      facetOf(columns, { plan, facet, index }, leads.counted, request),
    ),
  );
}

function facetOf(
  columns: ColumnsSnapshot,
  { plan, facet, index }: { plan: ViewPlan; facet: Facet; index: number },
  { facets }: Counted,
  request: FacetRequest = DEFAULT_REQUEST,
): FacetBody {
  const counted = facets[index];
  if (counted === undefined) return uncountedFacetBody(facet);
  const { dictionary } = columns.terms(facet.column);
  return facetBody(facet, { dictionary, counted }, plan.selected.get(facet.id) ?? [], request);
}

function requestOf(input: AggregationInput): FacetRequest {
  const { search, sort_by: sortBy, sort_order: order, limit } = input;
  const byDefault = sortBy === 'count' ? 'desc' : 'asc';
  return { search, sortBy, direction: (order ?? byDefault) === 'asc' ? 1 : -1, limit };
}

function readLeads(
  context: RequestContext,
  leadNumbers: readonly number[],
  search: Search | undefined,
): ViewLead[] {
  const rows = context.database.all<LeadRow & { allow_unmerge: number }>(
    `SELECT leads.*, EXISTS (
       SELECT 1 FROM merges WHERE primary_number = leads.lead_number AND merged_time > ?
     ) AS allow_unmerge
     FROM json_each(?) AS wanted CROSS JOIN leads ON lead_number = wanted.value ORDER BY wanted.key`,
    canUnmergeSince(context.now),
    JSON.stringify(leadNumbers),
  );
  const locations = locationNames(context, leadNumbers);
  return rows.map((row) => ({
    ...selectableSummary(context, toLead(row), row.allow_unmerge === 1),
    location_names: locations.get(row.lead_number) ?? [],
    ...(search === undefined ? {} : { match: matchOf(context.database, toLead(row), search) }),
  }));
}
