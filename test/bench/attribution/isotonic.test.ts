/** The calibration of stated confidences. */
import { expect, test } from 'vitest';
import { isotonic } from '../../../bench/attribution/isotonic.ts';
import type { Judged } from '../../../bench/attribution/scores.ts';

const said = (count: number, confidence: number, right: number): Judged[] =>
  Array.from({ length: count }, (_, index) => ({ confidence, isRight: index < right * count }));

test('a calibration states how often each 250 statements were right', () => {
  const table = isotonic([...said(250, 0.8, 0.6), ...said(250, 0.2, 0.1), ...said(250, 0.5, 0.3)]);

  expect(table.map(([stated]) => stated)).toEqual([0, 0.2, 0.5, 0.8, 1]);
  expect(table.map(([, right]) => right.toFixed(2))).toEqual(['0.00', '0.10', '0.30', '0.60', '0.60']);
});

test('neighbours whose order is wrong are put together', () => {
  const table = isotonic([...said(250, 0.3, 0.5), ...said(250, 0.4, 0.3), ...said(250, 0.9, 0.8)]);

  expect(table.map((point) => point.map((value) => value.toFixed(2)))).toEqual([
    ['0.00', '0.00'],
    ['0.35', '0.40'],
    ['0.90', '0.80'],
    ['1.00', '0.80'],
  ]);
});

test('no share of right statements is a certainty', () => {
  expect(isotonic(said(300, 0.99, 1)).at(-1)?.[1]).toBeLessThan(1);
});
