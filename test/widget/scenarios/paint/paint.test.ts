/** What the visitor sees while the numbers change: nothing moves, and nothing stays hidden. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ready } from '../../../harness/site.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test.for([
  ['in the head', 'page.html', 'async'],
  ['deferred', 'page.html', 'defer'],
  ['at the end of the body', 'end.html', ''],
  ['hiding the numbers', 'page.html', 'async data-hide=".phone"'],
] as const)('no layout shift: %s', async ([, file, attributes]) => {
  scene.site.put('/shift', scene.html(file, attributes));
  const page = await (await scene.visit()).newPage();
  // The page is painted with its own numbers before the plan comes.
  const painted = page.waitForRequest('**/painted');
  await page.route('**/dni/swap/**', async (route) => {
    await painted;
    await route.fallback();
  });
  await page.goto(`${scene.site.origin}/shift`);
  await ready(page);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

  expect(await page.locator('footer').textContent()).toBe(DIRECT);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
});

const visibility = (page: Page): Promise<string> =>
  page.locator('footer').evaluate((element) => getComputedStyle(element).visibility);

test('data-hide hides until the swap', async () => {
  scene.site.put('/hide', scene.html('page.html', 'data-hide=".phone"'));
  const page = await (await scene.visit()).newPage();
  await page.goto(`${scene.site.origin}/hide`);
  await ready(page);

  expect(await page.evaluate(() => (window as unknown as { seen: string }).seen)).toBe('hidden');
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
