/** Adds the counts of visits and taps and the costs of days to the groups of a report. */
import type { Database, Row } from '../../engine/storage/database.ts';
import { pause } from '../../engine/work/pauses.ts';
import type { Dictionary } from '../facts/dictionary.ts';
import { dayNumber, writeDay } from './days.ts';
import type { Dimension } from './definitions.ts';
import { filtersOf, missingOf, timeFilter } from './filters.ts';
import type { Period, ScanRules } from './scan.ts';
import { COUNTER_AT, type Counter } from './tally.ts';
import { isTime, timeValue, weekdayOf } from './values.ts';

/** Rows that are read between two pauses. */
const ROWS_AT_A_TIME = 5_000;
/** Seconds. */
const HOUR = 3_600;

/** The columns of sums by grouping. Days have the column `day`; other groupings have none. */
const COLUMNS: Partial<Record<Dimension, string>> = {
  source: 'source',
  campaign: 'campaign',
  landing_page: 'landing_page',
  location: 'location_id',
  number: 'number',
  hour: 'hour',
};

/** A table of sums by day: visits, taps, costs. */
export interface DaySums {
  kind: 'visit' | 'tap' | 'cost';
  table: string;
  /** SQL of sums by counter. */
  sums: Partial<Record<Counter, string>>;
  /** Returns the factor of a row, for amounts in several currencies. */
  factorOf?(row: Row): number;
  /** The column that the factor depends on. */
  factorColumn?: string;
}

/** Adds the sums of the days of a period. @param days the days as they are, without the shift of the period */
export async function addDaySums(
  database: Database,
  sums: DaySums,
  { rules, period, days }: { rules: ScanRules; period: Period; days: { first: number; last: number } },
): Promise<void> {
  const filters = filtersOf(rules.scope).filter(([name]) => name in COLUMNS);
  const isGrouped = rules.by.length > 0 && missingOf(sums.kind, rules.by).length === 0;
  const by = isGrouped ? rules.by : [];
  const grouped = by.flatMap((dimension) => COLUMNS[dimension] ?? []);
  const isByDay = by.some((name) => isTime(name) && name !== 'hour') || rules.scope.weekday !== undefined;
  const columns = [
    ...(isByDay ? ['day'] : []),
    ...new Set([...grouped, ...(sums.factorColumn === undefined ? [] : [sums.factorColumn])]),
  ];
  const counters = Object.entries(sums.sums) as [Counter, string][];
  const sql = `SELECT ${[...columns, ...counters.map(([name, sum]) => `${sum} AS ${name}`)].join(', ')}
    FROM ${sums.table} WHERE day BETWEEN ? AND ?
    ${filters.map(([name]) => `AND ${COLUMNS[name as Dimension] ?? ''} = ?`).join(' ')}
    ${columns.length === 0 ? '' : `GROUP BY ${columns.join(', ')}`}`;
  const rows = database.all(
    sql,
    writeDay(days.first),
    writeDay(days.last),
    ...filters.map(([name, value]) => (name === 'hour' ? Number(value) : value)),
  );
  for (const [index, row] of rows.entries()) {
    addRow(row, { sums, counters, rules: { ...rules, by }, period });
    if (index % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await pause();
  }
}

function addRow(
  row: Row,
  {
    sums,
    counters,
    rules,
    period,
  }: { sums: DaySums; counters: readonly [Counter, string][]; rules: ScanRules; period: Period },
): void {
  const day = (typeof row['day'] === 'string' ? dayNumber(row['day']) : 0) + period.shift;
  const { weekday } = timeFilter(rules.scope);
  if (weekday !== null && weekdayOf(day) !== weekday) return;
  const factor = sums.factorOf?.(row) ?? 1;
  const group =
    rules.by.length === 0
      ? undefined
      : period.groups.group(valueOf(row, day, rules, 0), valueOf(row, day, rules, 1));
  const total = period.totals.group(0, 0);
  for (const [name] of counters) {
    const amount = Number(row[name] ?? 0) * (name === 'cost' ? factor : 1);
    if (group !== undefined) period.groups.add(group, COUNTER_AT[name], amount);
    period.totals.add(total, COUNTER_AT[name], amount);
  }
}

function valueOf(row: Row, day: number, rules: ScanRules, index: 0 | 1): number {
  const dimension = rules.by[index];
  if (dimension === undefined) return 0;
  if (isTime(dimension))
    return timeValue(dimension, { day, local: Number(row['hour'] ?? 0) * HOUR }, rules.weekStart);
  return textNumber(rules.dictionary, row[COLUMNS[dimension] ?? '']);
}

/** Returns the number of a text; an empty one is unknown. */
function textNumber(dictionary: Dictionary, text: unknown): number {
  return dictionary.numberOf(typeof text === 'string' && text !== '' ? text : null);
}
