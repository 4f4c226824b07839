/** The list of leads: a saved view with filters, or what a search finds. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { companyPath, useSmartViews } from '../../company.ts';
import { Lazy, type Load, part } from '../../components/lazy.tsx';
import { Empty, Failure } from '../../components/notice.tsx';
import { Paging } from '../../components/paging.tsx';
import { Read } from '../../components/read.tsx';
import type { DialogName } from '../../dialogs.ts';
import { place, withQuery } from '../../router.ts';
import { useResource } from '../../resource.ts';
import { defaultView } from './default-view.ts';
import { Chosen, Facets } from './facets.tsx';
import { HitTable } from './hit-table.tsx';
import type { Hit, ViewAnswer } from './lead.ts';
import { rememberList } from './list-address.ts';
import { LeadTable } from './lead-table.tsx';
import { ListHead } from './list-head.tsx';
import {
  countFilters,
  isSearched,
  type ListQuery,
  readListQuery,
  searchParameters,
  unfiltered,
  viewParameters,
} from './query.ts';
import { Search } from './search.tsx';
import { showList } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

export function LeadList(): VNode {
  const query = readListQuery(place.value.query);
  const views = useSmartViews();
  const view = query.view ?? defaultView(views.data ?? []);
  const { company } = place.value;
  // Without what is open over it, which was done or left when somebody comes back.
  useEffect(() => rememberList(company, withQuery({ over: undefined, do: undefined })));
  return (
    <>
      <ListHead query={query} views={views.data ?? []} view={view} />
      <Search text={query.text} />
      {views.failure !== undefined && views.data === undefined && (
        <Failure error={views.failure} retry={() => void views.resource?.refresh()} />
      )}
      {isSearched(query) ? <SearchResults query={query} /> : <View query={query} view={view} />}
      <Over />
    </>
  );
}

const OVER: Partial<Record<DialogName, Load>> = {
  import: part('import', async () => (await import('../import/screen.tsx')).ImportScreen),
  ...Object.fromEntries(
    ['new', 'save-view', 'edit-view'].map((name) => [
      name,
      async () => (await import('../lead-dialogs/screen.tsx')).LeadDialogs,
    ]),
  ),
  bulk: async () => (await import('../bulk/screen.tsx')).BulkScreen,
};

/** What is open over the list. */
function Over(): VNode | null {
  const { over } = place.value;
  const load = over && OVER[over];
  return load === undefined ? null : <Lazy key={over} load={load} />;
}

function View({ query, view }: { query: ListQuery; view: string | undefined }): VNode {
  const parameters = viewParameters(query);
  parameters.set('start', String(query.start));
  parameters.set('count', String(query.size));
  const shown = useResource<ViewAnswer>(view && companyPath(`/smart_views/${view}?${parameters}`));
  const { data, isFormer } = shown;
  const list = `${view} ${JSON.stringify([query.filters, query.range])}`;
  useEffect(() => showList(list), [list]);
  return (
    <div class="list">
      <Facets query={query} facets={data?.facets ?? []} view={view} />
      <div class="list-main" aria-busy={isFormer || shown.isBusy}>
        <Chosen query={query} facets={data?.facets ?? []} count={data?.count} />
        <Read shown={shown}>
          {({ leads, count }) =>
            leads.length === 0 ? (
              <NoLeads query={query} />
            ) : (
              <>
                <SelectionBar
                  ids={leads.map(({ lead_id: id }) => id)}
                  total={count}
                  query={query}
                  view={view}
                />
                <LeadTable leads={leads} query={query} isFormer={isFormer} />
                <Paging start={query.start} size={query.size} total={count} />
              </>
            )
          }
        </Read>
      </div>
    </div>
  );
}

function NoLeads({ query }: { query: ListQuery }): VNode {
  if (countFilters(query) === 0) {
    return <Empty icon="leads" text="No leads yet: each call, text and form that comes in makes one." />;
  }
  return (
    <Empty icon="filter" text="No lead passes these filters.">
      <a class="button" href={withQuery(unfiltered(query))}>
        Clear the filters
      </a>
    </Empty>
  );
}

function SearchResults({ query }: { query: ListQuery }): VNode {
  const parameters = searchParameters(query);
  parameters.set('start', String(query.start));
  parameters.set('limit', String(query.size));
  const shown = useResource<Hit[]>(companyPath(`/leads/search?${parameters}`));
  const { answer, isFormer } = shown;
  const list = `search ${query.text}`;
  useEffect(() => showList(list), [list]);
  return (
    <div class="list-main" aria-busy={isFormer || shown.isBusy}>
      <Read shown={shown} waiting="Searching">
        {(hits) => {
          const total = Number(answer?.headers.get('X-Total-Count') ?? hits.length);
          return hits.length === 0 ? (
            <Empty icon="search" text={`No lead has “${query.text}” in its fields, numbers or notes.`} />
          ) : (
            <>
              <SelectionBar
                ids={hits.map(({ lead_id: id }) => id)}
                total={total}
                query={query}
                view={undefined}
              />
              <HitTable hits={hits} text={query.text} total={total} isFormer={isFormer} />
              <Paging start={query.start} size={query.size} total={total} />
            </>
          );
        }}
      </Read>
    </div>
  );
}
