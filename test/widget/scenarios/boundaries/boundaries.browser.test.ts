/** Digit boundaries: a part of something longer is not a phone number. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

test('a number directly beside words, other numbers and punctuation is swapped', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('the same digits in an order number, a price, a file name or an address stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
