import { expect, test } from 'vitest';
import { formatAgo, formatClock, formatDay, formatMoment } from '../../../console/formats/english.ts';
import { regionOf } from '../../../console/formats/reader.ts';
import { COUNTRY_CODES } from '../../../console/forms/lists/country-codes.ts';
import { formatCount } from '../../../worker/core/reports/words/counts.ts';
import { timeStyleOf } from '../../../worker/shared/pure/time-style.ts';

const HOUR_MS = 3_600_000;
/** Every 37 hours of two years: each month, each hour of the day, both changes of the clock. */
const times = Array.from(
  { length: 480 },
  (_, index) => Date.UTC(2026, 0, 1, 0, index % 60) + index * 37 * HOUR_MS,
);

/** Versions of the data that Intl works with have other blanks before AM and PM, and another September. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ').replace('Sept', 'Sep');

test.each(['en-US', 'en-GB'])('days and times of day are written as Intl writes them in %s', (language) => {
  const style = timeStyleOf(regionOf(language));
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

  expect(times.map((time) => formatDay(time, style))).toEqual(times.map((time) => plain(day.format(time))));
  expect(times.map((time) => formatClock(time, style))).toEqual(
    times.map((time) => plain(clock.format(time))),
  );
  expect(times.map((time) => formatMoment(time, style))).toEqual(
    times.map((time) => plain(moment.format(time))),
  );
});

test('the browser’s language says which way: of its country, else of the country where it is usual', () => {
  const date = new Date(2026, 10, 30, 14, 30);
  const written = (language: string): string => formatMoment(date, timeStyleOf(regionOf(language)));

  for (const language of ['en-US', 'en', 'es-US', 'fil-PH', 'C', 'en-US@posix', '']) {
    expect([language, written(language)]).toEqual([language, 'Nov 30, 2026, 2:30 PM']);
  }
  for (const language of ['en-GB', 'da-DK', 'da', 'de', 'de-AT', 'fr-FR', 'nb', 'pt-BR', 'en-IE', 'zh-CN']) {
    expect([language, written(language)]).toEqual([language, '30 Nov 2026, 14:30']);
  }
  expect(written('en-AU')).toBe('30 Nov 2026, 2:30 PM');
  expect(formatDay('2026-03-02', timeStyleOf('DE'))).toBe('2 Mar 2026');
  expect(formatDay('2026-03-02', timeStyleOf('US'))).toBe('Mar 2, 2026');
});

test('each country has the clock that Intl knows, and the order of the date where it has an English of its own', () => {
  const clockOf = (region: string): unknown => {
    // Not yet among the types of TypeScript.
    const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & { getHourCycles: () => string[] };
    return locale.getHourCycles()[0] === 'h23';
  };
  const wrong = COUNTRY_CODES.filter((region) => {
    const { has24Hours, isDayFirst } = timeStyleOf(region);
    const format = new Intl.DateTimeFormat(`en-${region}`, { dateStyle: 'medium' });
    const hasOwn = region === 'US' || format.resolvedOptions().locale === `en-${region}`;
    const first = format.formatToParts(0).find(({ type }) => type === 'day' || type === 'month')?.type;
    return has24Hours !== clockOf(region) || (hasOwn && isDayFirst !== (first === 'day'));
  });

  expect(COUNTRY_CODES.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('counts are written as Intl writes them in American English', () => {
  const counts = [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, -4_200, Number.MAX_SAFE_INTEGER];
  expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString('en-US')));
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
