import { expect, test } from 'vitest';
import { typedNumber } from '../../../console/formats/numbers.ts';

test.for([
  ['150', 150],
  [' 12.5 ', 12.5],
  ['1,080', 1080],
  ['12,345,678.90', 12_345_678.9],
  ['-1,080', -1080],
  ['0.5', 0.5],
  ['.5', 0.5],
])('%s is a number', ([text, number]) => {
  expect(typedNumber(String(text))).toBe(number);
});

// Without its comma, 1,5 would be ten times as much; 1.250 may be a thousand and more.
test.for(['1,5', '1,50', '1.250', '12.500', '12,3456', '1.234,56', '1,080,5', ',5', '', 'abc', '1 000'])(
  '%s is left to the refusal',
  (text) => {
    expect(typedNumber(text)).toBeNaN();
  },
);
