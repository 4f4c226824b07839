/** The pure parts of charts: figures, axes, paths and findings. */
import { describe, expect, test } from 'vitest';
import { axisMarks } from '../../../console/components/chart/axis.ts';
import { changeText, formatFigure, formatTick } from '../../../worker/core/reports/words/figures.ts';
import { heatLevel } from '../../../console/components/chart/heat-map.tsx';
import { hoursFinding, shareFinding, trendFinding } from '../../../console/components/chart/findings.ts';
import {
  dayAfter,
  periodPhrase,
  periodTitle,
  rangePhrase,
} from '../../../worker/core/reports/words/periods.ts';
import { timeStyleOf } from '../../../worker/shared/pure/time-style.ts';
import {
  areaPath,
  indexAt,
  linePath,
  SIDE,
  valueScale,
  xOf,
  yOf,
} from '../../../console/components/chart/scales.ts';

const CALLS = { one: 'call', many: 'calls' };
const MISSED = { one: 'missed call', many: 'missed calls' };
const COUNT = { kind: 'count' } as const;

/** Consecutive days, the first one first. */
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayAfter(first, index));

describe('figures', () => {
  test.each([
    [1_234, COUNT, '1,234'],
    [0, COUNT, '0'],
    [0.824, { kind: 'share' }, '82%'],
    [0.014, { kind: 'share' }, '1.4%'],
    [0, { kind: 'share' }, '0%'],
    [80.4, { kind: 'seconds' }, '1:20'],
    [3_725, { kind: 'seconds' }, '62:05'],
    [2.54, { kind: 'ratio' }, '2.5'],
    [-0.04, { kind: 'ratio' }, '0.0'],
    [1_234.5, { kind: 'money', currency: 'CHF' }, '1,235 CHF'],
    [null, COUNT, '–'],
  ] as const)('%s as %j is %s', (value, format, text) => {
    expect(formatFigure(value, format)).toBe(text);
  });

  test.each(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'MXN'])(
    'amounts in %s are written as Intl writes them',
    (currency) => {
      const amounts = [0, 7, 12.5, 99.99, 100, 1_234, 1_234_567, -42];
      const intl = amounts.map((amount) =>
        new Intl.NumberFormat('en-US', {
          style: 'currency',
          currency,
          minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        }).format(amount),
      );
      expect(amounts.map((amount) => formatFigure(amount, { kind: 'money', currency }))).toEqual(intl);
    },
  );

  test('a tick is shorter than a figure', () => {
    expect(formatTick(0.05, { kind: 'share' })).toBe('5%');
    expect(formatTick(0.5, { kind: 'money', currency: 'USD' })).toBe('$0.50');
    expect(formatTick(1.5, { kind: 'ratio' })).toBe('1.5');
  });

  test.each([
    [120, 100, 'count', '+20%', 'up'],
    [80, 100, 'money', '−20%', 'down'],
    [100, 100, 'count', '±0%', 'same'],
    [0.82, 0.79, 'share', '+3 points', 'up'],
    [0.78, 0.79, 'share', '−1 point', 'down'],
  ] as const)('%d after %d (%s) is %s', (...[now, former, kind, text, direction]) => {
    expect(changeText(now, former, kind)).toEqual({ text, direction });
  });

  test('there is no change from nothing, and none to nothing', () => {
    const changes = [
      changeText(5, 0, 'count'),
      changeText(0, 0, 'count'),
      changeText(0, 0, 'share'),
      changeText(5, null, 'count'),
      changeText(null, 5, 'count'),
    ];
    expect(changes).toEqual(changes.map(() => undefined));
  });
});

describe('periods', () => {
  test.each([
    ['US', ['Tue, Nov 17', 'Feb 2026', '12 AM', 'in the week of Nov 16', 'at 1 PM']],
    ['DE', ['Tue 17 Nov', 'Feb 2026', '00:00', 'in the week of 16 Nov', 'at 13:00']],
  ])('have a title and a phrase: %s', (region, names) => {
    const style = timeStyleOf(region);
    expect([
      periodTitle('day', '2026-11-17', style),
      periodTitle('month', '2026-02', style),
      periodTitle('hour', '2026-11-17T00', style),
      periodPhrase('week', '2026-11-16', style),
      periodPhrase('hour', '2026-11-17T13', style),
    ]).toEqual(names);
  });

  test.each([
    ['2026-11-01', '2026-11-23', 'in Nov 1 – 23, 2026', 'in 1 – 23 Nov 2026'],
    ['2026-10-25', '2026-11-23', 'in Oct 25 – Nov 23, 2026', 'in 25 Oct – 23 Nov 2026'],
    ['2025-12-30', '2026-01-02', 'in Dec 30, 2025 – Jan 2, 2026', 'in 30 Dec 2025 – 2 Jan 2026'],
    ['2026-11-23', '2026-11-23', 'on Nov 23, 2026', 'on 23 Nov 2026'],
  ])('ranges name month and year once where they can: %s to %s', (first, last, american, british) => {
    expect(rangePhrase(first, last, timeStyleOf('US'))).toBe(american);
    expect(rangePhrase(first, last, timeStyleOf('GB'))).toBe(british);
  });

  test.each([7, 30, 90, 200, 400, 1_500, 4_000])(
    'an axis of %d days has two to nine marks, in order',
    (count) => {
      const starts = daysFrom('2020-03-04', count);
      const marks = axisMarks('day', starts);
      const places = marks.map(({ index }) => index);

      expect(marks.length).toBeGreaterThanOrEqual(2);
      expect(marks.length).toBeLessThanOrEqual(9);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place < count)).toBe(true);
    },
  );

  test('marks stand at the days that they name', () => {
    const marks = axisMarks('day', daysFrom('2026-10-25', 30));
    expect(marks.map(({ index, text }) => [index, text])).toEqual([
      [1, 'Oct 26'],
      [8, 'Nov 2'],
      [15, 'Nov 9'],
      [22, 'Nov 16'],
      [29, 'Nov 23'],
    ]);
    for (const [first, text] of [
      ['2026-11-01', 'Nov 1'],
      ['2026-11-02', 'Nov 2'],
      ['2026-10-31', 'Oct 31'],
    ] as const) {
      const weeks = daysFrom(first, 36).filter((_, index) => index % 7 === 0);
      const shown = axisMarks('week', weeks);
      // Every mark is the first day of a week of the company, at its place.
      expect([first, shown[0]?.text]).toEqual([first, text]);
      expect(shown.map((mark) => mark.text)).toEqual(
        weeks.map((week) => periodTitle('week', week, timeStyleOf('US')).replace('week of ', '')),
      );
      expect(shown.map(({ index }) => index)).toEqual(weeks.map((_, index) => index));
    }
    const months = axisMarks('month', ['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(months.map(({ text }) => text)).toEqual(['Nov', 'Dec', 'Jan 2026', 'Feb']);
    const hours = axisMarks(
      'hour',
      Array.from({ length: 24 }, (_, hour) => `2026-11-23T${String(hour).padStart(2, '0')}`),
    );
    expect(hours.map(({ text }) => text)).toContain('12 PM');
    expect(axisMarks('day', [])).toEqual([]);
  });
});

describe('scales', () => {
  test.each([
    [[3, 9, null], true],
    [[0.2, 0.83], false],
    [[1], true],
    [[1_234_567], true],
    [[0.0004], false],
  ] as const)('the axis of %j begins at 0 and holds every value', (values, isWhole) => {
    const { top, ticks } = valueScale(values, isWhole);

    expect(ticks[0]).toBe(0);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(top).toBeGreaterThanOrEqual(Math.max(...values.map((value) => value ?? 0)));
    expect(isWhole ? ticks.every(Number.isInteger) : true).toBe(true);
  });

  test('without values there is one tick', () => {
    expect(valueScale([], true)).toEqual({ top: 1, ticks: [0] });
    expect(valueScale([0, null], false)).toEqual({ top: 1, ticks: [0] });
  });

  test('positions run from the start to the end, and back', () => {
    expect([0, 1, 2].map((index) => xOf(index, 3))).toEqual([0, SIDE / 2, SIDE]);
    expect(xOf(0, 1)).toBe(SIDE / 2);
    expect([-1, 0.2, 0.3, 2].map((share) => indexAt(share, 3))).toEqual([0, 0, 1, 2]);
    expect([0, 5, 10].map((value) => yOf(value, { top: 10, ticks: [] }))).toEqual([SIDE, SIDE / 2, 0]);
  });

  test('a missing value is a gap in the line, and a part of a line begins where it belongs', () => {
    const scale = { top: 10, ticks: [0, 10] };
    expect(linePath([0, null, 10], scale).match(/M/g)).toHaveLength(2);
    expect(linePath([0, 10], scale, { from: 1, count: 3 })).toMatch(/^M500,1000/);
    expect(areaPath([0, 10], scale)).toMatch(/^M0,1000.*Z$/);
    expect(linePath([], scale)).toBe('');
  });

  test('the levels of a heat map: none, at least the first, at most the last', () => {
    expect([0, 1, 20, 21, 99, 100].map((value) => heatLevel(value, 100))).toEqual([0, 1, 1, 2, 5, 5]);
    expect(heatLevel(0, 0)).toBe(0);
  });
});

describe('findings', () => {
  const points = [
    { phrase: 'on Mon, Nov 16', value: 12 },
    { phrase: 'on Tue, Nov 17', value: 31 },
    { phrase: 'on Wed, Nov 18', value: 7 },
  ];
  const trend = (total: number | null, former: number | undefined): string =>
    trendFinding({
      noun: CALLS,
      format: COUNT,
      total,
      before: former === undefined ? undefined : { total: former, phrase: 'in Sep 20 – Oct 19, 2026' },
      points,
    });

  test('a trend says how much, the change, and the best period', () => {
    const most = ' The most were on Tue, Nov 17: 31.';
    expect(trend(50, 40)).toBe(`50 calls, 25% more than in Sep 20 – Oct 19, 2026.${most}`);
    expect(trend(50, 100)).toBe(`50 calls, 50% less than in Sep 20 – Oct 19, 2026.${most}`);
    expect(trend(50, 50)).toBe(`50 calls, as many as in Sep 20 – Oct 19, 2026.${most}`);
    expect(trend(50, 0)).toBe(`50 calls, after none in Sep 20 – Oct 19, 2026.${most}`);
    expect(trend(50, undefined)).toBe(`50 calls.${most}`);
    expect(trend(0, 12)).toBe('No calls in this period, after 12 in Sep 20 – Oct 19, 2026.');
    expect(trend(0, undefined)).toBe('No calls in this period.');
  });

  test('a rate is compared in points and has no best period', () => {
    const rate = { noun: { one: 'answer rate', many: 'answer rates' }, format: { kind: 'share' } as const };
    expect(
      trendFinding({ ...rate, total: 0.82, before: { total: 0.79, phrase: 'on Nov 16, 2026' }, points }),
    ).toBe('Answer rate: 82%, 3 points more than on Nov 16, 2026.');
  });

  test('hours say the peak, or that there are too few calls for one', () => {
    const at = (weekday: number, hour: number, value: number): object => ({ weekday, hour, value });
    const said = (...counts: object[]): string =>
      hoursFinding(MISSED, counts as Parameters<typeof hoursFinding>[1]);
    expect(said(at(0, 8, 14), at(3, 9, 5))).toBe('Missed calls peak on Mondays at 8 AM: 14 of 19.');
    expect(said(at(0, 8, 3), at(1, 8, 3), at(2, 12, 3))).toBe('Most missed calls are at 8 AM: 6 of 9.');
    expect(said(at(0, 8, 3))).toBe('3 missed calls: too few to see a pattern.');
    expect(said()).toBe('No missed calls in this period.');
  });

  test('shares say who leads, if one or two do', () => {
    const row = (name: string | undefined, value: number): { name: string | undefined; value: number } => ({
      name,
      value,
    });
    const lead = 'The most calls come from';
    const rows = [row(undefined, 300), row('Direct', 80), row('Paid search', 201)];
    expect(shareFinding(lead, rows, 581)).toBe('The most calls come from Paid search: 201 of 581.');
    expect(shareFinding(lead, [row('Email', 2), row('Direct', 2)], 4)).toBe(
      'The most calls come from Email and Direct: 2 of 4 each.',
    );
    expect(shareFinding(lead, [row('Email', 2), row('Direct', 2), row('Radio', 2)], 6)).toBeUndefined();
    expect(shareFinding(lead, [row('Email', 0)], 0)).toBeUndefined();
  });
});
