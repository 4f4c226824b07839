/** Builds the answers of facets. Pure. */
import type { FacetBody, FacetValue } from './answer-schema.ts';
import type { TermDictionary } from '../columns/term-chunk.ts';
import { fold } from '../../../engine/storage/folding.ts';
import type { FacetCounts } from './counting.ts';
import type { Facet } from './facets.ts';
import { NO_VALUE } from './filters.ts';

/** Number of values that a facet shows by default. */
const TOP_VALUES = 10;
const NO_VALUE_LABEL = 'Not set';
const NOTHING = { total_available_facets: 0, total_facet_count: 0 };

/** The requested part of a facet. A search within a facet reads the folded names of the values. */
export interface FacetRequest {
  search: string;
  sortBy: 'count' | 'name';
  direction: 1 | -1;
  limit: number;
}

export const DEFAULT_REQUEST: FacetRequest = {
  search: '',
  sortBy: 'count',
  direction: -1,
  limit: TOP_VALUES,
};

/** Returns the answer of a facet with too many distinct values to be counted. */
export function uncountedFacetBody(facet: Facet): FacetBody {
  return { ...facetHead(facet), ...NOTHING, values: [], not_counted: 'too_many_values' };
}

/**
 * Returns the answer of a facet with its first values. Without a search, it also has the selected values and the one for leads
 * without a value.
 * @param selected the ids of the values in the filter
 */
export function facetBody(
  facet: Facet,
  { dictionary, counted }: { dictionary: TermDictionary; counted: FacetCounts },
  selected: readonly string[],
  request: FacetRequest = DEFAULT_REQUEST,
): FacetBody {
  const value = (id: string, label: string, count: number): FacetValue => ({
    id,
    display_name: label,
    count,
    selected: selected.includes(id),
  });
  const wanted = fold(request.search);
  const all = dictionary.terms
    .map((term, number) => value(term, facet.labelOf(term), counted.counts[number] ?? 0))
    .filter(({ count, display_name }) => count > 0 && (wanted === '' || fold(display_name).includes(wanted)));
  const values = firstValues(all, request);
  if (wanted === '') {
    const shown = new Set(values.map(({ id }) => id));
    const missing = [...new Set(selected)].filter((id) => id !== NO_VALUE && !shown.has(id));
    const countOf = (id: string): number => counted.counts[dictionary.find(id) ?? -1] ?? 0;
    values.push(...missing.map((id) => value(id, facet.labelOf(id), countOf(id))));
    if (counted.none > 0 || selected.includes(NO_VALUE)) {
      values.push(value(NO_VALUE, NO_VALUE_LABEL, counted.none));
    }
  }
  return {
    ...facetHead(facet),
    total_available_facets: all.length,
    total_facet_count: all.reduce((sum, { count }) => sum + count, 0),
    values,
  };
}

function facetHead({
  id,
  displayName,
}: Facet): Pick<FacetBody, 'id' | 'display_name' | 'short_display_name' | 'facet_type'> {
  return { id, display_name: displayName, short_display_name: displayName, facet_type: 'terms' };
}

function firstValues(
  values: readonly FacetValue[],
  { sortBy, direction, limit }: FacetRequest,
): FacetValue[] {
  // A facet may have as many values as there are leads, so only values that can be among the first are compared by name.
  const candidates = sortBy === 'count' ? mostCounted(values, direction, limit) : values;
  const named = candidates.map((value) => ({ value, name: fold(value.display_name) }));
  const byName = (a: (typeof named)[number], b: (typeof named)[number]): number =>
    compare(a.name, b.name) ||
    compare(a.value.display_name, b.value.display_name) ||
    compare(a.value.id, b.value.id);
  return named
    .toSorted((a, b) =>
      sortBy === 'count'
        ? (a.value.count - b.value.count) * direction || byName(a, b)
        : byName(a, b) * direction,
    )
    .slice(0, limit)
    .map(({ value }) => value);
}

/** Returns the values whose count is at least as good as that of the last one shown. */
function mostCounted(values: readonly FacetValue[], direction: 1 | -1, limit: number): readonly FacetValue[] {
  if (values.length <= limit) return values;
  const counts = Uint32Array.from(values, ({ count }) => count).toSorted();
  const last = (direction < 0 ? counts.at(-limit) : counts[limit - 1]) ?? 0;
  return values.filter(({ count }) => (direction < 0 ? count >= last : count <= last));
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
