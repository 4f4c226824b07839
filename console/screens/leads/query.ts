/** Reads and writes the state of the list of leads in the URL: view, search, filters, order, page. */
import { PAGE_SIZES } from '../../components/paging/paging.tsx';
import type { QueryChange } from '../../address/router.ts';
import { mayHear } from '../../api/user.ts';

const FILTER = 'f.';

/** The state of the list. */
export interface ListQuery {
  view: string | undefined;
  /** The search text; empty for none. */
  text: string;
  /** The chosen values by facet id. */
  filters: Record<string, string[]>;
  /** The name of a time range; `all_time` by default. */
  range: string;
  /** A field; `-` before it for descending order. */
  sort: string | undefined;
  start: number;
  size: number;
}

/** A selection of all leads that match the filters and the search. */
interface ViewSelection {
  filters: object;
  smart_view_id?: string;
  relative?: string;
  q?: string;
  exclude_notes?: boolean;
  exclude_emails?: boolean;
  exclude_texts?: boolean;
  search_fields?: string[];
  tz: string;
}

/** The least characters of a search. */
export const LEAST_CHARACTERS = 3;

export function readListQuery(query: URLSearchParams): ListQuery {
  const filters: ListQuery['filters'] = {};
  for (const [name, value] of query) {
    if (name.startsWith(FILTER)) (filters[name.slice(FILTER.length)] ??= []).push(value);
  }
  const size = Number(query.get('size'));
  return {
    view: query.get('view') ?? undefined,
    text: query.get('q') ?? '',
    filters,
    range: query.get('range') ?? 'all_time',
    sort: query.get('sort') ?? undefined,
    start: Math.max(0, Math.floor(Number(query.get('start'))) || 0),
    size: PAGE_SIZES.find((option) => option === size) ?? PAGE_SIZES[0],
  };
}

/** Returns the change that toggles a value of a facet and goes to the first page. */
export function toggled({ filters }: ListQuery, facet: string, value: string): QueryChange {
  const chosen = filters[facet] ?? [];
  const values = chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value];
  return { [FILTER + facet]: values, start: undefined };
}

/** Returns the change that removes every filter, and the search. */
export function unfiltered({ filters }: ListQuery): QueryChange {
  const names = Object.keys(filters).map((facet) => FILTER + facet);
  return Object.fromEntries([...names, 'range', 'q', 'start'].map((name) => [name, undefined]));
}

/** Counts the chosen filters. */
export function countFilters({ filters, range }: ListQuery): number {
  const values = Object.values(filters).reduce((sum, { length }) => sum + length, 0);
  return values + (range === 'all_time' ? 0 : 1);
}

/**
 * A search also covers notes, including those on calls, texts and e-mails, and what was said, for those who may hear it.
 */
const SEARCHED = { exclude_notes: false, exclude_emails: false, exclude_texts: false };
const SPOKEN = 'transcript';

/** Tells whether the list shows a search. With a shorter text it shows the view. */
export function isSearched({ text }: Pick<ListQuery, 'text'>): boolean {
  return text.trim().length >= LEAST_CHARACTERS;
}

/** Returns the API parameters for the search, filters and order of a view. */
export function viewParameters(query: ListQuery): URLSearchParams {
  const { filters, sort } = query;
  const parameters = new URLSearchParams(limitsOf(query));
  if (Object.keys(filters).length > 0) parameters.set('filters', JSON.stringify(filters));
  if (sort !== undefined) parameters.set('sort', JSON.stringify(sortOf(sort)));
  return parameters;
}

/** Returns the API parameters for the search and the time range. */
export function limitsOf(query: ListQuery): [name: string, value: string][] {
  const { text, range } = query;
  const searched = Object.entries(SEARCHED).map(([name, value]): [string, string] => [name, String(value)]);
  return [
    ['tz', timeZone()],
    ...(range === 'all_time' ? [] : [['relative', range] as [string, string]]),
    ...(isSearched(query) ? [['q', text] as [string, string], ...searched] : []),
    ...(isSearched(query) && mayHear() ? [['search_fields', SPOKEN] as [string, string]] : []),
  ];
}

/** Returns the selection of all pages of the list, for the API's bulk operations. */
export function selectionOf(query: ListQuery, view: string | undefined): ViewSelection {
  return {
    filters: query.filters,
    ...(view === undefined ? {} : { smart_view_id: view }),
    ...(query.range === 'all_time' ? {} : { relative: query.range }),
    ...(isSearched(query) ? { q: query.text, ...SEARCHED } : {}),
    ...(isSearched(query) && mayHear() ? { search_fields: [SPOKEN] } : {}),
    tz: timeZone(),
  };
}

function timeZone(): string {
  // Temporal costs nothing; the first use of Intl takes 50 ms on a slow machine.
  if ('Temporal' in globalThis) return Temporal.Now.timeZoneId();
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the order for the API. */
export function sortOf(sort: string): Record<string, { order: 'asc' | 'desc' }> {
  const isDown = sort.startsWith('-');
  return { [isDown ? sort.slice(1) : sort]: { order: isDown ? 'desc' : 'asc' } };
}
