/** Selects the leads of a bulk operation: by their ids, by filters, by a search, or by both of these. */
import { asId } from '../../../shared/http/ids.ts';
import { type Fault, problemOfFaults, refuseFaults } from '../../../shared/http/problems.ts';
import { isObject } from '../../../shared/http/input.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { findLeads } from '../record/lead-store.ts';
import { evaluateSearch, planSearch } from '../finding/search/search.ts';
import { requireSmartView } from '../finding/views/smart-views.ts';
import { NO_VIEW, planOf, selectLeads } from '../finding/views/view-plans.ts';
import type { SearchBeside } from '../finding/search/schema.ts';
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
  return q !== undefined && input.filters === undefined
    ? selectBySearch(context, input, q)
    : selectByFilters(context, input);
}

async function selectBySearch(
  context: RequestContext,
  input: BulkInput,
  q: string,
): Promise<SelectedForBulk> {
  const { search_fields: fields = [] } = input;
  const faults: Fault[] = [];
  const search = planSearch(context, { ...searchIn(input), q, search_fields: fields }, faults);
  refuseFaultsOfBody(faults);
  const leads = await evaluateSearch(context, search, (found) => found.leads().slice());
  return { selection: { by: 'search', search_fields: fields }, leads };
}

/** Selects by filters, and by a search if there is one beside them. */
async function selectByFilters(context: RequestContext, input: BulkInput): Promise<SelectedForBulk> {
  const { q, search_fields: fields = [], filters, smart_view_id: viewId, relative, tz } = input;
  const view = viewId === undefined ? NO_VIEW : requireSmartView(context.database, viewId);
  const faults: Fault[] = [];
  const query = { ...searchIn(input), tz_offset: 0, tz, relative: relative ?? '' };
  const plan = planOf(context, view, { query, filters, faults });
  refuseFaultsOfBody(faults);
  const uncounted = { ...plan, count: { ...plan.count, facets: [] } };
  const leads = await selectLeads(context, uncounted, ({ counted }) => counted.leads.slice());
  return {
    selection: {
      by: 'filters',
      filtered_by: isObject(filters) ? Object.keys(filters) : [],
      ...(q === undefined ? {} : { search_fields: fields }),
      ...(viewId === undefined ? {} : { smart_view_id: viewId.toLowerCase() }),
      ...(relative === undefined ? {} : { relative }),
    },
    leads,
  };
}

/** Returns the members of a body that belong to a search. */
function searchIn({
  q,
  search_fields,
  exclude_notes,
  exclude_emails,
  exclude_reminders,
  exclude_texts,
}: BulkInput): SearchBeside {
  return { q, search_fields, exclude_notes, exclude_emails, exclude_reminders, exclude_texts };
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

/** Refuses ids beside another way of selecting, and members whose way of selecting is not used. */
function refuseMixed(input: BulkInput): void {
  const given = (['lead_ids', 'q', 'filters'] as const).filter((name) => input[name] !== undefined);
  const isByIds = given[0] === 'lead_ids';
  const faults: Fault[] = [];
  if (given.length === 0) {
    const detail = 'Select leads by lead_ids, by a search (q) or by filters ({} selects all).';
    faults.push({ pointer: '/lead_ids', code: 'missing_parameter', detail });
  }
  const foreign = (Object.keys(WAY_OF) as (keyof typeof WAY_OF)[]).filter(
    (name) => input[name] !== undefined && given.length > 0 && (isByIds || !given.includes(WAY_OF[name])),
  );
  const refuse = (name: string, detail: string): void => {
    faults.push({ pointer: `/${name}`, code: 'invalid_parameter', detail });
  };
  for (const name of isByIds ? given.slice(1) : [])
    refuse(name, 'Give either lead_ids, or a search and filters.');
  for (const name of foreign) {
    refuse(name, isByIds ? 'This does not go with lead_ids.' : `This goes only with ${WAY_OF[name]}.`);
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
}
