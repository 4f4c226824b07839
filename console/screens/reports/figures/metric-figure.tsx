/** A figure of a report: formatted, with its change, and a link to the records behind it. */
import type { VNode } from 'preact';
import { Change } from '../../../components/chart/bar-table.tsx';
import { formatFigure } from '../../../../worker/core/reports/words/figures.ts';
import { listHref } from './links.ts';
import { formatOf, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import type { MetricName } from './report-path.ts';
import type { ReportBody } from './report.ts';

interface MetricFigureProps {
  name: MetricName;
  report: Pick<ReportBody, 'metrics'>;
  value: number | null;
  /** The former figure; undefined without a comparison. */
  former?: number | null | undefined;
  /** The `link` of the row. */
  link: string;
  /** What the figure is of, for screen readers. */
  of: string;
}

export function MetricFigure({ name, report, value, former, link, of }: MetricFigureProps): VNode {
  const format = formatOf(name, report.metrics);
  const { label, isBad, isNeutral } = METRIC_WORDS[name];
  const text = formatFigure(value, format);
  const href = value === null || value === 0 ? undefined : listHref(name, report.metrics, link);
  return (
    <>
      {href === undefined ? (
        <span>{text}</span>
      ) : (
        <a href={href} aria-label={`${text}: ${label}, ${of}`}>
          {text}
        </a>
      )}
      {former !== undefined && <Change now={value} former={former} column={{ format, isBad, isNeutral }} />}
    </>
  );
}
