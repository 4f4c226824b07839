import { describe, expect, test } from 'vitest';
import { erlangB, numbersFor } from '../../../../worker/dni/pure/erlang.ts';
import { type HourOfPool, loadOf } from '../../../../worker/dni/pure/pool-load.ts';

const HOUR_MS = 3_600_000;

/** Erlang B as it is defined: with factorials, in logarithms. */
function byDefinition(load: number, numbers: number): number {
  const terms = [0];
  for (let count = 1; count <= numbers; count += 1) {
    terms.push((terms.at(-1) ?? 0) + Math.log(load) - Math.log(count));
  }
  const most = Math.max(...terms);
  const sum = terms.reduce((total, term) => total + Math.exp(term - most), 0);
  return Math.exp((terms.at(-1) ?? 0) - most) / sum;
}

describe('the predicted overflow', () => {
  test('of 10 erlangs on 15 numbers is 0.0365', () => {
    expect(erlangB(10, 15)).toBeCloseTo(0.0365, 4);
  });

  test.for([
    [1, 1],
    [0.5, 3],
    [4, 8],
    [37, 40],
    [200, 180],
    [450, 500],
  ] as const)('of %d erlangs on %d numbers is that of the definition', ([load, numbers]) => {
    expect(erlangB(load, numbers)).toBeCloseTo(byDefinition(load, numbers), 10);
  });

  test('is everything without numbers, and nothing without load', () => {
    expect([erlangB(3, 0), erlangB(0, 1), erlangB(1e9, 500)]).toEqual([1, 0, expect.closeTo(1, 6)]);
  });
});

test.for([0.1, 2, 10, 57.3, 300])('the advised size for %d erlangs is the smallest that suffices', (load) => {
  const size = numbersFor(load, 0.01) ?? 0;

  expect(erlangB(load, size)).toBeLessThanOrEqual(0.01);
  expect(erlangB(load, size - 1)).toBeGreaterThan(0.01);
});

test('no pool has enough numbers for a very large load', () => {
  expect(numbersFor(10_000, 0.01)).toBe(undefined);
});

describe('the load of a pool', () => {
  const hour = (index: number, leases: number, overflows: number, heldMs: number): HourOfPool => ({
    hour: index * HOUR_MS,
    leases,
    overflows,
    heldMs,
  });

  test('is that of its busiest hour, with the visits that found no number', () => {
    const hours = [hour(1, 10, 0, 4 * HOUR_MS), hour(2, 30, 10, 12 * HOUR_MS), hour(3, 20, 0, 8 * HOUR_MS)];

    expect(loadOf(hours)).toEqual({
      leases: 60,
      overflows: 10,
      busiest: { hour: 2 * HOUR_MS, erlangs: 16, visitors: 40 },
    });
  });

  test('is unknown without visits', () => {
    expect(loadOf([])).toEqual({ leases: 0, overflows: 0, busiest: null });
    expect(loadOf([hour(1, 0, 5, 0)])).toEqual({ leases: 0, overflows: 5, busiest: null });
  });
});
