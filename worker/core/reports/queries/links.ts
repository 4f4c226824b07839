/** The links of cells to the lists of their records, as queries of `reports/calls`, `texts`, `forms` and `leads`. Pure. */
import { writeDay } from '../counting/days.ts';
import type { Dimension } from '../counting/definitions.ts';
import type { GroupValue } from './labels.ts';
import type { Days } from '../counting/periods.ts';
import { FILTER_NAMES, type ReportScope } from '../counting/schema.ts';

const DAYS_OF_WEEK = 7;

/** Returns the query of the records of all cells of a period. */
export function linkOf(scope: ReportScope, { first, last }: Days): string {
  return writeQuery(scope, { from: writeDay(first), to: writeDay(last) }, []);
}

/** Returns the query of the records of a row. @param values number and text of each grouping's value */
export function linkOfRow(
  scope: ReportScope,
  days: Days,
  values: readonly { dimension: Dimension; number: number; written: GroupValue }[],
): string {
  let { first, last } = days;
  const filters: [string, string][] = [];
  for (const { dimension, number, written } of values) {
    const within = daysWithin(dimension, number);
    if (within === undefined) filters.push([dimension, written.value ?? '']);
    else [first, last] = [Math.max(first, within.first), Math.min(last, within.last)];
  }
  return writeQuery(scope, { from: writeDay(first), to: writeDay(last) }, filters);
}

/** Returns the days of a value of a grouping by days; undefined for other groupings. */
function daysWithin(dimension: Dimension, number: number): Days | undefined {
  switch (dimension) {
    case 'day':
      return { first: number, last: number };
    case 'week':
      return { first: number, last: number + DAYS_OF_WEEK - 1 };
    case 'month': {
      const start = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / 86_400_000;
      return { first: start(number), last: start(number + 1) - 1 };
    }
    default:
      return undefined;
  }
}

function writeQuery(
  scope: ReportScope,
  days: { from: string; to: string },
  filters: readonly [string, string][],
): string {
  const query = new URLSearchParams(days);
  if (scope.model !== 'last') query.set('model', scope.model);
  if (scope.include.length > 0) query.set('include', scope.include.join(','));
  for (const name of FILTER_NAMES) {
    const value = scope[name];
    if (value !== undefined) query.set(name, value);
  }
  for (const [name, value] of filters) query.set(name, value);
  return query.toString();
}
