/**
 * Files of costs that are read every morning by an object that is killed at any moment, from a server that fails, is silent and changes
 * what it said: after each morning on which the file could be read, the costs of its days are those of the file, and nobody is told of
 * the same trouble twice.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import type { CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import type { Trouble } from '../../../../../worker/core/engine/context/feature.ts';
import { troublesFeature } from '../../../../../worker/core/people/troubles/troubles.ts';
import { takeBackImport } from '../../../../../worker/core/reports/costs/cost-imports.ts';
import {
  fileOf,
  followZone,
  listFeeds,
  newFeed,
  pauseAfter,
  storeFeed,
} from '../../../../../worker/core/reports/costs/feeds/feeds.ts';
import { readingFeeds, readNow } from '../../../../../worker/core/reports/costs/feeds/runs.ts';
import type { FeedRecord } from '../../../../../worker/core/reports/costs/feeds/schema.ts';
import { effort } from '../../../../harness/effort.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';
import { pick } from '../random/random-company.ts';

const RUNS = effort(4, 100);
const MORNINGS = 40;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before the clocks change in Europe and America. */
const START = Date.UTC(2026, 9, 20, 12, 7);
const ENV = { CACHE: { get: async () => null } } as unknown as CoreEnv;
const URL_OF_FILE = 'https://sheets.example.com/pub?output=csv';

/** What may become of a request; the last one needs an object that dies. */
const FATES = ['well', 'well', 'well', 'well', 'refused', 'silent', 'page', 'killed'] as const;

class Run extends MortalCompany {
  /** The rows of the file, by day and campaign. */
  readonly rows = new Map<string, number>();
  readonly requests: number[] = [];
  readonly told: Pick<Trouble, 'type' | 'data'>[] = [];
  /** Whether the last request was answered with the file. */
  isDown = false;

  constructor(seed: number, deaths = 0.1) {
    super(seed, deaths, [
      troublesFeature,
      {
        troubles: {
          begin: (_, { type, data }) => void this.told.push({ type, data }),
          end: (_, __, news) => void (news && this.told.push(news)),
        },
      },
    ]);
    this.write((context) => {
      const input = { name: 'Sheet', url: URL_OF_FILE, source: 'paid_search', hour: 6, new_sources: false };
      storeFeed(context, newFeed(context, input, fileOf(input, 'USD')));
    });
    this.isTroubled = deaths > 0;
  }

  get feed(): FeedRecord {
    const [feed] = listFeeds(this.database);
    if (feed === undefined) throw new Error('There is no file.');
    return feed;
  }

  zone(zone: string): void {
    this.write((context) => {
      const { name: _, default_region: __, ...options } = settingsOf(context).options();
      settingsOf(context).replace('options', { ...options, time_zone: zone });
      followZone(context);
    });
  }

  /** Stands for the server of the file. */
  answer(): Response {
    this.requests.push(Date.now());
    const fate = this.isDown ? 'refused' : this.isTroubled ? pick(this.random, FATES) : 'well';
    if (fate === 'refused') return new Response(null, { status: 503 });
    if (fate === 'page') return new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
    if (fate === 'killed') this.kill();
    if (fate === 'silent' || fate === 'killed') throw new Error(`There was no answer from ${URL_OF_FILE}.`);
    const rows = [...this.rows].map(([key, amount]) => `${key},${amount.toFixed(2)}\n`);
    return new Response(`Day,Campaign,Cost\n${rows.join('')}`, { headers: { 'Content-Type': 'text/csv' } });
  }

  /** Adds the costs of a day, and corrects some of the last days. */
  spend(): void {
    const day = dayOf(Date.now());
    for (const campaign of ['a', 'b', 'c']) this.rows.set(`${day},${campaign}`, this.amount());
    for (const key of this.rows.keys()) {
      if (key < dayOf(Date.now() - 25 * DAY) || this.random() < 0.8) continue;
      if (this.random() < 0.3) this.rows.delete(key);
      else this.rows.set(key, this.amount());
    }
  }

  amount(): number {
    return (100 + Math.floor(this.random() * 500)) / 100;
  }

  costs(): Record<string, number> {
    const rows = this.database.all<{ key: string; amount: number }>(
      "SELECT day || ',' || campaign AS key, amount FROM costs ORDER BY key",
    );
    return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]));
  }

  /** The rows of the days that the file has at all: of a day without a row it says nothing. */
  expected(costs: Record<string, number>): Record<string, number> {
    const days = new Set([...this.rows.keys()].map((key) => key.slice(0, 10)));
    const others = Object.entries(costs).filter(([key]) => !days.has(key.slice(0, 10)));
    return Object.fromEntries([...this.rows, ...others].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

let run: Run;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.stubGlobal('fetch', async () => run.answer());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after each morning the costs are those of the file, whenever the object is killed', async () => {
  let good = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    vi.setSystemTime(START);
    run = new Run(seed);
    run.zone(pick(run.random, ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC']));
    for (let morning = 0; morning < MORNINGS; morning += 1) {
      run.spend();
      const before = run.costs();
      const spent = Date.now();
      await run.pass(DAY, [readingFeeds], ENV);
      const [last] = run.feed.runs;
      if (last === undefined || last.time <= spent) continue;
      const after = run.costs();
      // All of the file or nothing of it. After a death, two mornings may have passed.
      const possible = last.error === null ? [run.expected(after)] : [before, run.expected(after)];
      expect(possible, `seed ${seed}, morning ${morning}`).toContainEqual(after);
      good += last.error === null ? 1 : 0;
    }
    const types = run.told.map(({ type }) => type);
    expect(types.every((type) => type === 'costs.failing' || type === 'costs.working')).toBe(true);
  }
  expect(good).toBeGreaterThan((RUNS * MORNINGS) / 3);
});

test('it is read once a morning at its hour, also when the clocks change, and a file that fails three times in an hour', async () => {
  run = new Run(1, 0);
  run.zone('America/Chicago');
  run.spend();
  await run.pass(20 * DAY, [readingFeeds], ENV);
  const hours = run.requests.map((time) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hour: 'numeric', hour12: false }).format(
      time,
    ),
  );
  expect(hours).toEqual(Array.from({ length: 20 }, () => '06'));

  run.isDown = true;
  run.requests.length = 0;
  await run.pass(2 * DAY + HOUR, [readingFeeds], ENV);
  const [first = 0] = run.requests;
  expect(run.requests.map((time) => (time - first) / 60_000)).toEqual([0, 10, 40, 1440, 1450, 1480]);
  expect(run.feed.runs[0]?.error).toBe('The address answers 503.');
});

test('a file that cannot be read is told of, and again when it works', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  run.isDown = true;
  await run.pass(3 * DAY, [readingFeeds], ENV);
  run.isDown = false;
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  const { feedId: feed_id } = run.feed;
  const data = { feed_id, name: 'Sheet' };

  const failing = { type: 'costs.failing', data: { ...data, detail: 'The address answers 503.' } };
  // The keeper of troubles tells of the first alone.
  expect(run.told.filter(({ type }) => type === 'costs.failing')).toEqual([failing, failing, failing]);
  expect(run.told.at(-1)).toEqual({ type: 'costs.working', data });
});

test('a file that has nothing new for a week is told of', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(7 * DAY, [readingFeeds], ENV);
  expect(run.feed.runs[0]?.error).toBeNull();
  await run.pass(DAY, [readingFeeds], ENV);

  expect(run.feed.runs[0]?.error).toBe(
    'Its newest costs are of Oct 20, 2026. Perhaps the file is not written any more.',
  );
});

test.for([
  ['day', 1, 8],
  ['week', 7, 15],
  ['month', 30, 61],
] as const)('a file that is written each %s is late after twice the time', async ([, step, days]) => {
  run = new Run(1, 0);
  for (let past = 0; past < 12; past += 1) run.rows.set(`${dayOf(START - past * step * DAY)},a`, 3);
  // Once nothing was spent for long.
  run.rows.set(`${dayOf(START - 400 * DAY)},a`, 3);
  while (!run.feed.runs[0]?.error) await run.pass(DAY, [readingFeeds], ENV);

  expect(run.feed.runs).toHaveLength(Math.min(days, 20));
  expect(Date.parse(dayOf(Date.now())) - Date.parse(dayOf(START))).toBe(days * DAY);
});

test('what is written months later is read whole', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(45 * DAY, [readingFeeds], ENV);
  for (let ago = 44; ago >= 5; ago -= 1) run.rows.set(`${dayOf(Date.now() - ago * DAY)},a`, 3);
  await run.pass(DAY, [readingFeeds], ENV);
  const costs = run.costs();

  expect(costs).toEqual(run.expected(costs));
});

test('a file without rows, such as that of a new month, changes nothing and is no failure', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  const before = run.costs();
  const kept = [...run.rows];
  run.rows.clear();
  await run.pass(3 * DAY, [readingFeeds], ENV);
  expect(run.feed.runs[0]).toMatchObject({ rows: 0, changed: 0, removed: 0, error: null });
  expect(run.costs()).toEqual(before);
  expect(run.told.filter(({ type }) => type === 'costs.failing')).toEqual([]);

  for (const [key, amount] of kept) run.rows.set(key, amount + 1);
  await run.pass(DAY, [readingFeeds], ENV);
  expect(run.costs()).toEqual(run.expected({}));
});

test('nobody is told of what somebody who asked has seen, and the file is tried again as it would have been', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  run.isDown = true;
  vi.setSystemTime(run.feed.runTime ?? 0);
  await readingFeeds.run(run.company, ENV);
  const before = run.feed;
  const context = contextOfActor(run.company, { kind: 'operator' });
  await readNow(run.company, ENV, { context, feed: before });

  expect(before).toMatchObject({ failures: 1, runs: [{ error: null }] });
  expect(run.feed).toEqual({
    ...before,
    runs: [expect.objectContaining({ error: 'The address answers 503.' }), ...before.runs],
  });
  expect(run.told.filter(({ type }) => type === 'costs.failing')).toEqual([]);
});

test('the days of a pause of many weeks are read afterwards', async () => {
  run = new Run(1, 0);
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  run.isDown = true;
  for (let day = 0; day < 50; day += 1) {
    await run.pass(DAY, [readingFeeds], ENV);
    run.spend();
  }
  run.isDown = false;
  await run.pass(DAY, [readingFeeds], ENV);
  const costs = run.costs();

  expect(costs).toEqual(run.expected(costs));
});

test('a file that ends the object whenever it is read is given up after three times', async () => {
  run = new Run(1, 0);
  run.spend();
  run.isTroubled = true;
  vi.stubGlobal('fetch', async () => {
    run.requests.push(Date.now());
    run.kill();
    throw new Error('There was no answer.');
  });
  for (let turn = 0; turn < 20; turn += 1) await run.pass(2 * HOUR, [readingFeeds], ENV);

  expect(run.requests.length).toBeLessThanOrEqual(6);
  expect(run.feed.runs[0]?.error).toBe('Reading the file did not end. Perhaps it is too large.');
});

test('a reading that was taken back is whole again once the file goes on', async () => {
  run = new Run(1, 0);
  for (let day = 0; day < 60; day += 1) {
    run.spend();
    await run.pass(DAY, [readingFeeds], ENV);
  }
  const before = run.costs();
  run.spend();
  await run.pass(DAY, [readingFeeds], ENV);
  const [last] = run.feed.runs;
  run.write((context) => {
    takeBackImport(context, last?.importId ?? '');
    pauseAfter(context, run.feed.feedId);
  });
  expect(run.costs()).toEqual(before);
  await run.pass(3 * DAY, [readingFeeds], ENV);
  expect(run.costs()).toEqual(before);

  run.write((context) => storeFeed(context, { ...run.feed, runTime: Date.now() }));
  await run.pass(DAY, [readingFeeds], ENV);
  const costs = run.costs();
  expect(costs).toEqual(run.expected(costs));
});
