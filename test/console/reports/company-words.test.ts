/** The change of a company's calls in words. */
import { expect, test } from 'vitest';
import { changeInWords } from '../../../console/screens/home/companies/change.ts';

test.each([
  [0, 0, 'none in two weeks'],
  [4, 0, 'none the week before'],
  [4, 9, '9 the week before'],
  [12, 10, '20% more than the week before'],
  [5, 10, '50% fewer than the week before'],
  [0, 10, '100% fewer than the week before'],
  [104, 100, 'as many as the week before'],
  [96, 100, 'as many as the week before'],
  [95, 100, '5% fewer than the week before'],
])('%i calls after %i are %s', (calls, before, words) => {
  expect(changeInWords(calls, before)).toBe(words);
});
