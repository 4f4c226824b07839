/** Reads the rows of reports. Pure. */
import type { LinePoint } from '../../../components/chart/line-chart.tsx';
import { formatRange } from '../../../formats/periods.ts';
import { dayAfter, daysBetween, type PeriodUnit } from '../../../../worker/core/reports/words/periods.ts';
import type { Dimension, MetricName } from '../../../../worker/core/reports/counting/definitions.ts';
import type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';

export type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';

export type ReportRow = ReportBody['rows'][number];

/** Groupings that are drawn as a line. */
export const LINE_UNITS = ['hour', 'day', 'week', 'month'] as const satisfies (Dimension & PeriodUnit)[];

/** Returns the unit of the line of a report; undefined if it is not grouped by time alone. */
export function lineUnit(by: readonly Dimension[]): PeriodUnit | undefined {
  return by.length === 1 ? LINE_UNITS.find((unit) => unit === by[0]) : undefined;
}

/** Returns the points of a line from a report by time, oldest first. */
export function pointsOf(report: ReportBody, metric: MetricName, unit: PeriodUnit): LinePoint[] {
  const { from, compared, rows } = report;
  const shift = compared === null ? 0 : daysBetween(compared.from, from);
  return rows
    .map((row) => {
      const { values, compared: former } = row;
      const start = startOfRow(unit, row);
      const point = { start, value: values[metric] ?? null };
      if (former === null) return point;
      return { ...point, former: { start: formerStart(unit, start, shift), value: former[metric] ?? null } };
    })
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** Tells whether the last period of a report includes now, so that its line is not complete. @param today as `2026-11-23` */
export function isOpenAt({ to }: ReportBody, today: string): boolean {
  return to >= today;
}

/** Names the days that a report is compared with, and the part of them; undefined without a comparison. */
export function comparedTitle(report: ReportBody, today: string): string | undefined {
  if (report.compared === null) return undefined;
  const { from, to } = report.compared;
  return `${formatRange(from, to)}${isOpenAt(report, today) ? ', up to this time of day' : ''}`;
}

/** Returns the start of the period of a row. An hour of the day has no date: it is drawn on an arbitrary one. */
export function startOfRow(unit: PeriodUnit, { by: [group] }: ReportRow): string {
  const value = group?.value ?? '';
  return unit === 'hour' ? `2000-01-01T${value.padStart(2, '0')}` : value;
}

/** Days and weeks are compared with those some whole weeks before, months with months of other names. */
function formerStart(unit: PeriodUnit, start: string, shift: number): string | undefined {
  return unit === 'day' || unit === 'week' ? dayAfter(start, -shift) : undefined;
}
