/** A page with a leased number from the real back/forward cache. */
import { expect, test } from 'vitest';
import { setUpScenario } from '../../scenario.ts';
import { LEASED, openControlled, OVERFLOW, pass, POOL, warmPool } from './controls.ts';

const scenario = setUpScenario(import.meta.dirname, {
  isWholeBrowser: true,
  settings: { numbers: [{ phone_number: '+14155550199' }, POOL] },
  prepare: warmPool,
});

test('after the end of its lease a page from the back/forward cache shows the overflow number at once, and asks', async () => {
  const visit = await scenario.visit();
  const page = await openControlled(visit);
  const number = await page.text('#call');
  expect(number).toMatch(LEASED);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  await pass(page, 25);
  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  scenario.edge.treat = () => gate.then(() => 'pass' as const);
  await visit.open('/away.html');
  await page.evaluate(() => void setTimeout(() => history.back()));

  // The same page with its listener, not a reload.
  await page.until(() => (window as { persisted?: boolean }).persisted);
  await expect.poll(() => page.text('#call')).toBe(OVERFLOW);
  answer();
  await expect.poll(() => page.text('#call')).toBe(number);
  expect(scenario.edge.numberRequests).toHaveLength(2);
});
