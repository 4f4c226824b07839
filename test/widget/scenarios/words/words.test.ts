/** Calls to action: numbers among words, in buttons and labels, and in letters. */
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

test('a call to action shows and dials the new number, in digits if it was in letters', async () => {
  const page = await openSwapped(scene, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('calls to action without a number, other words, and names that contain the number stay', async () => {
  const page = await openSwapped(scene, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
