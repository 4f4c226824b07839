/** Reads the list behind a figure from the URL, and names it. Pure. */
import type { Dimension, MetricName, Part } from '../../../../worker/core/reports/counting/definitions.ts';
import { formatRange } from '../../../formats/periods.ts';
import { DIMENSION_LABELS } from '../../../../worker/core/reports/words/metrics.ts';
import { MODEL_LABELS } from '../figures/metrics.ts';
import { valueName } from '../figures/names.ts';
import { RANGES } from '../report-query.ts';

/** The lists. */
export const RECORDS = ['calls', 'texts', 'forms', 'leads'] as const;
export type Records = (typeof RECORDS)[number];

/** The parameters besides filters. */
const OTHERS = ['from', 'to', 'relative', 'model', 'include', 'only', 'first_time', 'cursor'] as const;

/** Titles of parts of a list. */
const PART_TITLES: Record<Part, string> = {
  first_time: 'First calls',
  answered: 'Answered calls',
  missed: 'Missed calls',
  rescued: 'Missed calls with a call-back',
  not_called_back: 'Missed calls without a call-back',
  lost_in_menu: 'Calls lost in the menu',
  ended: 'Answered and missed calls',
  high_confidence: 'Calls with a sure attribution',
  medium_confidence: 'Calls with a likely attribution',
  low_confidence: 'Calls with an unsure attribution',
  won: 'Won leads',
};
const TITLES: Record<Records, string> = {
  calls: 'Calls',
  texts: 'Texts',
  forms: 'Forms',
  leads: 'Leads',
};

/** Returns the parameters of the API. @param query of the page */
export function recordParameters(query: URLSearchParams): URLSearchParams {
  const known: readonly string[] = [...OTHERS, ...Object.keys(DIMENSION_LABELS)];
  return new URLSearchParams([...query].filter(([name]) => known.includes(name)));
}

/** The figures that count parts of lists. */
const PART_METRICS: Partial<Record<Part, MetricName>> = {
  answered: 'answered',
  missed: 'missed',
  rescued: 'rescued',
  not_called_back: 'not_called_back',
  lost_in_menu: 'lost_in_menu',
  won: 'won',
};

/** Returns the figure that counts the list; undefined for parts that no figure counts. */
export function metricOf(of: Records, only: string | null): MetricName | undefined {
  if (only === null) return of;
  return Object.hasOwn(PART_METRICS, only) ? PART_METRICS[only as Part] : undefined;
}

/** Returns the parameters of the report with the total of the list. */
export function totalParameters(query: URLSearchParams, metric: MetricName): URLSearchParams {
  const parameters = recordParameters(query);
  parameters.delete('only');
  parameters.delete('cursor');
  parameters.set('metrics', metric);
  parameters.set('compare', 'none');
  return parameters;
}

/** Returns the title of the list. */
export function recordsTitle(of: Records, query: URLSearchParams): string {
  const only = query.get('only');
  return only !== null && Object.hasOwn(PART_TITLES, only) ? PART_TITLES[only as Part] : TITLES[of];
}

/** Names the days and filters of the list. @param placeName returns a location's name */
export function conditionsOf(query: URLSearchParams, placeName: (id: string) => string): string[] {
  const [from, to, model] = [query.get('from'), query.get('to'), query.get('model')];
  const range = Object.entries(RANGES).find(([name]) => name === query.get('relative'))?.[1];
  const days = from === null || to === null ? (range === undefined ? [] : [range]) : [formatRange(from, to)];
  const filters = (Object.keys(DIMENSION_LABELS) as Dimension[]).flatMap((by) => {
    const value = query.get(by);
    if (value === null) return [];
    const label = by === 'location' ? placeName(value) : value;
    return [`${DIMENSION_LABELS[by]}: ${valueName(by, { value, label })}`];
  });
  const credited = Object.entries(MODEL_LABELS).find(([name]) => name === model)?.[1];
  return [...days, ...filters, ...(credited === undefined ? [] : [`Credited: ${credited}`])];
}
