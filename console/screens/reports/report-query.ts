/** Reads a report from the URL. Pure. */
import { DIMENSIONS, INCLUDE_LABELS, METRIC_NAMES, MODELS } from './figures/metrics.ts';
import type { QueryChange } from '../../address/router.ts';
import {
  type Days,
  type Dimension,
  type Filter,
  filtersIn,
  LEFT_OUT,
  type LeftOut,
  type MetricName,
  type Model,
  type ReportQuery,
} from './figures/report-path.ts';

/** The named ranges. */
export const RANGES = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_week: 'This week',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  all_time: 'All time',
} as const;
export type Range = keyof typeof RANGES;

export const COMPARISONS = { previous: 'The period before', year: 'A year before', none: 'Nothing' } as const;
export type Comparison = keyof typeof COMPARISONS;

/** The state of the screen. */
export interface ReportState {
  metrics: readonly MetricName[];
  by: readonly Dimension[];
  days: Days;
  compare: Comparison;
  model: Model;
  filters: Partial<Record<Filter, string>>;
  include: readonly LeftOut[];
  /** Most rows; undefined for as many as the API answers. */
  limit: number | undefined;
  /** A metric or grouping; `-` before it for descending order. */
  sort: string | undefined;
  /** The metric drawn as a line. */
  line: MetricName;
}

const DEFAULT_METRICS: readonly MetricName[] = [
  'calls',
  'answer_rate',
  'missed',
  'leads',
  'won',
  'cost_per_lead',
];
const DEFAULT_BY: readonly Dimension[] = ['source'];
const DEFAULT_RANGE: Range = 'last_30_days';
const MOST_GROUPINGS = 2;
const MOST_ROWS = 5_000;
/** Matches the ranges that only saved reports have. */
const OTHER_RANGE =
  /^(?:last_[1-9]\d{0,2}_(?:days|weeks|months|years)|(?:this|last)_quarter|last_year|(?:week|month|quarter|year)_to_date|last_(?:three|six|twelve)_months)$/;

/** Written for a report without a grouping, which differs from the default one. */
export const NO_GROUPING = 'none';

export function readReport(query: URLSearchParams): ReportState {
  const metrics = wordsIn(query.get('metrics'), METRIC_NAMES);
  const by = query.get('by') === NO_GROUPING ? [] : wordsIn(query.get('by'), DIMENSIONS);
  const chosen = metrics.length === 0 ? DEFAULT_METRICS : metrics;
  const [first = 'calls'] = chosen;
  return {
    metrics: chosen,
    by: query.has('by') ? by.slice(0, MOST_GROUPINGS) : DEFAULT_BY,
    days: daysIn(query),
    compare: keyOf(COMPARISONS, query.get('compare')) ?? 'previous',
    model: MODELS.find((model) => model === query.get('model')) ?? 'last',
    filters: filtersIn(query),
    include: wordsIn(query.get('include'), LEFT_OUT),
    limit: limitIn(query),
    sort: query.get('sort') ?? undefined,
    line: chosen.find((name) => name === query.get('line')) ?? first,
  };
}

/** Names a range: `Last 7 days`. */
export function rangeName(relative: string): string {
  const known: Readonly<Record<string, string>> = RANGES;
  const words = relative.replaceAll('_', ' ');
  return known[relative] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns what to ask the API for. */
export function apiQueryOf({ days, model, line: _line, ...state }: ReportState): ReportQuery {
  return { ...days, ...state, model: model === 'last' ? undefined : model };
}

/** Describes what a report includes and how many rows it has, if it differs from others. */
export function scopeTexts({
  include,
  limit,
}: Pick<ReportState, 'include' | 'limit'>): { text: string; removed: QueryChange }[] {
  const included = include.map((name) => ({
    text: INCLUDE_LABELS[name],
    removed: { include: include.filter((other) => other !== name).join(',') || undefined },
  }));
  if (limit === undefined) return included;
  return [...included, { text: `First ${limit} rows`, removed: { limit: undefined } }];
}

/** Returns the change that sets the groupings. */
export function withGroupings(by: readonly (Dimension | '')[]): QueryChange {
  const chosen = [...new Set(by.filter((dimension) => dimension !== ''))];
  return { by: chosen.length === 0 ? NO_GROUPING : chosen.join(','), sort: undefined };
}

/** Returns the change that shows a metric, or hides it. The last one stays. */
export function withMetric(
  { metrics }: Pick<ReportState, 'metrics'>,
  name: MetricName,
  isShown: boolean,
): QueryChange {
  const chosen = METRIC_NAMES.filter((other) => (other === name ? isShown : metrics.includes(other)));
  return chosen.length === 0 ? {} : { metrics: chosen.join(','), sort: undefined, line: undefined };
}

/** Returns the change that sorts by a column, and the other way round at the second time. */
export function sortedBy({ sort }: Pick<ReportState, 'sort'>, column: string): QueryChange {
  return { sort: sort === `-${column}` ? column : `-${column}` };
}

function daysIn(query: URLSearchParams): Days {
  const [from, to] = [dayIn(query.get('from')), dayIn(query.get('to'))];
  if (from !== undefined && to !== undefined) return from <= to ? { from, to } : { from: to, to: from };
  const relative = query.get('relative') ?? '';
  // Of a saved report: since a day, or until one.
  if (relative === '' && (from ?? to) !== undefined) return { from, to };
  return { relative: OTHER_RANGE.test(relative) ? relative : (keyOf(RANGES, relative) ?? DEFAULT_RANGE) };
}

function limitIn(query: URLSearchParams): number | undefined {
  const limit = Number(query.get('limit') ?? NaN);
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST_ROWS ? limit : undefined;
}

function dayIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

function wordsIn<Word extends string>(text: string | null, known: readonly Word[]): Word[] {
  const words = (text ?? '').split(',');
  return known.filter((word) => words.includes(word)).toSorted((a, b) => words.indexOf(a) - words.indexOf(b));
}

function keyOf<Names extends object>(names: Names, text: string | null): keyof Names | undefined {
  return text !== null && Object.hasOwn(names, text) ? (text as keyof Names) : undefined;
}
