/** Calls to action: numbers among words, in buttons and labels, and in letters. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

const FLOWERS = '+18003569377';

const scenario = setUpScenario(import.meta.dirname, {
  settings: {
    default_number: FLOWERS,
    targets: [{ number: FLOWERS }],
    numbers: [{ phone_number: '+18445550100' }],
  },
});

test('a call to action shows and dials the new number, in digits if it was in letters', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('calls to action without a number, other words, and names that contain the number stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
