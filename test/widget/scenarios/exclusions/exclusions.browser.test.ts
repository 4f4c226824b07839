/** Excluded texts: code, typed text, machine-readable data, and the site's exclusions. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

test('texts around and between excluded parts are swapped, also in elements whose names resemble exclusions', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('structured data, code, fields and excluded parts stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});

test('text typed by the visitor before and after the plan stays', async () => {
  const page = await openSwapped(scenario, '/does-not.html');
  await page.type('#typed', '212-555-0134');
  await page.type('#written', 'Call me: 212-555-0134');
  await page.evaluate(() => void window.leadline.swap());

  expect(await page.value('#typed')).toBe('212-555-0134');
  expect(await page.value('#written')).toBe('Call me: 212-555-0134');
});
