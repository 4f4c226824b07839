/** Wherever the script stands and however late it comes, the numbers are swapped: once, with one request. */
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from '../../../harness/browser.ts';
import { openReady, openVisitor, ready } from '../../../harness/site.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test.for([
  ['async in the head', 'page.html', 'async'],
  ['deferred in the head', 'page.html', 'defer'],
  ['blocking in the head', 'page.html', ''],
  ['at the end of the body', 'end.html', ''],
  ['added late, as a tag manager does', 'late.html', ''],
] as const)('%s', async ([, file, attributes]) => {
  scene.site.put('/placement', scene.html(file, attributes));
  const page = await scene.open('/placement');

  expect(await page.locator('h1').innerHTML()).toBe(
    `Call <a id="call" href="tel:+14155550100">${DIRECT}</a>`,
  );
});

test('loaded twice: the second script does nothing', async () => {
  const context = await scene.visit();
  const requests = countPlans(context);
  const page = await openReady(context, `${scene.site.origin}/twice.html`);
  await page.waitForLoadState('load');

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('the plan is kept: the next page view swaps before its first paint, without a request', async () => {
  scene.site.put('/second', scene.html('page.html', ''));
  const context = await scene.visit();
  const requests = countPlans(context);
  await openReady(context, `${scene.site.origin}/page.html`);
  const page = await openReady(context, `${scene.site.origin}/second`);

  await page.waitForFunction(() => 'painted' in window);
  expect(await page.evaluate(() => (window as { painted?: string }).painted)).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('a plan that is over is asked for again', async () => {
  const context = await scene.visit();
  const requests = countPlans(context);
  const page = await openReady(context, `${scene.site.origin}/page.html`);
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
    localStorage.setItem(key, JSON.stringify({ ...kept, until: 1 }));
  }, `leadline:${scene.companyId}`);
  await page.reload();
  await ready(page);

  expect(requests()).toBe(2);
});

test('a page that says that it is prerendered asks only once it is shown', async () => {
  const context = await scene.visit();
  const requests = countPlans(context);
  const page = await context.newPage();
  await page.goto(`${scene.site.origin}/prerendering.html`);
  await page.waitForFunction(() => 'leadline' in window);

  expect(requests()).toBe(0);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await ready(page);
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('a page that comes back from the back/forward cache is still swapped, and goes on swapping', async () => {
  const browser = await launchBrowser(['--disable-back-forward-cache']);
  const context = await openVisitor(browser);
  const requests = countPlans(context);
  const page = await openReady(context, `${scene.site.origin}/page.html`);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  await page.goto(`${scene.site.origin}/away.html`);
  await page.evaluate(() => history.back());

  // The very page from before, with its listener, not another load of it.
  await expect
    .poll(() => page.evaluate(() => (window as { persisted?: boolean }).persisted).catch(() => undefined))
    .toBe(true);
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  await page.evaluate((target) => document.body.append(`Now ${target}`), TARGET);
  await expect.poll(() => page.locator('body').textContent()).toContain(`Now ${DIRECT}`);
  expect(requests()).toBe(1);
  await browser.close();
});

test('a script that is held back, commented out or in a template asks nothing; once it is let go, it swaps', async () => {
  const context = await scene.visit();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const page = await context.newPage();
  await page.goto(`${scene.site.origin}/does-not.html`);

  expect(asked.filter((path) => path.startsWith('/dni/'))).toEqual([]);
  expect(await page.locator('#call').textContent()).toBe(TARGET);
  await page.evaluate(() => {
    // A script runs once: whoever lets it go puts in another with the same attributes.
    const held = document.querySelector('script[data-category]') as HTMLScriptElement;
    const script = document.createElement('script');
    script.src = held.src;
    Object.assign(script.dataset, held.dataset);
    held.replaceWith(script);
  });
  await ready(page);
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

function countPlans(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes('/dni/swap/')) count++;
  });
  return () => count;
}
