import { expect, test } from 'vitest';
import type { Fault, FaultKind } from './faults.ts';
import { sharesOf } from './rooms.ts';
import { sampled, shuffled } from './sample.ts';

/** Makes faults of one kind. */
function faults(kind: FaultKind, count: number): Fault[] {
  return Array.from({ length: count }, (_, start) => ({
    file: 'a.ts',
    line: 1,
    kind,
    start,
    end: start + 1,
    source: '',
    replacement: '',
  }));
}

test('a seed gives the same order each time, and another seed another order', () => {
  const entries = Array.from({ length: 50 }, (_, index) => index);

  expect(shuffled(entries, 1)).toEqual(shuffled(entries, 1));
  expect(shuffled(entries, 1)).not.toEqual(shuffled(entries, 2));
  expect(shuffled(entries, 1).toSorted((one, other) => one - other)).toEqual(entries);
});

test('each kind has the same share of a sample, until it has no further fault', () => {
  const all = [...faults('edge moved', 100), ...faults('not awaited', 100), ...faults('unit left out', 2)];
  const sample = sampled(all, { seed: 3, count: 20 }, () => true);

  expect(sample.filter(({ kind }) => kind === 'unit left out')).toHaveLength(2);
  expect(sample.filter(({ kind }) => kind === 'edge moved')).toHaveLength(9);
  expect(new Set(sample).size).toBe(20);
});

test('a fault that cannot be used is replaced by another one of its kind', () => {
  const all = [...faults('edge moved', 20), ...faults('not awaited', 20)];
  const sample = sampled(all, { seed: 3, count: 10 }, ({ start }) => start % 2 === 0);

  expect(sample.filter(({ kind }) => kind === 'edge moved')).toHaveLength(5);
  expect(sample.filter(({ start }) => start % 2 === 1)).toEqual([]);
});

test('a sample is as large as the faults that can be used', () => {
  expect(sampled(faults('edge moved', 5), { seed: 1, count: 10 }, ({ start }) => start > 1)).toHaveLength(3);
});

test.for<[count: number, lines: number[], shares: number[]]>([
  [30, [73_000, 38_000, 1_800], [19, 10, 1]],
  [60, [73_000, 38_000, 1_800], [39, 20, 1]],
  [3, [73_000, 38_000, 1_800], [1, 1, 1]],
  [2, [73_000, 38_000, 1_800], [2, 0, 0]],
  [30, [38_000], [30]],
])('%i faults among rooms of %j lines', ([count, lines, shares]) => {
  expect(sharesOf(count, lines)).toEqual(shares);
});
