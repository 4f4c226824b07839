/** Links from figures to the records behind them. */
import { pathTo } from '../../../address/router.ts';
import type { MetricName } from './report-path.ts';
import type { ReportBody } from './report.ts';

/**
 * Returns the address of the list behind a figure; undefined if no single records are kept, as for visits.
 * @param link the days and filters of the row, as the API answers them
 */
export function listHref(name: MetricName, metrics: ReportBody['metrics'], link: string): string | undefined {
  const metric = metrics.find((other) => other.name === name);
  if (metric === undefined || metric.list === null) return undefined;
  const query = new URLSearchParams(link);
  if (metric.only !== null) query.set('only', metric.only);
  return `${pathTo('reports', metric.list)}?${query}`;
}
