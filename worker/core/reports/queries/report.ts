/** Answers a report. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Currency } from '../../company/settings/records.ts';
import { clockOfCompany, derivationRulesOf, ownCurrency, weekStartOf } from '../company-rules.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { FACT_KINDS } from '../facts/fact-chunk.ts';
import { type Facts, factsOf } from '../facts/facts.ts';
import { pause } from '../../engine/work/pauses.ts';
import type { ReportBody, ReportFigures } from './answer-schema.ts';
import { factorOf } from '../costs/costs.ts';
import type { LocalTimes } from '../counting/days.ts';
import { addDaySums, type DaySums } from '../counting/day-sums.ts';
import { type FactKind, type MetricName, METRICS } from '../counting/definitions.ts';
import { filtersOf, missingOf } from '../counting/filters.ts';
import { firstDayIn } from './first-day.ts';
import { linkOf } from './links.ts';
import { type Days, daysOf, shiftOf, writeDays } from '../counting/periods.ts';
import { figureOf, sumsOf } from '../counting/figures.ts';
import { headLine, restLine, rowLine, totalLine } from './report-csv.ts';
import { rowsOf, sortOf } from './rows.ts';
import { emptyPeriod, type Period, Scan, type ScanRules } from '../counting/scan.ts';
import { scanRulesOf } from './scan-rules.ts';
import type { ReportQuery } from '../counting/schema.ts';

const DAY_MS = 86_400_000;
/** Lines of a file that are written between two pauses. */
const LINES_AT_A_TIME = 1_000;
const VISITS: DaySums = { kind: 'visit', table: 'visit_counts', sums: { visits: 'sum(visits)' } };
/** Without a comma before the last name. */
const LIST = new Intl.ListFormat('en-GB');
const TAPS: DaySums = { kind: 'tap', table: 'tap_counts', sums: { taps: 'sum(taps)' } };

/** The days of a report, and the sums of them and of the compared days. */
export interface Counted {
  days: Days;
  current: Period;
  compared: ComparedPeriod | undefined;
}

/** The period that a report is compared with, up to the day that corresponds to today. */
interface ComparedPeriod extends Period {
  days: Days;
}

/** A report without its rows, which are made when they are asked for. */
interface CountedReport {
  head: Omit<ReportBody, 'rows' | 'more'>;
  rows: Iterable<ReportBody['rows'][number]>;
  count: number;
}

/** Returns a report. @param currencies with the newest rates @throws Problem for a range */
export function report(
  context: RequestContext,
  query: ReportQuery,
  currencies: readonly Currency[],
): Promise<ReportBody> {
  return counting(context, { query, currencies }, ({ head, rows: made, count }) => {
    const rows = [...made];
    const { notes, ...figures } = head;
    return Promise.resolve({ ...figures, rows, more: count - rows.length, notes });
  });
}

/** Returns a report as a CSV file that says how many rows it leaves out, with its days. @throws Problem for a range */
export function reportFile(
  context: RequestContext,
  query: ReportQuery,
  currencies: readonly Currency[],
): Promise<{ from: string; to: string; csv: string }> {
  return counting(context, { query, currencies }, async ({ head, rows, count }) => {
    const { from, to, by } = head;
    let csv = headLine(head);
    let lines = 0;
    if (by.length === 0) return { from, to, csv: csv + totalLine(head) };
    for (const row of rows) {
      csv += rowLine(head, row);
      lines += 1;
      if (lines % LINES_AT_A_TIME === 0) await pause();
    }
    return { from, to, csv: lines < count ? csv + restLine(count - lines) : csv };
  });
}

/** Counts a report. @param use takes the rows while the facts do not change */
function counting<Result>(
  context: RequestContext,
  { query, currencies }: { query: ReportQuery; currencies: readonly Currency[] },
  use: (counted: CountedReport) => Promise<Result>,
): Promise<Result> {
  const facts = factsOf(context);
  return facts.read(derivationRulesOf(context), async () => {
    const rules = await scanRulesOf(context, facts, { ...query, scope: query, currencies });
    const days = chosenDays(context, query, await firstDayIn(context, query, facts));
    const counted = periodsOf(context, { query, days }, rules.times);
    await countAll(context, { facts, rules, counted, currencies });
    await pause();
    return use({
      head: headOf(context, { query, rules, counted, currencies }),
      ...rowsOf(context, { query, rules, counted }),
    });
  });
}

/** Checks what the schema of a query cannot. @throws Problem for a range, or a sort by something else */
export function checkQuery(context: RequestContext, query: Omit<ReportQuery, 'format'>): void {
  // No refusal depends on the first day.
  chosenDays(context, query, Infinity);
  sortOf(query);
}

function chosenDays(context: RequestContext, query: Omit<ReportQuery, 'format'>, firstDay: number): Days {
  const clock = clockOfCompany(context);
  return daysOf(query, { now: context.now, clock, weekStart: weekStartOf(context), firstDay });
}

/** Returns the periods of a report, with nothing in them. */
function periodsOf(
  context: RequestContext,
  { query, days }: { query: ReportQuery; days: Days },
  times: LocalTimes,
): Counted {
  const clock = clockOfCompany(context);
  const { now } = context;
  const shift = shiftOf(days, query.compare);
  const current = emptyPeriod(times, { ...days, until: Infinity }, 0);
  if (shift === undefined) return { days, current, compared: undefined };
  // Days that are not over are compared with the same part of the former ones: to the hour, or to the day where only days are known.
  const sameTime = clock.toUtc(clock.toLocal(now) - shift * DAY_MS) / 1000;
  const until = current.until > now / 1000 ? sameTime : Infinity;
  const today = Math.floor(clock.toLocal(now) / DAY_MS);
  const last = Math.max(days.first, Math.min(days.last, today)) - shift;
  const period = emptyPeriod(times, { ...days, until }, shift);
  return { days, current, compared: { ...period, days: { first: days.first - shift, last } } };
}

async function countAll(
  { database }: RequestContext,
  {
    facts,
    rules,
    counted,
    currencies,
  }: { facts: Facts; rules: ScanRules; counted: Counted; currencies: readonly Currency[] },
): Promise<void> {
  const costSums: DaySums = {
    kind: 'cost',
    table: 'costs',
    sums: { cost: 'sum(own_amount)', costs: 'count(*)' },
    factorColumn: 'own_unit',
    factorOf: factorOf(ownCurrency(currencies)?.unit ?? 'USD', currencies),
  };
  const periods = [counted.current, ...(counted.compared === undefined ? [] : [counted.compared])];
  const kinds = kindsOf(rules.metrics);
  for (const kind of FACT_KINDS) {
    if (!kinds.has(kind) || !canCount(kind, rules)) continue;
    const scan = new Scan(kind, rules, periods);
    const from = Math.min(...periods.map((period) => period.from));
    const until = Math.max(...periods.map((period) => period.until));
    await facts.visit({ kind, from, until }, (chunk) => scan.count(chunk));
    scan.finish();
  }
  for (const sums of [VISITS, TAPS, costSums]) {
    if (!kinds.has(sums.kind) || !canCount(sums.kind, rules)) continue;
    await addDaySums(database, sums, { rules, period: counted.current, days: counted.days });
    const { compared } = counted;
    if (compared !== undefined)
      await addDaySums(database, sums, { rules, period: compared, days: compared.days });
  }
}

/** Returns the kinds of data that metrics need. */
function kindsOf(metrics: readonly MetricName[]): Set<FactKind> {
  return new Set(metrics.flatMap((name): readonly FactKind[] => METRICS[name].of));
}

/** Tells whether a kind of data has the properties that the filters ask for. */
function canCount(kind: FactKind, { scope }: ScanRules): boolean {
  const names = filtersOf(scope).map(([name]) => name);
  return missingOf(kind, names).length === 0;
}

function headOf(
  context: RequestContext,
  {
    query,
    rules,
    counted,
    currencies,
  }: { query: ReportQuery; rules: ScanRules; counted: Counted; currencies: readonly Currency[] },
): CountedReport['head'] {
  const { days, current, compared } = counted;
  return {
    ...writeDays(days),
    time_zone: timeZoneOf(context),
    model: query.model,
    by: query.by,
    metrics: query.metrics.map((name) => {
      const { unit, list, only } = METRICS[name];
      const currency = unit === 'amount' ? (ownCurrency(currencies)?.unit ?? null) : null;
      return { name, unit, currency, list, only };
    }),
    totals: totalsOf(current, rules),
    link: linkOf(query, days),
    compared:
      compared === undefined
        ? null
        : {
            ...writeDays(compared.days),
            totals: totalsOf(compared, rules),
            link: linkOf(query, compared.days),
          },
    notes: notesOf(rules, counted, context.now),
  };
}

function totalsOf({ totals }: Period, rules: ScanRules): ReportFigures {
  const sums = sumsOf(totals)(totals.find(0, 0));
  return Object.fromEntries(
    rules.metrics.map((name) => [name, isCounted(name, rules) ? figureOf(name, sums) : null]),
  );
}

/** Tells whether the data of a metric has the properties that the filters ask for. */
function isCounted(metric: MetricName, rules: ScanRules): boolean {
  return METRICS[metric].of.every((kind) => canCount(kind, rules));
}

/** Returns what a reader of the figures has to know. */
function notesOf(rules: ScanRules, { current, compared }: Counted, now: number): string[] {
  const notes = unknownNotesOf(rules);
  if (rules.dictionary.isFull)
    notes.push('There are too many different visits: the newest campaigns, terms and pages are in "other".');
  const isPartial = compared !== undefined && current.until > now / 1000;
  if (isPartial && rules.metrics.some((metric) => METRICS[metric].of.some(isOfDays)))
    notes.push('Today is not over: visits, taps and costs are compared with those of the whole day.');
  return notes;
}

/** Names the metrics whose data has not all groupings and filters: `Leads, won and cost per lead are not known by outcome.` */
function unknownNotesOf(rules: ScanRules): string[] {
  const filters = filtersOf(rules.scope).map(([name]) => name);
  const metricsBy = new Map<string, string[]>();
  for (const metric of rules.metrics) {
    const missing = METRICS[metric].of.flatMap((kind) => missingOf(kind, [...rules.by, ...filters]));
    if (missing.length === 0) continue;
    const groups = inWords([...new Set(missing)]);
    metricsBy.set(groups, [...(metricsBy.get(groups) ?? []), metric]);
  }
  return [...metricsBy].map(([groups, metrics]) => {
    const subject = inWords(metrics);
    const isOne = metrics.length === 1 && !subject.endsWith('s');
    return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${isOne ? 'is' : 'are'} not known by ${groups}.`;
  });
}

/** Lists names of the API as words: `leads, won and cost per lead`. */
function inWords(names: readonly string[]): string {
  return LIST.format(names.map((name) => name.replaceAll('_', ' ')));
}

function isOfDays(kind: FactKind): boolean {
  return kind === 'visit' || kind === 'tap' || kind === 'cost';
}
