/** What carriers say that a number costs. */
import { expect, test } from 'vitest';
import { amountOf } from '../../../../../worker/core/phone/accounts/found-numbers.ts';

test.for([
  ['1.15000', 1.15],
  [2, 2],
  ['0', 0],
  // A price below 0 would make room under the monthly cap.
  ['-500', null],
  [-0.01, null],
  ['', null],
  [' ', null],
  // Two of these add up to no number.
  ['1e308', 1_000_000],
  ['free', null],
  [true, null],
  [['7'], null],
  ['Infinity', null],
  [null, null],
  [undefined, null],
] as const)('%j costs %j', ([said, amount]) => {
  expect(amountOf(said)).toBe(amount);
});
