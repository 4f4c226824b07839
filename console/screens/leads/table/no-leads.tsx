/** What stands in the place of an empty list. */
import type { VNode } from 'preact';
import { pathTo, withQuery } from '../../../address/router.ts';
import { isManager, mayWrite } from '../../../api/user.ts';
import { Empty } from '../../../components/notice.tsx';
import { countFilters, isSearched, type ListQuery, unfiltered } from '../query.ts';

/** Says that no lead is in the list, and what to do. */
export function NoLeads({ query }: { query: ListQuery }): VNode {
  if (isSearched(query)) return <NoHits query={query} />;
  if (countFilters(query) === 0) {
    return (
      <Empty icon="leads" text="No leads yet. Each new caller, text and form submission becomes a lead here.">
        {mayWrite() && (
          <a class="button" href={withQuery({ over: 'import' })}>
            Import leads
          </a>
        )}
      </Empty>
    );
  }
  return (
    <Empty icon="filter" text="No leads match these filters.">
      <a class="button" href={withQuery(unfiltered(query))}>
        Clear filters
      </a>
    </Empty>
  );
}

/** No lead has the searched text. Offers to search without the filters, or the removed leads. */
function NoHits({ query }: { query: ListQuery }): VNode {
  const { text } = query;
  const isNarrowed = countFilters(query) > 0 || query.view !== undefined;
  const where = isNarrowed ? 'No lead here' : 'No lead';
  return (
    <Empty icon="search" text={`${where} has “${text}” in its name, e-mails, phones or notes.`}>
      {isNarrowed && (
        <a class="button" href={`${pathTo('leads')}?${new URLSearchParams({ q: text })}`}>
          Search all leads
        </a>
      )}
      {isManager() && (
        <a class="button" href={`${pathTo('leads', 'removed')}?${new URLSearchParams({ q: text })}`}>
          Search removed leads
        </a>
      )}
    </Empty>
  );
}
