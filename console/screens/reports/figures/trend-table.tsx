/** The figures of a line as a table, newest first. */
import type { VNode } from 'preact';
import type { LinePoint } from '../../../components/chart/line-chart.tsx';
import { formatFigure } from '../../../../worker/core/reports/words/figures.ts';
import { formatPeriod } from '../../../formats/periods.ts';
import { type PeriodUnit } from '../../../../worker/core/reports/words/periods.ts';
import { Table } from '../../../components/table.tsx';
import { MetricFigure } from './metric-figure.tsx';
import { formatOf, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import type { MetricName } from './report-path.ts';
import { type ReportBody, startOfRow } from './report.ts';

interface TrendTableProps {
  report: ReportBody;
  name: MetricName;
  unit: PeriodUnit;
  points: readonly LinePoint[];
}

export function TrendTable({ report, name, unit, points }: TrendTableProps): VNode {
  const { label } = METRIC_WORDS[name];
  const format = formatOf(name, report.metrics);
  const links = new Map(report.rows.map((row) => [startOfRow(unit, row), row.link]));
  const isCompared = points.some(({ former }) => former !== undefined);
  return (
    <div class="trend-table">
      <Table
        caption={`${label} by ${unit}`}
        columns={[
          unitLabel(unit),
          ...[label, ...(isCompared ? ['Before'] : [])].map((text) => ({ label: text, class: 'number' })),
        ]}
      >
        {points.toReversed().map(({ start, value, former }) => (
          <tr key={start}>
            <th scope="row">{formatPeriod(unit, start)}</th>
            <td class="number">
              <MetricFigure
                name={name}
                report={report}
                value={value}
                link={links.get(start) ?? ''}
                of={formatPeriod(unit, start)}
              />
            </td>
            {isCompared && (
              <td class="number soft">{former === undefined ? '' : formatFigure(former.value, format)}</td>
            )}
          </tr>
        ))}
      </Table>
    </div>
  );
}

function unitLabel(unit: PeriodUnit): string {
  return unit.slice(0, 1).toUpperCase() + unit.slice(1);
}
