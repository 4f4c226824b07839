import { describe, expect, test } from 'vitest';
import { fixedClock, zoneClock } from '../../../../worker/core/engine/times/local-clock.ts';
import { type RangeContext, relativeRange } from '../../../../worker/core/engine/times/relative-ranges.ts';

/** `start..end` of a range; days at midnight are written without the time. */
function rangeAt(now: string, name: string, context: Partial<RangeContext> = {}): string {
  const range = relativeRange(name, {
    now: Date.parse(now),
    clock: fixedClock(0),
    weekStart: 'monday',
    ...context,
  });
  if (range === undefined) return 'unknown';
  return [range.start, range.end]
    .map((time) => (time === undefined ? 'none' : new Date(time).toISOString().replace(':00.000Z', 'Z')))
    .map((text) => text.replace('T00:00Z', ''))
    .join('..');
}

describe('at 2026-03-02T02:15Z, a Monday', () => {
  const now = '2026-03-02T02:15:00Z';

  test.for([
    ['today', -480, '2026-03-01T08:00Z..2026-03-02T08:00Z'],
    ['last_month', 330, '2026-01-31T18:30Z..2026-02-28T18:30Z'],
    ['last_three_months', 0, '2025-12-02..2026-03-03'],
    ['today', 0, '2026-03-02..2026-03-03'],
    ['yesterday', 0, '2026-03-01..2026-03-02'],
    ['this_week', 0, '2026-03-02..2026-03-09'],
    ['last_week', 0, '2026-02-23..2026-03-02'],
    ['this_month', 0, '2026-03-01..2026-04-01'],
    ['this_quarter', 0, '2026-01-01..2026-04-01'],
    ['last_quarter', 0, '2025-10-01..2026-01-01'],
    ['this_year', 0, '2026-01-01..2027-01-01'],
    ['last_year', 0, '2025-01-01..2026-01-01'],
    ['last_1_days', 0, '2026-03-02..2026-03-03'],
    ['last_7_days', 0, '2026-02-24..2026-03-03'],
    ['last_999_days', 0, '2023-06-08..2026-03-03'],
    ['last_2_weeks', 0, '2026-02-17..2026-03-03'],
    ['last_six_months', 0, '2025-09-02..2026-03-03'],
    ['last_twelve_months', 0, '2025-03-02..2026-03-03'],
    ['last_2_months', 0, '2026-01-02..2026-03-03'],
    ['last_2_years', 0, '2024-03-02..2026-03-03'],
    ['last_hour', 0, '2026-03-02T01:15Z..2026-03-02T02:15Z'],
    ['last_24_hours', 330, '2026-03-01T02:15Z..2026-03-02T02:15Z'],
    ['last_3_hours', 0, '2026-03-01T23:15Z..2026-03-02T02:15Z'],
    ['week_to_date', 0, '2026-03-02..2026-03-02T02:15Z'],
    ['month_to_date', -480, '2026-03-01T08:00Z..2026-03-02T02:15Z'],
    ['quarter_to_date', 0, '2026-01-01..2026-03-02T02:15Z'],
    ['year_to_date', 0, '2026-01-01..2026-03-02T02:15Z'],
    ['all_time', 0, 'none..none'],
  ] as const)('%s at %i minutes is %s', ([name, minutes, expected]) => {
    expect(rangeAt(now, name, { clock: fixedClock(minutes) })).toBe(expected);
  });

  test.for([
    ['sunday', '2026-03-01..2026-03-08'],
    ['saturday', '2026-02-28..2026-03-07'],
  ] as const)('a week that starts on %s is %s', ([weekStart, expected]) => {
    expect(rangeAt(now, 'this_week', { weekStart })).toBe(expected);
  });
});

test.for([
  ['2026-03-31T12:00:00Z', 'last_month', '2026-02-01..2026-03-01'],
  ['2026-05-31T00:00:00Z', 'last_three_months', '2026-02-28..2026-06-01'],
  ['2024-02-29T00:00:00Z', 'last_1_years', '2023-02-28..2024-03-01'],
] as const)('at %s, %s is %s', ([now, name, expected]) => {
  expect(rangeAt(now, name)).toBe(expected);
});

test.for([
  ['2026-03-08T12:00:00Z', '2026-03-08T05:00Z..2026-03-09T04:00Z'],
  ['2026-11-01T12:00:00Z', '2026-11-01T04:00Z..2026-11-02T05:00Z'],
] as const)('a day on which the clocks change is 23 or 25 hours long: %s', ([now, expected]) => {
  const clock = zoneClock('America/New_York');

  expect(clock && rangeAt(now, 'today', { clock })).toBe(expected);
});

test('a midnight that the clocks skip is the moment at which they change', () => {
  const clock = zoneClock('America/Santiago');

  expect(clock && rangeAt('2026-09-06T12:00:00Z', 'today', { clock })).toBe(
    '2026-09-06T04:00Z..2026-09-07T03:00Z',
  );
});

test.for(['last_0_days', 'last_1000_days', 'last_three_days', 'Today', '', 'constructor'])(
  'the name "%s" means nothing',
  (name) => {
    expect(rangeAt('2026-03-02T00:00:00Z', name)).toBe('unknown');
  },
);

test('there is no clock for an unknown time zone', () => {
  expect(zoneClock('Mars/Olympus')).toBeUndefined();
});
