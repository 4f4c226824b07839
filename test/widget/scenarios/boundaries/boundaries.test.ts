/** Digit boundaries: a part of something longer is not a phone number. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test('a number directly beside words, other numbers and punctuation is swapped', async () => {
  const page = await openSwapped(scene, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('the same digits in an order number, a price, a file name or an address stay', async () => {
  const page = await openSwapped(scene, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
