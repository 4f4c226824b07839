/** The order of the rows of a report by a figure. */
import { expect, test } from 'vitest';
import type { Counter } from '../../../../worker/core/reports/counting/tally.ts';
import { metricOrder } from '../../../../worker/core/reports/queries/rows.ts';

interface Group {
  name: string;
  sums: { of: (counter: Counter) => number; callers: number; ring: number; talk: number };
}

function group(name: string, counts: Partial<Record<Counter, number>>, ring = NaN): Group {
  return { name, sums: { of: (counter) => counts[counter] ?? 0, callers: 0, ring, talk: NaN } };
}

function namesBy(metric: Parameters<typeof metricOrder>[0], groups: Group[]): string[] {
  return groups.toSorted(metricOrder(metric)).map(({ name }) => name);
}

test('groups without a figure come first, as the least', () => {
  const groups = [
    group('many', { calls: 9, visits: 10 }),
    group('no visits', { calls: 5, visits: 0 }),
    group('none', { calls: 0, visits: 10 }),
    group('few', { calls: 1, visits: 10 }),
  ];

  expect(namesBy('calls_per_100_visits', groups)).toEqual(['no visits', 'none', 'few', 'many']);
  expect(
    namesBy('ring_median', [group('long', {}, 20), group('unknown', {}), group('at once', {}, 0)]),
  ).toEqual(['unknown', 'at once', 'long']);
});

test('groups with the same figure, or both without one, keep their order', () => {
  const order = metricOrder('ring_median');

  expect(order(group('a', {}), group('b', {}))).toBe(0);
  expect(order(group('a', {}, 7), group('b', {}, 7))).toBe(0);
});
