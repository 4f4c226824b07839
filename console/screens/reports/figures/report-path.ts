/** Builds the paths of reports. Pure. */
import type { Dimension, MetricName, Model } from '../../../../worker/core/reports/counting/definitions.ts';

export type { Dimension, MetricName, Model } from '../../../../worker/core/reports/counting/definitions.ts';

/** The filters of a report. Rows of the groupings among them filter it. */
export const FILTERS = [
  'source',
  'medium',
  'campaign',
  'term',
  'landing_page',
  'location',
  'number',
  'outcome',
  'answered_by',
  'menu_key',
  'state',
  'confidence',
  'hour',
  'weekday',
  'first_time',
] as const;
export type Filter = (typeof FILTERS)[number];

/** The calls that a report leaves out unless it includes them. */
export const LEFT_OUT = ['spam', 'not_a_lead'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The days of a report: a named range, or the first and the last day. */
export interface Days {
  relative?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A report to ask for. */
export interface ReportQuery extends Days {
  metrics: readonly MetricName[];
  by?: readonly Dimension[];
  compare?: 'previous' | 'year' | 'none';
  model?: Model | undefined;
  filters?: Partial<Record<Filter, string>>;
  include?: readonly LeftOut[];
  limit?: number | undefined;
  sort?: string | undefined;
}

/** Returns the filters in the URL. */
export function filtersIn(query: URLSearchParams): Partial<Record<Filter, string>> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Returns the parameters of a report. */
export function reportParameters({
  metrics,
  by = [],
  filters = {},
  include = [],
  limit,
  ...rest
}: ReportQuery): URLSearchParams {
  const parameters = {
    metrics: metrics.join(','),
    by: by.length === 0 ? undefined : by.join(','),
    ...rest,
    ...filters,
    include: include.length === 0 ? undefined : include.join(','),
    limit: limit === undefined ? undefined : String(limit),
  };
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The path of a report below the company. */
export function reportPath(query: ReportQuery): string {
  return `/reports/query?${reportParameters(query)}`;
}
