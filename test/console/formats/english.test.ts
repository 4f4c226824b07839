import { expect, test } from 'vitest';
import { formatAgo, formatClock, formatDay, formatMoment } from '../../../console/formats/english.ts';
import { formatCount } from '../../../worker/core/reports/words/counts.ts';

const HOUR_MS = 3_600_000;
/** Every 37 hours of two years: each month, each hour of the day, both changes of the clock. */
const times = Array.from(
  { length: 480 },
  (_, index) => Date.UTC(2026, 0, 1, 0, index % 60) + index * 37 * HOUR_MS,
);

/** Versions of the data that Intl works with have other blanks before AM and PM. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

test('days, times of day and counts are written as Intl writes them in American English', () => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
  const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const counts = [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, -4_200, Number.MAX_SAFE_INTEGER];

  expect(times.map(formatDay)).toEqual(times.map((time) => day.format(time)));
  expect(times.map(formatClock)).toEqual(times.map((time) => plain(clock.format(time))));
  expect(times.map(formatMoment)).toEqual(times.map((time) => plain(moment.format(time))));
  expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString('en-US')));
  expect(formatDay('2026-03-02')).toBe('Mar 2, 2026');
});

test('how long ago is written as Intl writes it, and after a week the day', () => {
  const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' });
  const now = Date.UTC(2026, 6, 15, 12);
  const written = (passed: number): string => formatAgo(new Date(now - passed), now);

  expect([-30_000, 0, 59_999].map(written)).toEqual(['just now', 'just now', 'just now']);
  for (const minutes of [1, 2, 59]) expect(written(minutes * 60_000)).toBe(ago.format(-minutes, 'minute'));
  for (const hours of [1, 2, 23]) expect(written(hours * HOUR_MS)).toBe(ago.format(-hours, 'hour'));
  for (const days of [1, 2, 6]) expect(written(days * 24 * HOUR_MS)).toBe(ago.format(-days, 'day'));
  expect(written(7 * 24 * HOUR_MS)).toBe(formatDay(now - 7 * 24 * HOUR_MS));
  expect(written(-HOUR_MS)).toBe(formatDay(now + HOUR_MS));
});
