/** Writes a report as CSV (RFC 4180): a line for each row, or one with the totals if it has no grouping. Pure. */
import { guardCell, writeLine } from '../../leads/csv/cells.ts';
import type { ReportBody, ReportFigures } from './answer-schema.ts';

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the file. Compared figures have the suffix `_compared`. */
export function reportCsv({ by, metrics, rows, totals, compared }: ReportBody): string {
  const names = metrics.map(({ name }) => name);
  const isCompared = compared !== null;
  const figures = (values: ReportFigures | null): string[] =>
    names.map((name) => String(values?.[name] ?? ''));
  const line = (labels: readonly string[], values: ReportFigures, then: ReportFigures | null): string =>
    writeLine([...labels, ...figures(values), ...(isCompared ? figures(then) : [])], guardCell);
  const header = [...by, ...names, ...(isCompared ? names.map((name) => `${name}_compared`) : [])];
  const lines = rows.map((row) =>
    line(
      row.by.map(({ label }) => label),
      row.values,
      row.compared,
    ),
  );
  const whole = by.length === 0 ? [line([], totals, compared?.totals ?? null)] : lines;
  return BYTE_ORDER_MARK + writeLine(header, guardCell) + whole.join('');
}
