/** The line of a figure over time, with the former period, the finding, and the same as a table. */
import type { VNode } from 'preact';
import { trendFinding } from '../../../components/chart/findings.ts';
import { ChartFigure } from '../../../components/chart/figure.tsx';
import { formatWhen, formatWithin, formatRange } from '../../../formats/periods.ts';
import { type PeriodUnit } from '../../../../worker/core/reports/words/periods.ts';
import { later } from '../../../components/parts/lazy.tsx';
import { formatOf, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import type { MetricName } from './report-path.ts';
import { isOpenAt, pointsOf, type ReportBody } from './report.ts';
import { TrendTable } from './trend-table.tsx';

/** Loaded after the figures, which people read first. */
const LineChart = later(async () => (await import('../../../components/chart/line-chart.tsx')).LineChart);

interface LineCardProps {
  report: ReportBody;
  name: MetricName;
  unit: PeriodUnit;
  /** The current day in the company's zone. */
  today: string;
  isFormer: boolean;
  /** Controls beside the title. */
  tools?: VNode | undefined;
}

export function LineCard({ report, name, unit, today, isFormer, tools }: LineCardProps): VNode {
  const format = formatOf(name, report.metrics);
  const { label, noun } = METRIC_WORDS[name];
  const points = pointsOf(report, name, unit);
  const { from, to, compared } = report;
  const before = compared === null ? undefined : formatWithin(compared.from, compared.to);
  return (
    <ChartFigure
      name="line"
      title={`${label} by ${unit}`}
      caption={trendFinding({
        noun,
        format,
        total: report.totals[name] ?? null,
        before: before === undefined ? undefined : { total: compared?.totals[name] ?? null, phrase: before },
        points: points.map(({ start, value }) => ({ phrase: formatWhen(unit, start), value })),
      })}
      isFormer={isFormer}
      tools={tools}
      table={<TrendTable report={report} name={name} unit={unit} points={points} />}
    >
      <div class="line-place">
        <LineChart
          label={label}
          unit={unit}
          format={format}
          points={points}
          isOpen={unit !== 'hour' && isOpenAt(report, today)}
          legend={{
            now: formatRange(from, to),
            former: compared === null ? undefined : formatRange(compared.from, compared.to),
          }}
        />
      </div>
    </ChartFigure>
  );
}
