/** Numbers are swapped once, with one request, for every placement and delay of the script; meanwhile nothing moves or stays hidden. */
import { expect, test } from 'vitest';
import { engineName } from '../../../harness/engines/engine.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { ready, setUpScenario, type Visit } from '../../scenario.ts';

declare global {
  interface Window {
    /** The sum of all layout shifts. */
    shift: number;
    /** The visibility of an element when it was parsed. */
    seen: string;
    /** The positions of elements after the first paint. */
    stood: number[];
  }
}

/** Only Chromium reports layout shifts (CLS); in other engines the test compares positions. */
const TELLS_SHIFTS = engineName === 'chromium';

const scenario = setUpScenario(import.meta.dirname);

/** Opens a page whose plan arrives after the first paint, and waits for the swap and a frame. */
async function openPainted(visit: Visit, path: string): Promise<Page> {
  const painted = scenario.site.asked('/painted');
  scenario.edge.treat = () => painted.then(() => 'pass');
  const page = await visit.open(path);
  await ready(page);
  await page.evaluate(
    () =>
      new Promise<null>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)));
      }),
  );
  return page;
}

/** Returns the layout shift, and the positions of elements at the first paint and now. */
function movement(page: Page): Promise<{ shift: number; before: number[]; after: number[] }> {
  return page.evaluate(() => ({
    shift: window.shift,
    before: window.stood,
    after: [...document.body.children].map((element) => element.getBoundingClientRect().top),
  }));
}

test.for([
  ['in the head', 'page.html', 'async'],
  ['deferred', 'page.html', 'defer'],
  ['blocking', 'page.html', ''],
  ['at the end of the body', 'end.html', ''],
  ['added late, like by a tag manager', 'late.html', ''],
  ['hiding the numbers', 'page.html', 'async data-hide=".phone"'],
] as const)('one swap without a layout shift: %s', async ([, file, attributes]) => {
  scenario.site.put('/shift', scenario.html(file, attributes));
  const page = await openPainted(await scenario.visit(), '/shift');
  const { shift, before, after } = await movement(page);

  expect(shift).toBe(0);
  expect(after).toEqual(before);
  expect(await page.text('footer')).toBe(DIRECT);
  expect(await page.html('header')).toContain(`href="tel:+14155550100">${DIRECT}</a>`);
  expect(scenario.edge.numberRequests).toHaveLength(1);
});

test('no layout shift on the next page view with a stored plan', async () => {
  const visit = await scenario.visit();
  await visit.openReady('/page.html');
  const page = await openPainted(visit, '/end.html');
  const { shift, before, after } = await movement(page);

  expect(shift).toBe(0);
  expect(after).toEqual(before);
  expect(await page.text('footer')).toBe(DIRECT);
});

test('the test notices a page that moves by itself', async () => {
  const page = await openPainted(await scenario.visit(), '/moves.html');
  const { shift, before, after } = await movement(page);

  expect(after).not.toEqual(before);
  expect(shift > 0).toBe(TELLS_SHIFTS);
});

test('a page without a target neither moves nor changes, and only elements of data-hide are hidden', async () => {
  scenario.site.put('/does-not', scenario.html('does-not.html', 'data-hide=".phone"'));
  const page = await openSwapped(scenario, '/does-not');

  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => [window.shift, window.seen])).toEqual([0, 'visible']);
  expect(await visibility(page)).toBe('visible');
});

const visibility = (page: Page): Promise<string> =>
  page.read('footer', (element) => getComputedStyle(element).visibility);

test('data-hide hides elements until the swap', async () => {
  scenario.site.put('/hide', scenario.html('page.html', 'data-hide=".phone"'));
  const page = await (await scenario.visit()).openReady('/hide');

  expect(await page.evaluate(() => window.seen)).toBe('hidden');
  expect(await visibility(page)).toBe('visible');
});

test('data-hide shows elements after 300 ms in any case', async () => {
  scenario.site.put('/hang', scenario.html('page.html', 'async data-hide=".phone"'));
  const visit = await scenario.visit();
  scenario.edge.treat = () => 'hang';
  const page = await visit.open('/hang');
  await page.until(() => 'leadline' in window);

  await expect.poll(() => visibility(page)).toBe('visible');
  expect(await page.text('footer')).toBe(TARGET);
});
