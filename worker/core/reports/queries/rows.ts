/** Builds the rows of a report: one for each group, sorted and cut. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { ReportBody, ReportFigures } from './answer-schema.ts';
import type { Dimension, MetricName } from '../counting/definitions.ts';
import { METRICS } from '../counting/definitions.ts';
import { figureOf, type Sums, sumsOf } from '../counting/figures.ts';
import { filtersOf, missingOf, timeFilter } from '../counting/filters.ts';
import { writerOf } from './labels.ts';
import { linkOfRow } from './links.ts';
import type { Days } from '../counting/periods.ts';
import type { Period, ScanRules } from '../counting/scan.ts';
import type { ReportQuery } from '../counting/schema.ts';
import { isTime, timeValue } from '../counting/values.ts';

const HOURS = 24;
const WEEK = 7;

type Row = ReportBody['rows'][number];

/** A group: its values, and its figures in both periods. */
interface Group {
  values: readonly [number, number];
  sums: Sums;
  compared: Sums | undefined;
}

/** What rows are sorted by: a metric, or else the grouping with this index. */
interface Sort {
  sign: 1 | -1;
  grouping: number;
  metric: MetricName | undefined;
}

/** Returns the rows in their order, and how many there are. Rows are made when they are asked for. */
export function rowsOf(
  company: CompanyState,
  {
    query,
    rules,
    counted,
  }: {
    query: ReportQuery;
    rules: ScanRules;
    counted: { days: Days; current: Period; compared: Period | undefined };
  },
): { rows: Iterable<Row>; count: number } {
  const { by } = rules;
  const order = orderOf(query, rules);
  if (by.length === 0) return { rows: [], count: 0 };
  const groups = groupsOf(rules, counted);
  const sorted = groups.toSorted(order);
  const writers = by.map((dimension) => writerOf(company, dimension, rules.dictionary));
  const figures = (sums: Sums): ReportFigures => figuresOf(sums, rules);
  const rowOf = ({ values, sums, compared }: Group): Row => {
    const written = by.map((dimension, index) => {
      const number = values[index] ?? 0;
      return { dimension, number, written: writers[index]?.(number) ?? { value: null, label: '' } };
    });
    return {
      by: written.map((each) => each.written),
      values: figures(sums),
      compared: compared === undefined ? null : figures(compared),
      link: linkOfRow(query, counted.days, written),
    };
  };
  return { rows: eachOf(sorted.slice(0, query.limit), rowOf), count: groups.length };
}

function* eachOf<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Generator<Made> {
  for (const item of items) yield make(item);
}

function figuresOf(sums: Sums, { metrics, by, scope }: ScanRules): ReportFigures {
  const names = [...by, ...filtersOf(scope).map(([name]) => name)];
  const isKnown = (metric: MetricName): boolean =>
    METRICS[metric].of.every((kind) => missingOf(kind, names).length === 0);
  return Object.fromEntries(metrics.map((name) => [name, isKnown(name) ? figureOf(name, sums) : null]));
}

/** Returns the groups of both periods; with one grouping by time, all of its values in the days. */
function groupsOf(
  rules: ScanRules,
  { days, current, compared }: { days: Days; current: Period; compared: Period | undefined },
): Group[] {
  const values = new Map<string, readonly [number, number]>();
  const add = (key: readonly [number, number]): unknown => values.set(key.join(), key);
  for (const value of allTimes(rules, days)) add([value, 0]);
  for (const period of [current, ...(compared === undefined ? [] : [compared])]) {
    for (let group = 0; group < period.groups.groupCount; group += 1) add(period.groups.keyOf(group));
  }
  const now = sumsOf(current.groups);
  const then = compared && sumsOf(compared.groups);
  return [...values.values()].map((key) => ({
    values: key,
    sums: now(current.groups.find(...key)),
    compared: then?.(compared?.groups.find(...key)),
  }));
}

/** Returns all values of the only grouping that the filters allow, if it is by time, so that a chart has no gaps. */
function allTimes({ by, weekStart, scope }: ScanRules, { first, last }: Days): number[] {
  const [dimension] = by;
  if (by.length !== 1 || dimension === undefined || !isTime(dimension)) return [];
  const { hour, weekday } = timeFilter(scope);
  if (dimension === 'hour') return hour === null ? Array.from({ length: HOURS }, (_, each) => each) : [hour];
  if (dimension === 'weekday') {
    return weekday === null ? Array.from({ length: WEEK }, (_, day) => day) : [weekday];
  }
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return [...new Set(days.map((day) => timeValue(dimension, { day, local: 0 }, weekStart)))];
}

type Order = (one: Group, other: Group) => number;

/** Returns what rows are sorted by. @throws Problem `invalid_parameter` if it is not in the report */
export function sortOf({ sort, by, metrics }: Pick<ReportQuery, 'sort' | 'by' | 'metrics'>): Sort {
  const [dimension] = by;
  const [metric] = metrics;
  const byDefault = dimension !== undefined && isTime(dimension) ? dimension : `-${metric ?? ''}`;
  const wanted = sort ?? byDefault;
  const name = wanted.replace('-', '');
  const grouping = by.findIndex((each) => each === name);
  const chosen = metrics.find((each) => each === name);
  if (grouping < 0 && chosen === undefined) {
    throw new Problem('invalid_parameter', `Sort by one of ${[...metrics, ...by].join(', ')}.`, {
      errors: [{ parameter: 'sort', code: 'invalid_parameter', detail: 'Not in the report.' }],
    });
  }
  return { sign: wanted.startsWith('-') ? -1 : 1, grouping, metric: chosen };
}

/** Returns the order of rows. @throws Problem as `sortOf` */
function orderOf(query: ReportQuery, rules: ScanRules): Order {
  const { sign, grouping, metric } = sortOf(query);
  const byValue = groupOrder(rules, 0);
  const main: Order = metric === undefined ? groupOrder(rules, grouping) : metricOrder(metric);
  const rest = groupOrder(rules, 1);
  return (one, other) => sign * main(one, other) || byValue(one, other) || rest(one, other);
}

/** Orders groups by a metric; unknown figures count as least. Pure. */
export function metricOrder(
  metric: MetricName,
): (one: Pick<Group, 'sums'>, other: Pick<Group, 'sums'>) => number {
  const read = ({ sums }: Pick<Group, 'sums'>): number => figureOf(metric, sums) ?? -Infinity;
  return (one, other) => {
    const [left, right] = [read(one), read(other)];
    return left === right ? 0 : left - right;
  };
}

/** Orders groups by a grouping: times in their order, texts by the alphabet. */
function groupOrder({ by, dictionary, weekStart }: ScanRules, index: number): Order {
  const dimension: Dimension | undefined = by[index];
  if (dimension === undefined) return () => 0;
  const isNumber = isTime(dimension) || dimension === 'outcome' || dimension === 'confidence';
  const start = { sunday: 0, monday: 1, saturday: 6 }[weekStart as 'monday'];
  const number = (value: number): number => (dimension === 'weekday' ? (value - start + WEEK) % WEEK : value);
  return ({ values: one }, { values: other }) => {
    const [left, right] = [one[index] ?? 0, other[index] ?? 0];
    if (isNumber) return number(left) - number(right);
    const [text, than] = [dictionary.textOf(left) ?? '', dictionary.textOf(right) ?? ''];
    return text < than ? -1 : text > than ? 1 : 0;
  };
}
