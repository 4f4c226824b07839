/** Writes a report as CSV (RFC 4180), for people: a line for each row, or one with the totals if it has no grouping. Pure. */
import { channelName } from '../../../dni/pure/channels.ts';
import { guardCell, writeLine } from '../../leads/csv/cells.ts';
import type { Dimension } from '../counting/definitions.ts';
import { DIMENSION_LABELS, METRIC_WORDS } from '../words/metrics.ts';
import { hasWords, noneLabel } from '../words/names.ts';
import type { ReportBody, ReportFigures } from './answer-schema.ts';

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

type Metric = ReportBody['metrics'][number];
type ReportHead = Pick<ReportBody, 'by' | 'metrics' | 'compared' | 'totals'>;
/** A row without the link to its records, which files leave out. */
type Line = Omit<ReportBody['rows'][number], 'link'>;

/** Returns the first line. Units stand beside names, days beside the names of compared figures. */
export function headLine({ by, metrics, compared }: ReportHead): string {
  const names = metrics.map(headOf);
  const then = compared === null ? [] : names.map((name) => `${name}, ${compared.from} to ${compared.to}`);
  return (
    BYTE_ORDER_MARK + writeLine([...by.map((name) => DIMENSION_LABELS[name]), ...names, ...then], guardCell)
  );
}

/** Returns the line of a row. */
export function rowLine({ by, metrics, compared }: ReportHead, row: Line): string {
  const labels = row.by.map((group, index) => labelOf(by[index], group));
  const then = compared === null ? [] : figuresIn(metrics, row.compared);
  return writeLine([...labels, ...figuresIn(metrics, row.values), ...then], guardCell);
}

/** Returns the only line of a report without a grouping. */
export function totalLine(head: ReportHead): string {
  return rowLine(head, { by: [], values: head.totals, compared: head.compared?.totals ?? null });
}

/** Returns the line that says how many rows the file leaves out. */
export function restLine(more: number): string {
  const rows = more === 1 ? '1 more row is' : `${more} more rows are`;
  return writeLine([`${rows} not in this file. Choose fewer days, or filter the report.`], guardCell);
}

function headOf({ name, unit, currency }: Metric): string {
  const unitText = { count: '', amount: currency ?? '', seconds: 'seconds', ratio: isShare(name) ? '%' : '' }[
    unit
  ];
  const { label } = METRIC_WORDS[name];
  return unitText === '' ? label : `${label} (${unitText})`;
}

function isShare(name: Metric['name']): boolean {
  return name !== 'return_on_spend';
}

function figuresIn(metrics: readonly Metric[], figures: ReportFigures | null): string[] {
  return metrics.map(({ name, unit }) => {
    const value = figures?.[name] ?? null;
    if (value === null) return '';
    return rounded(unit === 'ratio' && isShare(name) ? value * 100 : value);
  });
}

/** Writes a figure with at most two decimals. */
function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function labelOf(by: Dimension | undefined, { value, label }: Line['by'][number]): string {
  if (by === undefined) return label;
  if (value === null || value === '') return by === 'outcome' ? label : noneLabel(by);
  return hasWords(by) && label === value ? channelName(label) : label;
}
