/** Every printed form of a number keeps its form. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

/** The printed number and its replacements: of the same country, with other lengths, of another country. */
const OFFICES = [
  ['+12125550134', '+14155550100'],
  ['+442079460100', '+442079460999'],
  ['+4930123456789', '+493098765'],
  ['+44113496001', '+441134960999'],
  ['+912261234567', '+918045678901'],
  ['+390669812345', '+390669899999'],
  ['+74951234567', '+74959876543'],
  ['+33199001234', '+3225501234'],
] as const;

const scenario = setUpScenario(import.meta.dirname, {
  settings: {
    targets: OFFICES.map(([number]) => ({ number })),
    numbers: OFFICES.map(([target, phone_number]) => ({ target, phone_number })),
  },
});

test('every printed form becomes the same form of the new number', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('restore gives the page as the site served it', async () => {
  const page = await openSwapped(scenario, '/page.html');
  const differs = (): Promise<boolean> =>
    page.evaluate(() => window.look().some(({ value }, at) => value !== window.served[at]?.value));

  expect(await differs()).toBe(true);
  await page.evaluate(() => window.leadline.restore());
  expect(await differs()).toBe(false);
});

test('a similar number stays', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
