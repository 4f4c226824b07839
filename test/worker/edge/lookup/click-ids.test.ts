import { expect, test } from 'vitest';
import { clickIdOf, clickIdsIn } from '../../../../worker/dni/pure/click-ids.ts';

const of = (query: string): URLSearchParams => new URLSearchParams(query);

test('click ids are found in any spelling, the first value of each', () => {
  expect(clickIdsIn(of('GCLID=one&gclid=two&fbclid=three&utm_source=x'))).toEqual([
    ['gclid', 'one'],
    ['fbclid', 'three'],
  ]);
});

test('an empty click id is none, so that a later one with a value counts', () => {
  expect(clickIdsIn(of('gclid=&gclid=two'))).toEqual([['gclid', 'two']]);
  expect(clickIdOf(of('gclid=&fbclid=three'))?.parameter).toBe('fbclid');
  expect(clickIdOf(of('gclid='))).toBeUndefined();
});

test('the click id that proves most is the strongest, in any order of the parameters', () => {
  expect(clickIdOf(of('fbclid=three&gclid=one'))?.parameter).toBe('gclid');
  expect(clickIdOf(of('gclid=one&fbclid=three'))?.parameter).toBe('gclid');
});
