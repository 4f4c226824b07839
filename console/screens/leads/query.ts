/** What the address says about the list of leads: the view, what is searched and filtered, the order, the page. Pure. */
import { PAGE_SIZES } from '../../components/paging.tsx';
import type { QueryChange } from '../../router.ts';

const FILTER = 'f.';

/** What is chosen on the list. */
export interface ListQuery {
  view: string | undefined;
  /** What is searched for; empty: the view is shown. */
  text: string;
  /** Facet id to chosen values. */
  filters: Record<string, string[]>;
  /** The name of a time range; `all_time` by default. */
  range: string;
  /** A field, with `-` before it for the last first. */
  sort: string | undefined;
  start: number;
  size: number;
}

/** Leads that pass filters. */
interface ViewSelection {
  filters: object;
  smart_view_id?: string;
  relative?: string;
  tz: string;
}

/** The shortest text that is searched for. */
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

/** Chooses a value of a facet, or no longer; the list begins with its first page again. */
export function toggled({ filters }: ListQuery, facet: string, value: string): QueryChange {
  const chosen = filters[facet] ?? [];
  const values = chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value];
  return { [FILTER + facet]: values, start: undefined };
}

/** Takes every filter away. */
export function unfiltered({ filters }: ListQuery): QueryChange {
  const names = Object.keys(filters).map((facet) => FILTER + facet);
  return Object.fromEntries([...names, 'range', 'start'].map((name) => [name, undefined]));
}

/** How many values are chosen. */
export function countFilters({ filters, range }: ListQuery): number {
  const values = Object.values(filters).reduce((sum, { length }) => sum + length, 0);
  return values + (range === 'all_time' ? 0 : 1);
}

/** The parameters of a view: what is filtered and how it is ordered, as the API takes it. */
export function viewParameters({ filters, range, sort }: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams({ tz: timeZone() });
  if (Object.keys(filters).length > 0) parameters.set('filters', JSON.stringify(filters));
  if (sort !== undefined) parameters.set('sort', JSON.stringify(sortOf(sort)));
  if (range !== 'all_time') parameters.set('relative', range);
  return parameters;
}

/** What a search looks through besides fields: notes, and what people noted of calls. */
const SEARCHED = { exclude_notes: false };

/** Whether the text is searched for; one that is too short shows the view. */
export function isSearched({ text }: Pick<ListQuery, 'text'>): boolean {
  return text.trim().length >= LEAST_CHARACTERS;
}

/** The parameters of a search, as the API takes them. */
export function searchParameters({ text }: Pick<ListQuery, 'text'>): URLSearchParams {
  const switches = Object.entries(SEARCHED).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams([['q', text], ...switches]);
}

/** Everything that the list shows, on whatever page, as the API's bulk operations take it. */
export function selectionOf(
  query: ListQuery,
  view: string | undefined,
): { q: string; exclude_notes: boolean } | ViewSelection {
  if (isSearched(query)) return { q: query.text, ...SEARCHED };
  return {
    filters: query.filters,
    ...(view === undefined ? {} : { smart_view_id: view }),
    ...(query.range === 'all_time' ? {} : { relative: query.range }),
    tz: timeZone(),
  };
}

function timeZone(): string {
  // Where there is Temporal it costs nothing, and the first use of Intl on a slow machine a twentieth of a second.
  if ('Temporal' in globalThis) return Temporal.Now.timeZoneId();
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The order as the API takes it. */
export function sortOf(sort: string): Record<string, { order: 'asc' | 'desc' }> {
  const isDown = sort.startsWith('-');
  return { [isDown ? sort.slice(1) : sort]: { order: isDown ? 'desc' : 'asc' } };
}
