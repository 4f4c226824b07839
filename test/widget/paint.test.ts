/** What the visitor sees while the numbers change: nothing moves, and nothing stays hidden. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { type Site, openVisitor, pageOf, ready, scriptTag, startSite } from '../harness/site.ts';
import { DIRECT, TARGET, makeSiteCompany } from './site-company.ts';

let browser: Browser;
let site: Site;
let companyId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
  companyId = await makeSiteCompany();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const BODY = `<header style="display:flex;justify-content:space-between"><b>Acme</b><a class="phone" href="tel:+12125550134">${TARGET}</a></header><p>Call ${TARGET} now.</p><main style="height:300px">Text</main><footer class="phone">${TARGET}</footer>`;
const WATCH =
  '<script>window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: "layout-shift", buffered: true }); requestAnimationFrame(() => requestAnimationFrame(() => fetch("/painted")))</script>';

test.for([
  ['in the head', () => pageOf(companyId, WATCH + BODY)],
  ['deferred', () => pageOf(companyId, WATCH + BODY, 'defer')],
  ['at the end of the body', () => `<!doctype html>${WATCH}${BODY}${scriptTag(companyId, '')}`],
  ['hiding the numbers', () => pageOf(companyId, WATCH + BODY, 'async data-hide=".phone"')],
] as const)('no layout shift: %s', async ([, html]) => {
  site.put('/shift', html());
  const page = await (await openVisitor(browser)).newPage();
  // The page is painted with its own numbers before the plan comes.
  const painted = page.waitForRequest('**/painted');
  await page.route('**/dni/swap/**', async (route) => {
    await painted;
    await route.fallback();
  });
  await page.goto(`${site.origin}/shift`);
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
  const look = '<script>window.seen = getComputedStyle(document.querySelector("footer")).visibility</script>';
  site.put('/hide', pageOf(companyId, BODY + look, 'data-hide=".phone"'));
  const page = await (await openVisitor(browser)).newPage();
  await page.goto(`${site.origin}/hide`);
  await ready(page);

  expect(await page.evaluate(() => (window as unknown as { seen: string }).seen)).toBe('hidden');
  expect(await visibility(page)).toBe('visible');
});

test('data-hide shows after 300 ms, whatever the edge does', async () => {
  site.put('/hang', pageOf(companyId, BODY, 'async data-hide=".phone"'));
  const page = await (await openVisitor(browser)).newPage();
  await page.route('**/dni/swap/**', () => new Promise(() => {}));
  await page.goto(`${site.origin}/hang`);
  await page.waitForFunction(() => 'leadline' in window);

  await expect.poll(() => visibility(page)).toBe('visible');
  expect(await page.locator('footer').textContent()).toBe(TARGET);
});
