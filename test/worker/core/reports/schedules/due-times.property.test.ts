/** Due times of schedules in zones over two years of daylight saving, beside a walk along the clock. */
import { expect, test } from 'vitest';
import { zoneClock } from '../../../../../worker/core/engine/times/local-clock.ts';
import { lastDue, nextDue } from '../../../../../worker/core/reports/saved/due-times.ts';
import { WEEK_DAYS } from '../../../../../worker/core/engine/times/relative-ranges.ts';
import type { Schedule } from '../../../../../worker/core/reports/saved/schema.ts';
import { effort } from '../../../../harness/effort.ts';
import { naiveDueTimes } from './naive-due-times.ts';

const ZONES = [
  'America/Chicago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Kathmandu',
  'Africa/Casablanca',
];
const FROM = Date.UTC(2025, 11, 30);
const DAYS = effort(335, 760);

/** A schedule of each kind for each hour that a change of the clock may hit. */
const SCHEDULES = [0, 1, 2, 3, 23].flatMap((hour): Schedule[] => [
  { every: 'day', hour, user_ids: [], emails: [] },
  { every: 'week', weekday: WEEK_DAYS[(hour * 3) % 7] ?? 'sunday', hour, user_ids: [], emails: [] },
  { every: 'month', day: [1, 15, 29, 30, 31][hour % 5] ?? 1, hour, user_ids: [], emails: [] },
]);

test.each(ZONES)('in %s each schedule is due as often as the clock says', (zone) => {
  const clock = zoneClock(zone);
  if (clock === undefined) throw new Error(`${zone} is unknown.`);
  expect(SCHEDULES).toHaveLength(15);
  for (const schedule of SCHEDULES) {
    const naive = naiveDueTimes(schedule, zone, { from: FROM, days: DAYS });
    const found: number[] = [];
    let after = FROM - 1;
    for (;;) {
      const { time } = nextDue(schedule, { clock, after, afterDay: null });
      if (time >= FROM + DAYS * 86_400_000) break;
      found.push(time);
      after = time;
    }

    expect(naive.length).toBeGreaterThan(10);
    expect(found).toEqual(naive);
    const [first = 0, second = 0] = naive;
    expect(lastDue(schedule, clock, second - 1)?.time).toBe(first);
    expect(lastDue(schedule, clock, second)?.time).toBe(second);
  }
});

test('a schedule is due once on a day, also if the company moves to a zone where the hour is still to come', () => {
  const schedule: Schedule = { every: 'day', hour: 8, user_ids: [], emails: [] };
  const [berlin, chicago] = [zoneClock('Europe/Berlin'), zoneClock('America/Chicago')];
  if (berlin === undefined || chicago === undefined) throw new Error('The zones are unknown.');
  const morning = nextDue(schedule, { clock: berlin, after: Date.UTC(2026, 10, 22, 12), afterDay: null });
  expect(new Date(morning.time).toISOString()).toBe('2026-11-23T07:00:00.000Z');
  const next = nextDue(schedule, { clock: chicago, after: morning.time, afterDay: morning.day });
  expect(new Date(next.time).toISOString()).toBe('2026-11-24T14:00:00.000Z');
});
