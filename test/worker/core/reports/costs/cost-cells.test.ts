/** Days and amounts in the exports of ad platforms. */
import { expect, test } from 'vitest';
import { amountReader, dayReader } from '../../../../../worker/core/reports/costs/sheets/cells.ts';

test.for([
  ['2026-11-03', '2026-11-03'],
  ['20261103', '2026-11-03'],
  ['2026/11/03', '2026-11-03'],
  ['3.11.2026', '2026-11-03'],
  ['Nov 3, 2026', '2026-11-03'],
  ['Tue, Nov 3, 2026', '2026-11-03'],
  ['3 November 2026', '2026-11-03'],
  ['Total', undefined],
] as const)('%s is the day %s', ([text, day]) => {
  expect(dayReader([text])(text)).toBe(day);
});

test('whether the day or the month is first follows from the other days of the column', () => {
  expect(['3/11/2026', '13/11/2026'].map(dayReader(['3/11/2026', '13/11/2026']))).toEqual([
    '2026-11-03',
    '2026-11-13',
  ]);
  expect(['3/11/2026', '3/13/2026'].map(dayReader(['3/11/2026', '3/13/2026']))).toEqual([
    '2026-03-11',
    '2026-03-13',
  ]);
  expect(dayReader(['3/11/2026', '12/12/2026'])('3/11/2026')).toBeUndefined();
});

test.for([
  ['1,012.50', 1_012.5, undefined],
  ['$1,012.50', 1_012.5, undefined],
  ['-2', -2, undefined],
  ['€ -2', -2, 'EUR'],
  ['1’012.50 CHF', 1_012.5, 'CHF'],
  ['1.012,50 €', 1_012.5, 'EUR'],
  ['12,5', 12.5, undefined],
  ['--', 0, undefined],
  ['$ -', 0, undefined],
] as const)('%s is the amount %d, in %s', ([text, amount, unit]) => {
  expect(amountReader([text])(text)).toMatchObject({ amount, unit });
});

test('a decimal comma in one row is one in all', () => {
  const read = amountReader(['1.012,50', '1.000']);

  expect(read('1.000')).toMatchObject({ amount: 1_000 });
  expect(amountReader(['1.000'])('1.000')).toMatchObject({ amount: 1 });
});
