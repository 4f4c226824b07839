/** The weekdays and hours in which calls are missed. */
import type { VNode } from 'preact';
import { hoursFinding, type HourCount } from '../../components/chart/findings.ts';
import { ChartFigure } from '../../components/chart/figure.tsx';
import { HeatMap, HeatTable } from '../../components/chart/heat-map.tsx';
import { WEEKDAY_NAMES } from '../../../worker/core/reports/words/periods.ts';
import { listHref } from '../reports/figures/links.ts';
import { METRIC_WORDS } from '../../../worker/core/reports/words/metrics.ts';
import type { ReportBody } from '../reports/figures/report.ts';

const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.toLowerCase());

export function MissedHours({ report, isFormer }: { report: ReportBody; isFormer: boolean }): VNode {
  const { noun } = METRIC_WORDS.missed;
  const counts = countsOf(report);
  const links = new Map(report.rows.map(({ by, link }) => [by.map(({ value }) => value).join(' '), link]));
  const linkOf = (weekday: number, hour: number): string | undefined => {
    const link = links.get(`${WEEKDAYS[weekday] ?? ''} ${hour}`);
    return link === undefined ? undefined : listHref('missed', report.metrics, link);
  };
  return (
    <ChartFigure
      name="hours"
      title="Missed calls by weekday and hour"
      caption={hoursFinding(noun, counts)}
      isFormer={isFormer}
      table={<HeatTable caption="Missed calls by weekday and hour" counts={counts} linkOf={linkOf} />}
    >
      <HeatMap label="Missed calls, by weekday and hour" noun={noun} counts={counts} />
    </ChartFigure>
  );
}

function countsOf({ rows }: ReportBody): HourCount[] {
  return rows.map(({ by: [weekday, hour], values }) => ({
    weekday: WEEKDAYS.indexOf(weekday?.value ?? ''),
    hour: Number(hour?.value),
    value: values.missed ?? 0,
  }));
}
