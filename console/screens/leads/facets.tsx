/** The filters beside the list. Each value has its number of leads. */
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { companyPath } from '../../api/company.ts';
import { useAfterFirst } from '../../components/parts/after-first.ts';
import { Icon } from '../../components/icon.tsx';
import { formatCount, plural } from '../../components/text/values.tsx';
import { ask } from '../../api/api.ts';
import { nextFrame } from '../../address/next-frame.ts';
import { go, place, type QueryChange, withQuery } from '../../address/router.ts';
import { toastFailure } from '../../components/over/toasts.tsx';
import type { Facet, FacetValue } from './lead.ts';
import { shownView } from './list-view.ts';
import {
  countFilters,
  isSearched,
  limitsOf,
  type ListQuery,
  readListQuery,
  toggled,
  unfiltered,
} from './query.ts';

const PANEL = 'facets';
/** The value for leads without a value. */
const NOT_SET = '__none__';

/** Time ranges of the last change, by their names in the API. */
const RANGES = {
  all_time: 'Any time',
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
} as const;

const OPEN = 'leadline.facets';
/** The facets whose values are shown at first. */
const OPEN_AT_FIRST = 'state,lead_source';
/** The facets whose values are shown, as the user chose. This browser remembers them. */
const open = signal<readonly string[]>((localStorage.getItem(OPEN) ?? OPEN_AT_FIRST).split(','));

function fold(facet: string, isFolded: boolean): void {
  const others = open.value.filter((id) => id !== facet);
  open.value = isFolded ? others : [...others, facet];
  localStorage.setItem(OPEN, open.value.join(','));
}

interface FacetsProps {
  query: ListQuery;
  facets: readonly Facet[];
  /** Whether they may be drawn later: they were not loaded when the screen was opened. */
  canWait: boolean;
}

export function Facets({ query, facets, canWait }: FacetsProps): VNode {
  return (
    <aside id={PANEL} class="facets" aria-label="Filters" popover="auto">
      <div class="facets-head">
        <h2>Filters</h2>
        <button type="button" class="button plain icon" aria-label="Close the filters" popovertarget={PANEL}>
          <Icon name="close" />
        </button>
      </div>
      <div class="facet">
        <label htmlFor="range">Changed</label>
        <select
          id="range"
          value={query.range}
          onChange={({ currentTarget: { value } }) =>
            go(withQuery({ range: value === 'all_time' ? undefined : value, start: undefined }))
          }
        >
          {Object.entries(RANGES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {facets.length > 0 && <FacetLists query={query} facets={facets} canWait={canWait} />}
    </aside>
  );
}

/** Tells whether the facet has a value to choose. */
function hasChoice({ values, not_counted: isTooLarge }: Facet): boolean {
  return isTooLarge !== undefined || values.some(({ id, selected }) => id !== NOT_SET || selected);
}

/** Drawn after the first rows, which users look at first. */
function FacetLists({ query, facets, canWait }: FacetsProps): VNode | null {
  if (!useAfterFirst(canWait, 1)) return null;
  return (
    <>
      {facets.filter(hasChoice).map((facet) => (
        <FacetList key={facet.id} facet={facet} query={query} />
      ))}
    </>
  );
}

/** Shows the chosen filters above the list, each with a link that removes it. On a phone a button opens the filters. */
export function Chosen({
  query,
  facets,
  count,
}: {
  query: ListQuery;
  facets: readonly Facet[];
  count: number | undefined;
}): VNode {
  const number = countFilters(query);
  return (
    <div class="chosen">
      <output>{count !== undefined && `${plural(count, 'lead')}${isSearched(query) ? ' found' : ''}`}</output>
      {isSearched(query) && (
        <Chip label={`Search: ${query.text.trim()}`} change={{ q: undefined, start: undefined }} />
      )}
      {Object.entries(query.filters).flatMap(([facetId, values]) => {
        const facet = facets.find(({ id }) => id === facetId);
        return values.map((value) => {
          const label = facet?.values.find(({ id }) => id === value)?.display_name ?? value;
          return (
            <Chip
              key={`${facetId}=${value}`}
              label={`${facet?.display_name ?? facetId}: ${label}`}
              change={toggled(query, facetId, value)}
            />
          );
        });
      })}
      {query.range !== 'all_time' && (
        <Chip label={`Changed: ${rangeName(query.range)}`} change={{ range: undefined, start: undefined }} />
      )}
      {(number > 0 || isSearched(query)) && (
        <a class="small" href={withQuery(unfiltered(query))}>
          Clear all
        </a>
      )}
      <button type="button" class="button slim open-facets" popovertarget={PANEL}>
        <Icon name="filter" size={16} /> Filters{number > 0 ? ` (${number})` : ''}
      </button>
    </div>
  );
}

/** A filter or a search that is set. A press removes it. */
function Chip({ label, change }: { label: string; change: QueryChange }): VNode {
  return (
    <a class="chip remove" href={withQuery(change)} aria-label={`Remove the filter ${label}`}>
      <span>{label}</span>
      <Icon name="close" size={14} />
    </a>
  );
}

/** Returns the label of a time range; its name in the API if the list does not offer it. */
function rangeName(range: string): string {
  return new Map<string, string>(Object.entries(RANGES)).get(range) ?? range.replaceAll('_', ' ');
}

interface FacetProps {
  facet: Facet;
  query: ListQuery;
}

function FacetList({ facet, query }: FacetProps): VNode {
  const isFolded = !open.value.includes(facet.id);
  return (
    <fieldset class="facet">
      <legend>
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          onClick={() => fold(facet.id, !isFolded)}
        >
          {facet.display_name} <Icon name="down" size={14} />
        </button>
      </legend>
      {!isFolded && <FacetValues facet={facet} query={query} />}
    </fieldset>
  );
}

function FacetValues({ facet, query }: FacetProps): VNode {
  const [found, setFound] = useState<readonly FacetValue[] | undefined>();
  const hasMore = facet.total_available_facets > facet.values.length;
  const search = async (text: string): Promise<void> => {
    const view = shownView(query);
    if (text.trim() === '' || view === undefined) return setFound(undefined);
    const limits = new URLSearchParams(limitsOf(query));
    const body = { facets: { [facet.id]: { search: text, limit: 30 } }, filters: query.filters };
    try {
      const answer = await ask<Facet[]>(companyPath(`/smart_views/${view}/aggregations?${limits}`), {
        method: 'POST',
        body,
      });
      setFound(answer.body[0]?.values);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      {facet.not_counted !== undefined && <p class="small soft">Too many different values to count.</p>}
      {hasMore && (
        <input
          type="search"
          class="facet-search"
          aria-label={`Search ${facet.display_name}`}
          placeholder={`Search ${formatCount(facet.total_available_facets)}`}
          onInput={({ currentTarget: { value } }) => void search(value)}
        />
      )}
      <ul>
        {(found ?? facet.values).map((value) => (
          <li key={value.id}>
            <ValueLine facet={facet} value={value} query={query} />
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p class="small soft">Nothing found.</p>}
    </>
  );
}

function ValueLine({ facet, value, query }: FacetProps & { value: FacetValue }): VNode {
  const isChosen = query.filters[facet.id]?.includes(value.id) === true;
  // Selected, but not in the URL: set by the saved view.
  const isSaved = value.selected && !isChosen;
  return (
    <label class="value" title={isSaved ? 'Set by the saved view' : undefined}>
      <input
        type="checkbox"
        checked={isChosen || isSaved}
        disabled={isSaved && query.filters[facet.id] === undefined}
        onChange={() => void toggle(facet.id, value.id)}
      />
      <span>{value.display_name}</span>
      <span class="soft small">{formatCount(value.count)}</span>
    </label>
  );
}

/** Changes the filter after the browser has drawn the checkbox. */
async function toggle(facetId: string, valueId: string): Promise<void> {
  await nextFrame();
  go(withQuery(toggled(readListQuery(place.value.query), facetId, valueId)));
}
