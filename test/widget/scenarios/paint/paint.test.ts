/** What the visitor sees while the numbers change: nothing moves, and nothing stays hidden. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReady, ready } from '../../../harness/site.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

declare global {
  interface Window {
    /** The sum of all layout shifts. */
    shift: number;
    /** How visible an element was when the parser came by. */
    seen: string;
  }
}

const scene = useScene(import.meta.dirname);

/** How far the page has moved (CLS) once it is painted with its own numbers, the plan has come and a frame has passed. */
async function shiftOf(page: Page, address: string): Promise<number> {
  const painted = page.waitForRequest('**/painted');
  await page.route('**/dni/swap/**', async (route) => {
    await painted;
    await route.fallback();
  });
  await page.goto(address);
  await ready(page);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => window.shift);
}

test.for([
  ['in the head', 'page.html', 'async'],
  ['deferred', 'page.html', 'defer'],
  ['blocking', 'page.html', ''],
  ['at the end of the body', 'end.html', ''],
  ['added late, as a tag manager does', 'late.html', ''],
  ['hiding the numbers', 'page.html', 'async data-hide=".phone"'],
] as const)('no layout shift: %s', async ([, file, attributes]) => {
  scene.site.put('/shift', scene.html(file, attributes));
  const page = await (await scene.visit()).newPage();

  expect(await shiftOf(page, `${scene.site.origin}/shift`)).toBe(0);
  expect(await page.locator('footer').textContent()).toBe(DIRECT);
});

test('no layout shift on the next page view, whose plan is kept', async () => {
  const context = await scene.visit();
  await openReady(context, `${scene.site.origin}/page.html`);
  const page = await context.newPage();

  expect(await shiftOf(page, `${scene.site.origin}/end.html`)).toBe(0);
  expect(await page.locator('footer').textContent()).toBe(DIRECT);
});

test('a page that moves by itself is seen to move', async () => {
  const page = await (await scene.visit()).newPage();

  expect(await shiftOf(page, `${scene.site.origin}/moves.html`)).toBeGreaterThan(0);
});

test('a page without a target neither moves nor changes, and what data-hide does not name is never hidden', async () => {
  scene.site.put('/does-not', scene.html('does-not.html', 'data-hide=".phone"'));
  const page = await openSwapped(scene, '/does-not');

  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => [window.shift, window.seen])).toEqual([0, 'visible']);
  expect(await visibility(page)).toBe('visible');
});

const visibility = (page: Page): Promise<string> =>
  page.locator('footer').evaluate((element) => getComputedStyle(element).visibility);

test('data-hide hides until the swap', async () => {
  scene.site.put('/hide', scene.html('page.html', 'data-hide=".phone"'));
  const page = await (await scene.visit()).newPage();
  await page.goto(`${scene.site.origin}/hide`);
  await ready(page);

  expect(await page.evaluate(() => window.seen)).toBe('hidden');
  expect(await visibility(page)).toBe('visible');
});

test('data-hide shows after 300 ms, whatever the edge does', async () => {
  scene.site.put('/hang', scene.html('page.html', 'async data-hide=".phone"'));
  const page = await (await scene.visit()).newPage();
  await page.route('**/dni/swap/**', () => new Promise(() => {}));
  await page.goto(`${scene.site.origin}/hang`);
  await page.waitForFunction(() => 'leadline' in window);

  await expect.poll(() => visibility(page)).toBe('visible');
  expect(await page.locator('footer').textContent()).toBe(TARGET);
});
