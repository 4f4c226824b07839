/** Reports of random companies, beside a naive computation, while the companies change and their objects are killed. */
import { expect, test } from 'vitest';
import { isFull } from '../../../../harness/effort.ts';
import {
  DIMENSIONS,
  type Dimension,
  METRIC_NAMES,
  METRICS,
  MODELS,
  type MetricName,
} from '../../../../../worker/core/reports/counting/definitions.ts';
import { shiftOf } from '../../../../../worker/core/reports/counting/periods.ts';
import { dayNumber } from '../../../../../worker/core/reports/counting/days.ts';
import { filtersOf, missingOf } from '../../../../../worker/core/reports/counting/filters.ts';
import type { RecordsQuery, ReportQuery } from '../../../../../worker/core/reports/counting/schema.ts';
import type { ReportBody } from '../../../../../worker/core/reports/queries/answer-schema.ts';
import { report } from '../../../../../worker/core/reports/queries/report.ts';
import { findRecords } from '../../../../../worker/core/reports/queries/records.ts';
import { factsOf } from '../../../../../worker/core/reports/facts/facts.ts';
import { derivationRulesOf } from '../../../../../worker/core/reports/company-rules.ts';
import { type Figures, keyOf, type NaiveQuery, naiveReport } from './naive-report.ts';
import {
  changeSomething,
  makeRandomCompany,
  pick,
  type Random,
  randomOf,
  type RandomCompany,
} from './random-company.ts';

const ZONES = [
  'America/Chicago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'UTC',
];
const CURRENCIES = [
  { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: true },
  { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.5, show: true, company_default: false },
];
/** Metrics whose parts sum to the whole. */
const SUMS: readonly MetricName[] = [
  'visits',
  'taps',
  'calls',
  'first_time_callers',
  'answered',
  'missed',
  'rescued',
  'not_called_back',
  'lost_in_menu',
  'texts',
  'forms',
  'leads',
  'won',
  'value',
  'cost',
];
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['source', ['paid_search', 'direct', 'nobody']],
  ['campaign', ['spring', '']],
  ['landing_page', ['/prices', '']],
  ['location', ['austin', '']],
  ['outcome', ['answered', 'missed', 'blocked']],
  ['state', ['open', 'closed_won']],
  ['confidence', ['high', 'low']],
  ['weekday', ['monday', 'sunday']],
  ['hour', ['9', '17']],
  ['first_time', ['true', 'false']],
  ['answered_by', ['user-1', '+15125550140']],
  ['menu_key', ['Main: 1 (Sales)', 'No key', '']],
];

function randomQuery(random: Random): ReportQuery {
  const by = [...new Set([pick(random, DIMENSIONS), pick(random, DIMENSIONS)])].slice(
    0,
    pick(random, [0, 1, 2, 2]),
  );
  const [from, to] = pick(random, [
    ['2026-11-01', '2026-11-23'],
    ['2026-10-20', '2026-11-10'],
    ['2024-11-23', '2026-11-23'],
    ['2026-03-01', '2026-03-31'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-20', '2026-12-03'],
    ['2026-11-01', '2026-11-30'],
  ] as const);
  const filters = FILTERS.filter(() => random() < 0.08).map(([name, values]) => [name, pick(random, values)]);
  return {
    metrics: METRIC_NAMES,
    by,
    compare: pick(random, ['previous', 'year', 'none']),
    from,
    to,
    model: pick(random, MODELS),
    include: pick(random, [[], ['spam'], ['not_a_lead', 'spam']]),
    limit: 5_000,
    ...Object.fromEntries(filters),
  };
}

/** Sets the figures to null that some data has no property for. */
function known(figures: Figures, query: ReportQuery, by: readonly Dimension[]): Record<string, unknown> {
  const names = [...by, ...filtersOf(query).map(([name]) => name)];
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const missing = METRICS[name as MetricName].of.flatMap((kind) => missingOf(kind, names));
      return [name, missing.length > 0 || value === null ? null : expect.closeTo(value, 4)];
    }),
  );
}

/** Values that are to be equal. */
interface Pairs {
  received: unknown[];
  expected: unknown[];
}

/** Compares a report with the naive one. */
async function compare(company: RandomCompany, query: ReportQuery): Promise<Pairs> {
  const body = await report(company.context(), query, CURRENCIES);
  const naive: NaiveQuery = {
    ...query,
    from: query.from ?? '',
    to: query.to ?? '',
    filters: Object.fromEntries(filtersOf(query)),
  };
  const days = { first: dayNumber(naive.from), last: dayNumber(naive.to) };
  const shift = shiftOf(days, query.compare);
  const now = naiveReport(company, naive);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: company.timeZone }).format(company.now);
  const isOpen = naive.to >= today;
  const until = isOpen && shift !== undefined ? sameTime(company, shift) : Infinity;
  // What is known by day is compared up to today.
  const soFar = { ...naive, to: isOpen ? today : naive.to };
  const then = shift === undefined ? undefined : naiveReport(company, soFar, { shift, until });
  const rows = new Map(body.rows.map((row) => [keyOf(row.by.map(({ value }) => value)), row]));
  const keys = query.by.length === 0 ? [] : [...now.groups.keys(), ...(then?.groups.keys() ?? [])];
  const all = [...new Set([...keys, ...rows.keys()])].toSorted();
  const nothing = naiveNothing();
  const groupOf = (groups: Map<string, Figures> | undefined, key: string): unknown =>
    groups === undefined ? null : known(groups.get(key) ?? nothing, query, query.by);
  return {
    received: [
      body.totals,
      body.compared?.totals,
      ...all.map((key) => partOf(rows.get(key))),
      ...sums(body, query),
    ],
    expected: [
      known(now.totals, query, []),
      then && known(then.totals, query, []),
      ...all.map((key) => ({ values: groupOf(now.groups, key), compared: groupOf(then?.groups, key) })),
      ...sums(body, query).map(() => expect.closeTo(0, 2)),
    ],
  };
}

function partOf(row: ReportBody['rows'][number] | undefined): unknown {
  return row && { values: row.values, compared: row.compared };
}

/** Returns the local time of now, some days before. */
function sameTime({ now, timeZone }: RandomCompany, shift: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const wall = (time: number): string => format.format(time);
  const target = Date.parse(`${wall(now).replace(' ', 'T')}Z`) - shift * 86_400_000;
  const wanted = new Date(target).toISOString().slice(0, 19).replace('T', ' ');
  const about = now - shift * 86_400_000;
  for (let minutes = -24 * 60; minutes <= 24 * 60; minutes += 15)
    if (wall(about + minutes * 60_000) === wanted) return about + minutes * 60_000;
  throw new Error(`No ${wanted} in ${timeZone}.`);
}

/** Returns the figures of no records. */
function naiveNothing(): Figures {
  return Object.fromEntries(
    METRIC_NAMES.map((name) => {
      const isRate = METRICS[name].unit !== 'count' && !['value', 'cost'].includes(name);
      return [name, isRate || name === 'calls_per_100_visits' ? null : 0];
    }),
  );
}

/** Returns the difference of the whole and the sum of its parts, for each metric whose parts sum to it. */
function sums(body: ReportBody, query: ReportQuery): number[] {
  if (query.by.length === 0) return [];
  return SUMS.flatMap((name) => {
    const parts = body.rows.map(({ values }) => values[name] ?? null);
    const isUnknown = METRICS[name].of.some((kind) => missingOf(kind, query.by).length > 0);
    if (isUnknown || parts.includes(null)) return [];
    return [parts.reduce<number>((total, part) => total + (part ?? 0), 0) - (body.totals[name] ?? 0)];
  });
}

/** Compares the number of records behind cells with their figures. */
async function compareLists(company: RandomCompany, query: ReportQuery): Promise<Pairs> {
  const { rows, metrics } = await report(company.context(), { ...query, compare: 'none' }, CURRENCIES);
  const kinds = { calls: 'call', texts: 'text', forms: 'form', leads: 'lead' } as const;
  const counted = metrics.filter(({ name, unit }) => unit === 'count' && SUMS.includes(name));
  const cells: [string, MetricName, number | null][] = [];
  const lists: [string, MetricName, number][] = [];
  for (const row of rows.slice(0, 3)) {
    for (const { name, list, only } of counted) {
      const figure = row.values[name] ?? null;
      if (list === null || figure === null || query.model === 'position') continue;
      const { metrics: _, by: __, compare: ___, limit: ____, ...scope } = query;
      const link = Object.fromEntries(new URLSearchParams(row.link));
      const part = only === null ? {} : { only };
      const asked: RecordsQuery = {
        ...scope,
        ...link,
        include: query.include,
        model: query.model,
        limit: 5_000,
        ...part,
      };
      const { items } = await findRecords(company.context(), kinds[list], asked, CURRENCIES);
      cells.push([row.link, name, figure]);
      lists.push([row.link, name, items.length]);
    }
  }
  return { received: lists, expected: cells };
}

/** With a late report of a caller without a lead, and with a filter by the hour of a report by hour: both were once wrong. */
const SAMPLE = [0, 1, 2, 3, 4, 5, 45, 48];

test.each(isFull ? Array.from({ length: 300 }, (_, seed) => seed) : SAMPLE)(
  'reports of the random company %d are those of a naive computation',
  async (seed) => {
    const random = randomOf(seed + 1);
    const company = makeRandomCompany(seed, ZONES[seed % ZONES.length] ?? 'UTC');
    for (let step = 0; step < 12; step += 1) {
      const query = randomQuery(random);
      const figures = await compare(company, query);
      const lists = await compareLists(company, query);
      expect([query, figures.received]).toEqual([query, figures.expected]);
      expect(lists.received).toEqual(lists.expected);
      for (let change = 0; change < 4; change += 1) changeSomething(company, random);
      const context = company.context();
      if (random() < 0.3) await factsOf(context).store(derivationRulesOf(context));
      if (random() < 0.3) company.restart();
    }
  },
);
