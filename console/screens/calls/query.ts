/** Reads the filters of the list of calls from the URL and converts them to API parameters. Pure. */
import { OUTCOME_NAMES, type OutcomeName } from './call.ts';

/** Ranges of days in the company's zone, as the API names them. */
export const RANGES = {
  today: { label: 'Today', relative: 'today' },
  week: { label: 'Last 7 days', relative: 'last_7_days' },
  month: { label: 'Last 30 days', relative: 'last_30_days' },
} as const;

export interface CallQuery {
  range: keyof typeof RANGES | undefined;
  outcome: OutcomeName | undefined;
  location: string | undefined;
  source: string | undefined;
  /** E.164 */
  number: string | undefined;
  isFirst: boolean;
  /** The page; undefined for the newest calls. */
  cursor: string | undefined;
}

/** Query parameters that filter the list. */
export const FILTERS = ['range', 'outcome', 'location', 'source', 'number', 'first'] as const;

export function readCallQuery(query: URLSearchParams): CallQuery {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  return {
    range: keyOf(RANGES, text('range')),
    outcome: keyOf(OUTCOME_NAMES, text('outcome')),
    location: text('location'),
    source: text('source'),
    number: text('number'),
    isFirst: query.get('first') === 'true',
    cursor: text('cursor'),
  };
}

/** Returns the API parameters of the list and of the CSV file, without the page. */
export function callParameters({
  range,
  outcome,
  location,
  source,
  number,
  isFirst,
}: CallQuery): URLSearchParams {
  const parameters = {
    relative: range && RANGES[range].relative,
    outcome,
    location_id: location,
    // As the column shows it: of the visit, else of the number.
    source_last: source,
    number,
    first_time: isFirst ? 'true' : undefined,
  };
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Tells whether a filter is set. */
export function isFiltered(query: CallQuery): boolean {
  return callParameters(query).size > 0;
}

function keyOf<Names extends object>(names: Names, text: string | undefined): keyof Names | undefined {
  return text !== undefined && Object.hasOwn(names, text) ? (text as keyof Names) : undefined;
}
