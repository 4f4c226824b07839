/** The list of leads: a saved view with filters, or the results of a search. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { prefetchColumns, useFields, useSmartViews, useStates } from '../../api/company.ts';
import { later, Lazy, type Load, loadAhead, Part, part } from '../../components/parts/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { Paging } from '../../components/paging/paging.tsx';
import { Read } from '../../components/read.tsx';
import type { DialogName } from '../../address/dialogs.ts';
import { place, withQuery } from '../../address/router.ts';
import { resource, useResource, whenQuiet } from '../../api/resource.ts';
import { mayWrite } from '../../api/user.ts';
import { Chosen, Facets } from './facets.tsx';
import type { ViewAnswer } from './lead.ts';
import { rememberLeads, rememberList } from './list-address.ts';
import { LeadTable } from './table/lead-table.tsx';
import { ListHead } from './table/list-head.tsx';
import { noteOpening, shownView, viewPath } from './list-view.ts';
import { isSearched, type ListQuery, readListQuery } from './query.ts';
import { Search } from './search.tsx';
import { selection, showList } from './table/selection.ts';
import type { SelectionBarProps } from './table/selection-bar.tsx';

const loadBar: Load<SelectionBarProps> = async () => (await import('./table/selection-bar.tsx')).SelectionBar;
// Ready when the first lead is selected.
whenQuiet(() => loadAhead(loadBar));

const NoLeads = later(async () => (await import('./table/no-leads.tsx')).NoLeads);

/** The bulk actions, once leads are selected. */
function Selected(props: SelectionBarProps): VNode | null {
  return selection.value.ids.size === 0 ? null : <Lazy load={loadBar} props={props} />;
}

/** Prefetches the data of the list. */
export function prefetchList(): void {
  const query = readListQuery(place.value.query);
  resource(viewPath(query)).ensure();
  prefetchColumns();
}

export function LeadList(): VNode {
  const query = readListQuery(place.value.query);
  const views = useSmartViews();
  const { company } = place.value;
  // Without dialogs, so that they are closed when the user returns.
  useEffect(() => rememberList(company, withQuery({ over: undefined, do: undefined })));
  return (
    <>
      <Part name="leads">
        <ListHead query={query} views={views.data ?? []} view={shownView(query)} />
        <Search text={query.text} />
        {views.failure !== undefined && views.data === undefined && (
          <Failure error={views.failure} retry={() => void views.resource?.refresh()} />
        )}
        <View query={query} />
      </Part>
      <Over />
    </>
  );
}

const OVER: Partial<Record<DialogName, Load>> = {
  import: part('import', async () => (await import('./import/screen.tsx')).ImportScreen),
  ...Object.fromEntries(
    ['new', 'save-view', 'edit-view', 'columns'].map((name) => [
      name,
      async () => (await import('./dialogs/screen.tsx')).LeadDialogs,
    ]),
  ),
  bulk: async () => (await import('./bulk/screen.tsx')).BulkScreen,
};

/** The dialog over the list. */
function Over(): VNode | null {
  const { over } = place.value;
  const load = over && (mayWrite() || over === 'columns') ? OVER[over] : undefined;
  return load === undefined ? null : <Lazy key={over} load={load} />;
}

function View({ query }: { query: ListQuery }): VNode {
  const shown = useResource<ViewAnswer>(viewPath(query));
  const { data, answer, isFormer } = shown;
  const areColumnsKnown = useAreColumnsKnown();
  // Known data is drawn at once when the user returns to the list.
  const [canWait] = useState(data === undefined);
  const list = JSON.stringify([query.view, query.text, query.filters, query.range]);
  useEffect(() => showList(list), [list]);
  useEffect(() => answer && noteOpening(answer), [answer]);
  useEffect(() => rememberLeads(data?.leads), [data]);
  return (
    <div class="list">
      <Facets query={query} facets={data?.facets ?? []} canWait={canWait} />
      <div class="list-main" aria-busy={isFormer || shown.isBusy}>
        <Chosen query={query} facets={data?.facets ?? []} count={data?.count} />
        <Read
          waiting={isSearched(query) ? 'Searching' : 'Loading'}
          shown={areColumnsKnown ? shown : { ...shown, data: undefined }}
        >
          {({ leads, count, sort }) =>
            leads.length === 0 ? (
              <NoLeads query={query} />
            ) : (
              <>
                <Selected
                  ids={leads.map(({ lead_id: id }) => id)}
                  total={count}
                  query={query}
                  view={shownView(query)}
                />
                <LeadTable leads={leads} query={query} sort={sort} isFormer={isFormer} canWait={canWait} />
                <Paging start={query.start} size={query.size} total={count} />
              </>
            )
          }
        </Read>
      </div>
    </div>
  );
}

/** Tells whether the company's fields and states are loaded or have failed to load. Rows are drawn after that. */
function useAreColumnsKnown(): boolean {
  return [useFields(), useStates()].every(({ data, failure }) => data !== undefined || failure !== undefined);
}
