/** Scheduled reports of objects that are killed at any moment, over changes of the clock and long pauses. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import type { CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import {
  createSavedReport,
  modifySavedReport,
} from '../../../../../worker/core/reports/saved/saved-reports.ts';
import { scheduledReports } from '../../../../../worker/core/reports/saved/scheduled-runs.ts';
import { sendSavedReport } from '../../../../../worker/core/reports/saved/sending.ts';
import { newReportSchema, type Schedule } from '../../../../../worker/core/reports/saved/schema.ts';
import * as v from 'valibot';
import { effort } from '../../../../harness/effort.ts';
import { pick, type Random } from '../random/random-company.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';
import { naiveDueTimes } from './naive-due-times.ts';

const RUNS = effort(5, 300);
const STEPS = 160;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before the clocks change in Europe and America. */
const START = Date.UTC(2026, 1, 20, 12, 7);
const ENV = { CACHE: { get: async () => null } } as unknown as CoreEnv;

class Run extends MortalCompany {
  constructor(seed: number) {
    super(seed, 0.2);
    this.isTroubled = true;
  }

  /** Does what is due, and starts again whenever the object is killed. */
  async work(): Promise<void> {
    for (let turns = 0; turns < 1_000; turns += 1) {
      if ((scheduledReports.nextTime(this.company) ?? Infinity) > Date.now()) return;
      try {
        await scheduledReports.run(this.company, ENV);
      } catch (error) {
        this.restart(error);
      }
    }
    throw new Error('The work does not end.');
  }

  /** Returns the due times of all messages. */
  told(): number[] {
    return this.database
      .all<{ due: string }>(
        "SELECT data ->> 'due_time' AS due FROM changes WHERE type = 'report.ready' ORDER BY sequence",
      )
      .map(({ due }) => Date.parse(due));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

function someSchedule(random: Random): Schedule {
  const hour = pick(random, [0, 1, 2, 3, 8, 23]);
  return pick<Schedule>(random, [
    { every: 'day', hour, user_ids: [], emails: [] },
    {
      every: 'week',
      weekday: pick(random, ['sunday', 'monday', 'saturday'] as const),
      hour,
      user_ids: [],
      emails: [],
    },
    { every: 'month', day: pick(random, [1, 28, 31]), hour, user_ids: [], emails: [] },
  ]);
}

function begin(run: Run, schedule: Schedule, zone: string): string {
  run.write((context) => {
    settingsOf(context).writeMissing();
    const { name: _, default_region: __, ...options } = settingsOf(context).options();
    settingsOf(context).replace('options', { ...options, time_zone: zone });
  });
  const input = v.parse(newReportSchema, {
    name: 'Costs',
    query: { metrics: 'cost,visits', by: 'day', relative: 'yesterday' },
    is_shared: true,
    schedule,
  });
  return run.write((context) => createSavedReport(context, input).reportId);
}

test('each due time has one report, whenever the object is killed; after a pause only the last one has', async () => {
  let pauses = 0;
  let told = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    vi.setSystemTime(START);
    const run = new Run(seed);
    const zone = pick(run.random, ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC']);
    const schedule = someSchedule(run.random);
    begin(run, schedule, zone);
    const due = naiveDueTimes(schedule, zone, { from: START, days: 700 });
    const expected: number[] = [];
    let before = START;
    for (let step = 0; step < STEPS; step += 1) {
      const isPause = run.random() < 0.02;
      const now = before + Math.floor(run.random() * (isPause ? 90 * DAY : 9 * HOUR));
      vi.setSystemTime(now);
      await run.work();
      const missed = due.filter((time) => time > before && time <= now);
      if (missed.length > 1) pauses += 1;
      expected.push(...missed.slice(-1));
      before = now;
    }

    expect(run.told(), `seed ${seed}`).toEqual(expected);
    told += expected.length;
  }
  expect(pauses).toBeGreaterThan(0);
  expect(told).toBeGreaterThan(RUNS * 5);
});

test('a report is of the days before its due time, not before the time when it is made', async () => {
  const run = new Run(1);
  run.isTroubled = false;
  begin(run, { every: 'day', hour: 23, user_ids: [], emails: [] }, 'UTC');
  // Two days and two hours late.
  vi.setSystemTime(Date.UTC(2026, 1, 23, 1));
  await run.work();
  const { data } = run.database.one<{ data: string }>("SELECT data FROM changes WHERE type = 'report.ready'");

  expect(JSON.parse(data)).toMatchObject({
    name: 'Costs',
    due_time: '2026-02-22T23:00:00.000Z',
    from: '2026-02-21',
    to: '2026-02-21',
    figures: [{ metric: 'cost' }, { metric: 'visits', value: 0, compared: 0 }],
    console_path: '/console/company/reports?metrics=cost%2Cvisits&by=day&from=2026-02-21&to=2026-02-21',
    report: { from: '2026-02-21', rows: [{ by: [{ value: '2026-02-21' }] }] },
  });
});

test('a schedule follows the company to another zone, and one that ends tells nobody', async () => {
  const run = new Run(1);
  run.isTroubled = false;
  const id = begin(run, { every: 'day', hour: 8, user_ids: [], emails: [] }, 'Europe/Berlin');
  const { reportsFeature } = await import('../../../../../worker/core/reports/feature.ts');
  run.write((context) => {
    const { name: _, default_region: __, ...options } = settingsOf(context).options();
    settingsOf(context).replace('options', { ...options, time_zone: 'America/Chicago' });
    reportsFeature.react?.(context, [{ type: 'settings.changed', data: { settings: 'options' } }]);
  });
  expect(new Date(scheduledReports.nextTime(run.company) ?? 0).toISOString()).toBe(
    '2026-02-20T14:00:00.000Z',
  );
  vi.setSystemTime(START + 3 * HOUR);
  await run.work();
  run.write((context) => modifySavedReport(context, id, { schedule: null }));
  vi.setSystemTime(START + 5 * DAY);
  await run.work();

  expect(scheduledReports.nextTime(run.company)).toBeUndefined();
  expect(run.told()).toEqual([Date.UTC(2026, 1, 20, 14)]);
});

test('a report that cannot be made is tried three times, and the next one is made', async () => {
  const run = new Run(1);
  run.isTroubled = false;
  begin(run, { every: 'day', hour: 8, user_ids: [], emails: [] }, 'UTC');
  const query = run.database.one<{ query: string }>('SELECT query FROM saved_reports').query;
  run.database.run(`UPDATE saved_reports SET query = '{"metrics":"gone"}'`);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const minutes of [0, 4, 6, 30]) {
    vi.setSystemTime(Date.UTC(2026, 1, 21, 8, minutes));
    await run.work();
  }
  const failed = run.database.one<{ last_error: string; due_time: number }>(
    'SELECT last_error, due_time FROM saved_reports',
  );
  expect(failed).toMatchObject({ last_error: expect.any(String), due_time: Date.UTC(2026, 1, 22, 8) });
  expect(log.mock.calls.length).toBe(3);
  expect(run.told()).toEqual([]);
  run.database.run('UPDATE saved_reports SET query = ?', query);
  vi.setSystemTime(Date.UTC(2026, 1, 22, 8));
  await run.work();

  expect(run.told()).toEqual([Date.UTC(2026, 1, 22, 8)]);
  expect(run.database.one('SELECT last_error FROM saved_reports')).toEqual({ last_error: null });
});

test('a report that is asked for is sent once with the days of now, and the due ones come all the same', async () => {
  for (let seed = 1; seed <= effort(2, 100); seed += 1) {
    vi.setSystemTime(START);
    const run = new Run(seed);
    const id = begin(run, { every: 'day', hour: 8, user_ids: [], emails: [] }, 'UTC');
    const noon = Date.UTC(2026, 1, 21, 12);
    vi.setSystemTime(Date.UTC(2026, 1, 21, 8));
    await run.work();
    vi.setSystemTime(noon);
    const send = (): unknown => run.write((context) => sendSavedReport(context, id));
    send();
    send();
    const schedule: Schedule = { every: 'day', hour: 9, user_ids: [], emails: [] };
    run.write((context) => modifySavedReport(context, id, { schedule }));
    await run.work();
    const told = run.told();
    vi.setSystemTime(Math.max(...told) + 9 * 60_000);
    expect(send, 'soon after the last one').toThrow('a few minutes ago');
    await run.work();
    vi.setSystemTime(Date.UTC(2026, 1, 22, 9));
    await run.work();

    const [first, asked, next, ...others] = run.told();
    expect([first, next, others], `seed ${seed}`).toEqual([
      Date.UTC(2026, 1, 21, 8),
      Date.UTC(2026, 1, 22, 9),
      [],
    ]);
    expect(asked).toBeGreaterThanOrEqual(noon);
    expect(asked).toBeLessThan(noon + 60_000);
  }
});
