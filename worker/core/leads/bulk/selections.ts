/** Selects the leads of a bulk operation: by their ids, by filters or by a search. */
import { asId } from '../../../shared/http/ids.ts';
import { type Fault, problemOfFaults, refuseFaults } from '../../../shared/http/problems.ts';
import { isObject } from '../../../shared/http/input.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { findLeads } from '../record/lead-store.ts';
import { evaluateSearch, planSearch } from '../finding/search/search.ts';
import { requireSmartView } from '../finding/views/smart-views.ts';
import { NO_VIEW, planOf, selectLeads } from '../finding/views/view-plans.ts';
import type { BulkInput, BulkSelection } from './schema.ts';

/** The way of selecting that each member belongs to. */
const WAY_OF = {
  smart_view_id: 'filters',
  relative: 'filters',
  tz: 'filters',
  search_fields: 'q',
  exclude_notes: 'q',
  exclude_emails: 'q',
  exclude_reminders: 'q',
  exclude_texts: 'q',
} as const;

/** The leads, and how they were selected. */
export interface SelectedForBulk {
  selection: BulkSelection;
  leads: Int32Array | readonly string[];
}

/**
 * Selects the leads, each once.
 * @throws Problem that lists every fault of the filters or the search; 400 unless ids, filters or a search are given;
 *   `not_found` for an unknown view
 */
export async function selectForBulk(context: RequestContext, input: BulkInput): Promise<SelectedForBulk> {
  const { lead_ids: ids, q } = input;
  refuseMixed(input);
  if (ids !== undefined) {
    return { selection: { by: 'ids' }, leads: [...new Set(ids.map((id) => asId(id) ?? id))] };
  }
  return q === undefined ? selectByFilters(context, input) : selectBySearch(context, input, q);
}

async function selectBySearch(
  context: RequestContext,
  input: BulkInput,
  q: string,
): Promise<SelectedForBulk> {
  const {
    search_fields: fields = [],
    exclude_notes,
    exclude_emails,
    exclude_reminders,
    exclude_texts,
  } = input;
  const excluded = { exclude_notes, exclude_emails, exclude_reminders, exclude_texts };
  const faults: Fault[] = [];
  const search = planSearch(context, { q, search_fields: fields, ...excluded }, faults);
  refuseFaultsOfBody(faults);
  const leads = await evaluateSearch(context, search, (found) => found.leads().slice());
  return { selection: { by: 'search', search_fields: fields }, leads };
}

async function selectByFilters(context: RequestContext, input: BulkInput): Promise<SelectedForBulk> {
  const { filters, smart_view_id: viewId, relative, tz } = input;
  const view = viewId === undefined ? NO_VIEW : requireSmartView(context.database, viewId);
  const faults: Fault[] = [];
  const query = { tz_offset: 0, tz, relative: relative ?? '' };
  const plan = planOf(context, view, { query, filters, faults });
  refuseFaultsOfBody(faults);
  const uncounted = { ...plan, count: { ...plan.count, facets: [] } };
  const leads = await selectLeads(context, uncounted, ({ counted }) => counted.leads.slice());
  return {
    selection: {
      by: 'filters',
      filtered_by: isObject(filters) ? Object.keys(filters) : [],
      ...(viewId === undefined ? {} : { smart_view_id: viewId.toLowerCase() }),
      ...(relative === undefined ? {} : { relative }),
    },
    leads,
  };
}

/** Counts the leads that exist. */
export function countFound(context: RequestContext, { leads }: SelectedForBulk): number {
  return leads instanceof Int32Array ? leads.length : findLeads(context.database, leads).size;
}

/** Refuses with these faults. Turns their parameters into pointers, because a bulk operation has its selection in the body. */
function refuseFaultsOfBody(faults: readonly Fault[]): void {
  refuseFaults(
    faults.map(({ parameter, ...fault }) =>
      parameter === undefined ? fault : { ...fault, pointer: `/${parameter}` },
    ),
  );
}

/** Refuses members that belong to another way of selecting. */
function refuseMixed(input: BulkInput): void {
  const [way, ...others] = (['lead_ids', 'q', 'filters'] as const).filter(
    (name) => input[name] !== undefined,
  );
  const faults: Fault[] = [];
  if (way === undefined) {
    const detail = 'Select leads by lead_ids, by a search (q) or by filters ({} selects all).';
    faults.push({ pointer: '/lead_ids', code: 'missing_parameter', detail });
  }
  const foreign = (Object.keys(WAY_OF) as (keyof typeof WAY_OF)[]).filter(
    (name) => input[name] !== undefined && way !== undefined && WAY_OF[name] !== way,
  );
  for (const name of [...others, ...foreign]) {
    const detail = 'Give lead_ids, q or filters, and only members that belong to it.';
    faults.push({ pointer: `/${name}`, code: 'invalid_parameter', detail });
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
}
