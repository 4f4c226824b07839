/** Which leads an export has, and in which order: those of a view or of a search. */
import { problemOfFaults } from '../../problems.ts';
import type { Call } from '../call.ts';
import { evaluateSearch, readSearch } from '../search/search.ts';
import type { SmartView } from '../views/schema.ts';
import { requireSmartView } from '../views/smart-views.ts';
import { readViewPlan, selectLeads } from '../views/view-answers.ts';
import type { ExportQuery } from './schema.ts';

/** Leads that are put in order at a time: a sort of so many keeps nobody waiting, and memory small. */
const WINDOW = 5_000;

/** Every lead in the caller's scope, the newest modification first. */
const NO_VIEW: SmartView = { smartViewId: '', name: '', version: 0, filters: {}, sort: {} };

/** Leads as of one moment. */
interface Selected {
  /** The numbers of all of them, in no order. */
  leads: Int32Array;
  /** The numbers of those between `start` and `end`, in order. */
  page(window: { start: number; end: number }): number[];
}

/** Selects the leads as of now and hands them over. */
export type Select = <Result>(use: (selected: Selected) => Result) => Promise<Result>;

/**
 * What the query selects.
 * @throws Problem `not_found` for an unknown view; one that lists every fault of the filters, the sort or the search
 */
export function readSelection(call: Call, { q, search_fields, ...query }: ExportQuery): Select {
  if (q !== undefined) {
    refuseBoth(query);
    const search = readSearch(call, { q, search_fields });
    return (use) => evaluateSearch(call, search, use);
  }
  const { smart_view_id: viewId } = query;
  const view = viewId === undefined || viewId === '' ? NO_VIEW : requireSmartView(call.database, viewId);
  const plan = readViewPlan(call, view, query);
  const uncounted = { ...plan, count: { ...plan.count, facets: [] } };
  return (use) =>
    selectLeads(call, uncounted, (view) =>
      use({ leads: view.counted.leads, page: (window) => view.page(window) }),
    );
}

/**
 * The numbers of the leads that are selected at the beginning, each once, in the order of the selection. Leads change
 * while an export streams, and with them the order: what has moved to where the export was already comes at the end.
 */
export async function* inOrder(select: Select): AsyncGenerator<number[]> {
  const selected = await select(({ leads }) => leads.slice());
  const take = takeOnce(selected);
  for (let start = 0; start < selected.length; start += WINDOW) {
    const page = await select((leads) => leads.page({ start, end: start + WINDOW }));
    yield page.filter(take);
  }
  yield Array.from(selected.filter(take));
}

/** Says of each lead that is selected once that it is wanted; by a byte a lead, since there may be millions. */
function takeOnce(selected: Int32Array): (leadNumber: number) => boolean {
  const greatest = selected.reduce((most, leadNumber) => Math.max(most, leadNumber), 0);
  const waiting = new Uint8Array(greatest + 1);
  for (const leadNumber of selected) waiting[leadNumber] = 1;
  return (leadNumber) => {
    const isWanted = waiting[leadNumber] === 1;
    if (isWanted) waiting[leadNumber] = 0;
    return isWanted;
  };
}

function refuseBoth(query: Omit<ExportQuery, 'q' | 'search_fields'>): void {
  const { smart_view_id, filters, sort, relative } = query;
  const given = { smart_view_id, filters, sort, relative: relative === 'all_time' ? undefined : relative };
  const faults = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([parameter]) => ({
      parameter,
      code: 'invalid_parameter' as const,
      detail: `Give either q or ${parameter}: a search or a view.`,
    }));
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
}
