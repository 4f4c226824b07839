import { expect, test } from 'vitest';
import { median } from '../../../../../worker/core/reports/counting/tally.ts';

/** The median as a statistics book has it. */
function expected(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  if (!Number.isInteger(half)) return sorted[Math.floor(half)] ?? NaN;
  return ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
}

test.for([1, 2, 3, 4, 4_094, 4_095, 4_096, 4_097, 9_999, 10_000])(
  'the median of %d seconds of calls is that of the sorted values',
  (length) => {
    const values = Array.from({ length }, (_, index) => (index * 7_919) % 3_601);

    expect(median(Int32Array.from(values))).toBe(expected(values));
  },
);

test.for([5, 6, 5_000, 5_001])('the least and the greatest seconds count among %d values', (length) => {
  const values = Array.from({ length }, (_, index) => (index % 2 === 0 ? 0 : 65_535));

  expect(median(Int32Array.from(values))).toBe(expected(values));
});

test('nothing has no median', () => {
  expect(median(new Int32Array(0))).toBeNaN();
});
