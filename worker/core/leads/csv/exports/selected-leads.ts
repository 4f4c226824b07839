/** Selects and orders the leads of an export: of a view, with or without a search, or by ids. */
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { numbersOfIds } from '../../finding/listing/leads-by-ids.ts';
import { requireSmartView } from '../../finding/views/smart-views.ts';
import { NO_VIEW, readViewPlan, selectLeads } from '../../finding/views/view-plans.ts';
import type { ExportQuery } from './schema.ts';

/** Leads that are sorted at a time. This bounds how long a sort holds up other requests and how much memory it takes. */
const WINDOW = 5_000;
/** Most windows of a large selection. Each window reads all leads once more. */
const MAX_WINDOWS = 20;

/** The leads that are selected at one moment. */
interface Selected {
  /** Returns the numbers of all selected leads, ascending. */
  leads: () => Int32Array;
  /** Returns the numbers of the leads from position `start` to before `end`, in order. */
  page(window: { start: number; end: number }): number[];
}

/** Selects the current leads and passes them to `use`. */
type Select = <Result>(use: (selected: Selected) => Result) => Promise<Result>;

export interface LeadSelection {
  database: Database;
  select: Select;
  /** Whether the order is that of the index: the newest modification first. */
  isByModification: boolean;
}

/**
 * Reads the selection of a query.
 * @throws Problem `not_found` for an unknown view; one that lists every fault of the filters, the sort or the search
 */
export function readSelection(context: RequestContext, query: ExportQuery): LeadSelection {
  const { database } = context;
  const { smart_view_id: viewId } = query;
  const view = viewId === undefined || viewId === '' ? NO_VIEW : requireSmartView(database, viewId);
  const plan = readViewPlan(context, view, query);
  const uncounted = { ...plan, count: { ...plan.count, facets: [] } };
  const select: Select = (use) =>
    selectLeads(context, uncounted, (view) =>
      use({ leads: () => view.counted.leads, page: (window) => view.page(window) }),
    );
  return {
    database,
    isByModification: plan.sorts.length === 0 && plan.search === undefined,
    select,
  };
}

/** Selects the leads with these ids, in this order, each once. The id of a merged lead stands for its survivor. */
export function selectNamed({ database }: RequestContext, ids: readonly string[]): LeadSelection {
  const numbers = numbersOfIds(database, ids);
  const sorted = Int32Array.from(numbers).sort();
  return {
    database,
    isByModification: false,
    select: async (use) => use({ leads: () => sorted, page: ({ start, end }) => numbers.slice(start, end) }),
  };
}

/**
 * Yields the numbers of the selected leads, each once, in the order of the selection. Leads and their order may change while an
 * export streams. Leads that move to a part that was already written come at the end.
 */
export async function inOrder(selection: LeadSelection): Promise<AsyncGenerator<number[]>> {
  return onceEach(selection, await selection.select(({ leads }) => leads().slice()));
}

async function* onceEach(selection: LeadSelection, selected: Int32Array): AsyncGenerator<number[]> {
  const take = takeOnce(selected);
  const pages =
    selection.isByModification && selected.length > WINDOW
      ? byModification(selection.database)
      : inWindows(selection.select, selected.length);
  for await (const page of pages) yield page.filter(take);
  yield Array.from(selected.filter(take));
}

async function* inWindows(select: Select, count: number): AsyncGenerator<number[]> {
  const size = Math.max(WINDOW, Math.ceil(count / MAX_WINDOWS));
  for (let start = 0; start < count; start += size) {
    yield await select((leads) => leads.page({ start, end: start + size }));
  }
}

/** Yields all leads of the company, newest modification first, then by id. */
function* byModification(database: Database): Generator<number[]> {
  let [time, id] = [Number.MAX_SAFE_INTEGER, ''];
  for (;;) {
    const rows = database.all<{ lead_number: number; lead_id: string; modification_time: number }>(
      `SELECT lead_number, lead_id, modification_time FROM leads
       WHERE modification_time <= ?1 AND (modification_time < ?1 OR lead_id > ?2)
       ORDER BY modification_time DESC, lead_id LIMIT ${WINDOW}`,
      time,
      id,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    [time, id] = [last.modification_time, last.lead_id];
    yield rows.map((row) => row.lead_number);
  }
}

/**
 * Returns a function that returns true for each selected lead once. It uses a byte for each lead, since there may be millions.
 */
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
