/** Counts of visits and taps are exact for random visits and taps, repeated reports, restarts, clock steps, ends of months and erasures. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase } from './sqlite-storage.ts';
import { replaceVisitCounts, visitCountsOf } from '../../../../worker/core/reports/visits/visit-counts.ts';
import type { ReportedVisit, VisitTouch } from '../../../../worker/dni/evidence.ts';
import { DayClock } from '../../../../worker/visits/evidence/day-counts.ts';
import { Month } from '../../../../worker/visits/evidence/month.ts';

const VISITS = process.env['LEADLINE_TESTS'] === 'full' ? 100_000 : 5_000;
const MINUTE = 60_000;
const ZONE = 'America/Denver';
const EVIDENCE = ['001-evidence', '002-tap-counts', '003-tap-networks'].map((name) =>
  readFileSync(`worker/visits/evidence/${name}.sql`, 'utf8'),
);
const MIGRATIONS = ['001-baseline', '002-pools', '003-attributions', '017-tap-counts'].map((name) =>
  readFileSync(`worker/core/engine/storage/migrations/${name}.sql`, 'utf8'),
);
/** The days of Denver, by another implementation than the product's. */
const DENVER_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' });
const DENVER = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });

const SOURCES = ['paid_search', 'direct', 'email'];
const CAMPAIGNS = [null, 'spring', 'Plumber "Denver"', 'other'];
const LOCATIONS = [null, 'austin', 'denver'];
const NUMBERS = ['+15125550101', '+15125550102'];

/** The object of a month: its database outlives it. */
interface MonthObject {
  database: ReturnType<typeof openDatabase>;
  log: Month;
  pushed: { visit: number; tap: number };
  /** The time of the last visit that was kept, and the ids of all. */
  latest: number;
  latestTap: number;
  ids: Set<string>;
}

/** A seeded generator of numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function touchOf(source: string, campaign: string | null): VisitTouch {
  return {
    source,
    channel: source,
    site: null,
    medium: null,
    campaign,
    term: null,
    content: null,
    first_source: source,
    first_campaign: campaign,
    landing_page: '/',
    referrer: null,
    click_ids: {},
  };
}

/** Returns what the taps of a visit are counted by: source, campaign, landing page, location. */
function visitParts({ touch, isStored, locationId }: ReportedVisit): string[] {
  return [touch.source, touch.campaign ?? '', isStored ? '/' : '', locationId ?? ''];
}

/** Runs random visits against the product and a naive reference. */
class Simulation {
  readonly random: () => number;
  readonly days = new DayClock();
  /** 40 minutes before the end of a month in UTC; the zone changes its clocks a day later. */
  now = Date.UTC(2026, 9, 31, 23, 20);
  months = new Map<string, MonthObject>();
  company = openDatabase(...MIGRATIONS);
  /** Visits by day and combination, as the naive reference counts them, and taps. */
  expected = new Map<string, number>();
  expectedTaps = new Map<string, number>();
  /** The last visits, which may be reported again. */
  recent: { visit: ReportedVisit; time: number }[] = [];
  events = { repeats: 0, kills: 0, steps: 0, erased: 0, crossings: 0, unerased: 0 };

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.random() * list.length)] as Item;
  }

  month(): MonthObject {
    const name = new Date(this.now).toISOString().slice(0, 7);
    const known = this.months.get(name);
    if (known !== undefined) return known;
    const database = openDatabase(...EVIDENCE);
    const object = {
      database,
      log: new Month(database),
      pushed: { visit: 0, tap: 0 },
      latest: 0,
      latestTap: 0,
      ids: new Set<string>(),
    };
    this.months.set(name, object);
    return object;
  }

  report(visit: ReportedVisit, isNew: boolean): void {
    const object = this.month();
    if (!object.ids.has(visit.visitId)) object.latest = Math.max(object.latest, this.now);
    object.ids.add(visit.visitId);
    object.log.visits.keepVisit(visit, this.now, (time) => this.days.dayAt(time, ZONE));
    if (!isNew) return;
    const day = DENVER.format(object.latest);
    const key = JSON.stringify([
      day,
      visit.touch.source,
      visit.touch.campaign,
      visit.locationId,
      visit.number,
    ]);
    this.expected.set(key, (this.expected.get(key) ?? 0) + 1);
  }

  visit(index: number): void {
    const visit: ReportedVisit = {
      visitId: `visit-${index}`,
      isStored: this.random() < 0.7,
      isCounted: false,
      number: this.pick(NUMBERS),
      locationId: this.pick(LOCATIONS),
      numbers: NUMBERS,
      touch: touchOf(this.pick(SOURCES), this.pick(CAMPAIGNS)),
    };
    this.report(visit, true);
    this.recent = [...this.recent.slice(-20), { visit, time: this.now }];
  }

  /** Reports a visit of the last half hour again. In another month the widget says that it was counted. */
  repeat(): void {
    const { visit, time } = this.pick(this.recent);
    if (this.now < time || this.now - time > 30 * MINUTE) return;
    const isElsewhere =
      new Date(time).toISOString().slice(0, 7) !== new Date(this.now).toISOString().slice(0, 7);
    if (isElsewhere) this.events.crossings += 1;
    this.events.repeats += 1;
    this.report({ ...visit, isCounted: isElsewhere || this.random() < 0.5 }, false);
  }

  /** Taps a number in a recent visit of this month, or in a visit that nobody knows. */
  tap(): void {
    const { visit, time } = this.pick(this.recent);
    const object = this.month();
    const isHere = object.ids.has(visit.visitId) && this.now >= time && this.now - time < 30 * MINUTE;
    const number = this.pick(NUMBERS);
    const visitId = isHere ? visit.visitId : null;
    object.latestTap = Math.max(object.latestTap, this.now);
    const consent = { ad_user_data: 'denied', ad_personalization: 'denied' } as const;
    const tap = { number, target: number, visitId, page: '/', ids: null, consent };
    object.log.keepTap(tap, {
      now: this.now,
      network: 'network',
      localAt: (at) => ({
        day: this.days.dayAt(at, ZONE),
        hour: this.days.hourAt(at, ZONE),
      }),
    });
    const key = JSON.stringify([
      DENVER.format(object.latestTap),
      Number(DENVER_HOUR.format(object.latestTap)),
      ...(isHere ? visitParts(visit) : ['', '', '', '']),
      number,
    ]);
    this.expectedTaps.set(key, (this.expectedTaps.get(key) ?? 0) + 1);
  }

  /** Ends an object; its database remains. */
  kill(): void {
    this.events.kills += 1;
    for (const object of this.months.values()) object.log = new Month(object.database);
  }

  /** Gives counts to the company. @param isKilled ends in the middle, after the company has them */
  push(isKilled: boolean): void {
    for (const [month, object] of this.months) {
      const last = object.log.last();
      for (const day of object.log.daysAfter(object.pushed)) {
        replaceVisitCounts(this.company, { month, ...object.log.countsOf(day) });
      }
      object.log.visits.forgetFormerDays();
      if (!isKilled) object.pushed = last;
    }
  }

  eraseCompany(): void {
    this.months = new Map();
    this.company = openDatabase(...MIGRATIONS);
    this.expected = new Map();
    this.expectedTaps = new Map();
    this.recent = [];
  }

  erasePerson(): void {
    this.events.erased += 1;
    const { visit } = this.pick(this.recent);
    for (const { log } of this.months.values()) {
      log.erase([visit.visitId]);
      this.events.unerased += log.visits.byIds([visit.visitId]).length;
    }
    this.recent = this.recent.filter((other) => other.visit !== visit);
  }

  /** The company's taps, in the form of the reference. */
  countedTaps(): Map<string, number> {
    const rows = this.company.all<Record<string, string | number>>(
      `SELECT day, hour, source, campaign, landing_page, location_id, number, sum(taps) AS taps FROM tap_counts
       GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    );
    return new Map(
      rows.map(({ taps = 0, ...combination }) => [JSON.stringify(Object.values(combination)), Number(taps)]),
    );
  }

  /** The company's counts, in the form of the reference. */
  counted(): Map<string, number> {
    const days = new Set([...this.expected.keys()].map((key) => (JSON.parse(key) as string[])[0] ?? ''));
    const rows = [...days].flatMap((day) =>
      visitCountsOf(this.company, day).map(
        ({ source, campaign, locationId, number, visits }): [string, number] => [
          JSON.stringify([day, source, campaign, locationId, number]),
          visits,
        ],
      ),
    );
    return new Map(rows);
  }
}

test.for([1, 2, 3])('counts are those of a naive reference, seed %d', { timeout: 300_000 }, (seed) => {
  const run = new Simulation(seed);
  const ofEach = Math.ceil(VISITS / 3);
  for (let index = 0; index < ofEach; index++) {
    const chance = run.random();
    // Three days and a half, whatever the number of visits.
    run.now += Math.round((run.random() * 2 * 3.5 * 24 * 60 * MINUTE) / ofEach);
    if (chance < 0.01) {
      run.now += Math.round((run.random() - 0.6) * 180 * MINUTE);
      run.events.steps += 1;
    }
    run.visit(index);
    if (run.random() < 0.2) run.repeat();
    if (run.random() < 0.3) run.tap();
    if (run.random() < 0.01) run.kill();
    if (run.random() < 0.02) run.push(run.random() < 0.3);
    if (run.random() < 0.005) run.erasePerson();
    if (seed === 3 && index === Math.floor(ofEach / 3)) run.eraseCompany();
  }
  run.push(false);
  run.push(false);

  expect(Math.min(...Object.values(run.events).slice(0, 4))).toBeGreaterThan(0);
  expect(run.events.unerased).toBe(0);
  expect(run.months.size).toBe(seed === 3 ? 1 : 2);
  expect(run.expected.size).toBeGreaterThan(50);
  expect(run.counted()).toEqual(run.expected);
  expect(run.expectedTaps.size).toBeGreaterThan(50);
  expect(run.countedTaps()).toEqual(run.expectedTaps);
});

test('a visit at the end of a month is counted once, and is found in both months', () => {
  const run = new Simulation(4);
  run.now = Date.UTC(2026, 9, 31, 23, 59);
  run.visit(0);
  run.now += 2 * MINUTE;
  for (let turn = 0; turn < 50; turn++) {
    run.recent = run.recent.slice(0, 1);
    run.repeat();
  }
  run.push(false);

  expect(run.events.crossings).toBe(50);
  expect([...run.counted().values()]).toEqual([1]);
  expect([...run.months.keys()]).toEqual(['2026-10', '2026-11']);
});
