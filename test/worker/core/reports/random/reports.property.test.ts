/** Reports of random companies, beside a naive computation, while the companies change and their objects are killed. */
import { expect, test } from 'vitest';
import { effort } from '../../../../harness/effort.ts';
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
  'calls',
  'first_time_callers',
  'answered',
  'missed',
  'rescued',
  'not_called_back',
  'texts',
  'leads',
  'won',
  'value',
  'cost',
];
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['source', ['paid_search', 'direct', 'nobody']],
  ['campaign', ['spring', '']],
  ['location', ['austin', '']],
  ['outcome', ['answered', 'missed', 'blocked']],
  ['state', ['open', 'closed_won']],
  ['confidence', ['high', 'low']],
  ['weekday', ['monday', 'sunday']],
  ['hour', ['9', '17']],
  ['first_time', ['true', 'false']],
  ['answered_by', ['user-1', '+15125550140']],
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

/** Compares a report with the naive one. */
async function compare(company: RandomCompany, query: ReportQuery): Promise<void> {
  const body = await report(company.context(), query, CURRENCIES);
  const naive: NaiveQuery = {
    ...query,
    from: query.from ?? '',
    to: query.to ?? '',
    filters: Object.fromEntries(filtersOf(query)),
  };
  const now = naiveReport(company, naive);
  const days = { first: dayNumber(naive.from), last: dayNumber(naive.to) };
  const shift = shiftOf(days, query.compare);

  expect(body.totals).toEqual(known(now.totals, query, []));
  compareRows(body, query, now.groups);
  expect(body.compared === null).toBe(shift === undefined);
  if (shift !== undefined && body.compared !== null) {
    const isOver = query.to !== '2026-11-23';
    const then = naiveReport(company, naive, { shift, until: isOver ? Infinity : sameTime(company, shift) });
    expect(body.compared.totals).toEqual(known(then.totals, query, []));
    const compared = new Map(body.rows.map((row) => [keyOf(row.by.map(({ value }) => value)), row.compared]));
    for (const [key, figures] of then.groups) {
      const shown = known(figures, query, query.by);
      if (query.by.length > 0) expect([key, compared.get(key)]).toEqual([key, shown]);
    }
  }
  sumUp(body, query);
}

/** Returns the local time of now, some days before. */
function sameTime({ now, timeZone }: RandomCompany, shift: number): number {
  const wall = (time: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time);
  const target = Date.parse(`${wall(now).replace(' ', 'T')}Z`) - shift * 86_400_000;
  const wanted = new Date(target).toISOString().slice(0, 19).replace('T', ' ');
  const about = now - shift * 86_400_000;
  for (let minutes = -24 * 60; minutes <= 24 * 60; minutes += 15)
    if (wall(about + minutes * 60_000) === wanted) return about + minutes * 60_000;
  throw new Error(`No ${wanted} in ${timeZone}.`);
}

function compareRows(body: ReportBody, query: ReportQuery, groups: Map<string, Figures>): void {
  if (query.by.length === 0) {
    expect(body.rows).toEqual([]);
    return;
  }
  const rows = new Map(body.rows.map((row) => [keyOf(row.by.map(({ value }) => value)), row.values]));
  const nothing = known(naiveNothing(), query, query.by);
  for (const [key, values] of rows) {
    const figures = groups.get(key);
    expect([key, values]).toEqual([key, figures === undefined ? nothing : known(figures, query, query.by)]);
  }
  expect([...groups.keys()].filter((key) => !rows.has(key))).toEqual([]);
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

/** Checks that the parts sum to the whole. */
function sumUp(body: ReportBody, query: ReportQuery): void {
  if (query.by.length === 0) return;
  for (const name of SUMS) {
    if (METRICS[name].of.some((kind) => missingOf(kind, query.by).length > 0)) continue;
    const parts = body.rows.map(({ values }) => values[name] ?? null);
    if (parts.includes(null)) continue;
    const sum = parts.reduce<number>((total, part) => total + (part ?? 0), 0);
    expect(Math.abs(sum - (body.totals[name] ?? 0))).toBeLessThan(0.001);
  }
}

/** Compares the number of records behind cells with their figures. */
async function compareLists(company: RandomCompany, query: ReportQuery): Promise<void> {
  const { rows, metrics } = await report(company.context(), { ...query, compare: 'none' }, CURRENCIES);
  const kinds = { calls: 'call', texts: 'text', leads: 'lead' } as const;
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
      const asked = { ...scope, ...link, include: query.include, model: query.model, limit: 5_000, ...part };
      const { items } = await findRecords(company.context(), kinds[list], asked as RecordsQuery, CURRENCIES);
      cells.push([row.link, name, figure]);
      lists.push([row.link, name, items.length]);
    }
  }
  expect(lists).toEqual(cells);
}

test.each(Array.from({ length: effort(8, 300) }, (_, seed) => seed))(
  'reports of the random company %d are those of a naive computation',
  async (seed) => {
    const random = randomOf(seed + 1);
    const company = makeRandomCompany(seed, ZONES[seed % ZONES.length] ?? 'UTC');
    for (let step = 0; step < 12; step += 1) {
      const query = randomQuery(random);
      await compare(company, query);
      await compareLists(company, query);
      for (let change = 0; change < 4; change += 1) changeSomething(company, random);
      const context = company.context();
      if (random() < 0.3) await factsOf(context).store(derivationRulesOf(context));
      if (random() < 0.3) company.restart();
    }
  },
);
