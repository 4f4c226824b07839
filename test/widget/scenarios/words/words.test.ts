/** Call-to-action text: numbers among words, in buttons and labels, and numbers that are words. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { useScene } from '../../scene.ts';

const FLOWERS = '+18003569377';

const scene = useScene(import.meta.dirname, {
  settings: {
    default_number: FLOWERS,
    targets: [{ number: FLOWERS }],
    numbers: [{ phone_number: '+18445550100' }],
  },
});

test('a call to action says and dials the new number, one in letters says it in digits', async () => {
  const page = await openSwapped(scene, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('calls to action without a number, other words and names made of the number stay', async () => {
  const page = await openSwapped(scene, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
