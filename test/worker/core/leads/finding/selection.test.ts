import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LEAST_FOR_SAMPLE,
  orderOfNumber,
  orderOfUnits,
  packUnits,
  selectPage,
  type SortKey,
} from '../../../../../worker/core/leads/finding/columns/ordered-pages.ts';
import { effort } from '../../../../harness/effort.ts';

/** More leads than the sampling needs. */
const MANY = LEAST_FOR_SAMPLE + effort(1_000, 10_000);

interface Item {
  number: number;
  text: string;
  id: string;
}

interface Wish {
  field: 'number' | 'text';
  direction: 1 | -1;
}

function keysOf(items: readonly Item[], wishes: readonly Wish[]): SortKey[] {
  const valueOf = (index: number): number => items[index]?.number ?? NaN;
  const unitAt = (index: number, at: number): number => items[index]?.text.charCodeAt(at) || 0;
  return wishes.map(({ field, direction }): SortKey =>
    field === 'number'
      ? {
          kind: 'number',
          direction,
          valueOf,
          valuesOf: (leads) => Float64Array.from(leads, (index) => orderOfNumber(valueOf(index), direction)),
        }
      : {
          kind: 'text',
          direction,
          unitAt,
          valuesOf: (leads, from) =>
            Float64Array.from(leads, (index) => {
              const units = packUnits(unitAt(index, from), unitAt(index, from + 1), unitAt(index, from + 2));
              return orderOfUnits(units, from, direction);
            }),
        },
  );
}

/** Returns the indexes of all items in order. */
function naiveOrder(items: readonly Item[], wishes: readonly Wish[]): number[] {
  const isMissing = (value: number | string): boolean => value === '' || Number.isNaN(value);
  return items
    .map((_, index) => index)
    .toSorted((a, b) => {
      const [left, right] = [items[a], items[b]];
      if (left === undefined || right === undefined) return 0;
      for (const { field, direction } of wishes) {
        const [one, other] = [left[field], right[field]];
        if (isMissing(one) !== isMissing(other)) return isMissing(one) ? 1 : -1;
        if (isMissing(one) || one === other) continue;
        return one < other ? -direction : direction;
      }
      return left.id < right.id ? -1 : 1;
    });
}

function page(items: readonly Item[], wishes: readonly Wish[], start: number, end: number): number[] {
  const leads = Int32Array.from(items, (_, index) => index);
  return selectPage(
    leads,
    keysOf(items, wishes),
    { start, end },
    (wanted) => new Map(wanted.map((index) => [index, items[index]?.id ?? ''])),
  );
}

const item = fc.record({
  number: fc.oneof(fc.constantFrom(NaN, -1, 0, 1, 2), fc.double({ noNaN: true, noDefaultInfinity: true })),
  text: fc.oneof(
    fc.constantFrom('', 'a', 'ab', 'abc', 'abcd', 'abcdef', 'abcdefg', 'b'),
    fc.stringMatching(/^[a-c\u00e9\u4e00]{0,8}$/),
  ),
});
const wish: fc.Arbitrary<Wish> = fc.record({
  field: fc.constantFrom('number' as const, 'text' as const),
  direction: fc.constantFrom(1 as const, -1 as const),
});

test('a page is the same part of the order as in a plain sort', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 60 }),
      fc.array(wish, { maxLength: 3 }),
      fc.nat(70),
      fc.nat(70),
      (parts, wishes, start, size) => {
        const items = parts.map((part, index) => ({
          ...part,
          id: String((index * 7_919) % 10_007).padStart(5, '0'),
        }));

        expect(page(items, wishes, start, start + size)).toEqual(
          naiveOrder(items, wishes).slice(start, start + size),
        );
      },
    ),
    { numRuns: effort(400, 2_000), seed: 20_261_121 },
  );
});

test.for([
  ['different values', (index: number) => (index * 7_919) % MANY],
  ['many equal values', (index: number) => index % 3],
  ['hardly any value', (index: number) => (index % 10_000 === 0 ? index : NaN)],
  ['rising values', (index: number) => index],
] as [string, (index: number) => number][])('a page out of a great many leads with %s', ([, numberOf]) => {
  const items = Array.from({ length: MANY }, (_, index) => ({
    number: numberOf(index),
    text: `name ${(index * 31) % 1_009}`,
    id: String((index * 7_919) % 99_991).padStart(5, '0'),
  }));
  for (const wishes of [
    [{ field: 'number', direction: -1 }],
    [
      { field: 'number', direction: 1 },
      { field: 'text', direction: -1 },
    ],
    [{ field: 'text', direction: 1 }],
  ] as Wish[][]) {
    const order = naiveOrder(items, wishes);
    for (const [start, end] of [
      [0, 50],
      [25, 75],
      [LEAST_FOR_SAMPLE, LEAST_FOR_SAMPLE + 50],
      [MANY - 10, MANY + 1_000],
    ] as const) {
      expect(page(items, wishes, start, end)).toEqual(order.slice(start, end));
    }
  }
});
