/** Reads the filters of the list of calls from the URL and converts them to API parameters. Pure. */
import { OUTCOME_NAMES, type OutcomeName } from './call.ts';

const DAY_MS = 86_400_000;

/** Each range begins `days` days before today. */
export const RANGES = {
  today: { label: 'Today', days: 0 },
  week: { label: 'Last 7 days', days: 6 },
  month: { label: 'Last 30 days', days: 29 },
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

/** Returns the API parameters of the list and of the CSV file, without the page. @param now milliseconds since the epoch */
export function callParameters(
  { range, outcome, location, source, number, isFirst }: CallQuery,
  now: number,
): URLSearchParams {
  const parameters = {
    started_after: range && startOf(RANGES[range].days, now),
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
  return callParameters(query, 0).size > 0;
}

/** Returns the start of the day `days` before today, in the browser's time zone. */
function startOf(days: number, now: number): string {
  const day = new Date(now - days * DAY_MS);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

function keyOf<Names extends object>(names: Names, text: string | undefined): keyof Names | undefined {
  return text !== undefined && Object.hasOwn(names, text) ? (text as keyof Names) : undefined;
}
