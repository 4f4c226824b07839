/** Whatever goes wrong: the page stays as it is, no error shows, nothing is asked again and again. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReady, ready } from '../../../harness/site.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

/** What a page complains about, apart from the browser's own line on a request that failed. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      found.push(message.text());
  });
  return found;
}

async function openWith(answer: (route: Route) => Promise<void>): Promise<[Page, string[], () => number]> {
  const context = await scene.visit();
  let count = 0;
  await context.route('**/dni/swap/**', (route) => {
    count++;
    return answer(route);
  });
  const page = await context.newPage();
  const found = complaints(page);
  await page.goto(`${scene.site.origin}/page.html`);
  return [page, found, () => count];
}

const cors = { 'Access-Control-Allow-Origin': '*' };

test.for([
  [
    'an error of the server',
    (route: Route) => route.fulfill({ status: 500, headers: cors, body: '{"code":"internal_error"}' }),
  ],
  [
    'a refusal',
    (route: Route) => route.fulfill({ status: 404, headers: cors, body: '{"code":"not_found"}' }),
  ],
  ['HTML instead of JSON', (route: Route) => route.fulfill({ status: 200, headers: cors, body: '<html>' })],
  ['JSON of another kind', (route: Route) => route.fulfill({ status: 200, headers: cors, body: '[1]' })],
  ['null', (route: Route) => route.fulfill({ status: 200, headers: cors, body: 'null' })],
  ['an answer that other sites may not read', (route: Route) => route.fulfill({ status: 200, body: '{}' })],
  ['a blocked request', (route: Route) => route.abort('blockedbyclient')],
  ['no network', (route: Route) => route.abort('internetdisconnected')],
] as const)('%s', async ([, answer]) => {
  const [page, found, count] = await openWith(answer);
  await ready(page);

  expect(
    await page.evaluate(() => (window as never as { leadline: { ready: Promise<unknown> } }).leadline.ready),
  ).toBeUndefined();
  expect((await page.locator('body').innerHTML()).trim()).toBe(
    `<a id="call" href="tel:+12125550134">${TARGET}</a>`,
  );
  expect(found).toEqual([]);
  expect(count()).toBe(1);
});

test('an edge that hangs keeps nothing waiting', async () => {
  const [page, found, count] = await openWith(() => new Promise(() => {}));
  await page.waitForFunction(() => 'leadline' in window);

  expect(await page.locator('#call').textContent()).toBe(TARGET);
  expect(found).toEqual([]);
  expect(count()).toBe(1);
});

test('an edge that is slow: swapped once it answers', async () => {
  let answer = (): void => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const [page, found] = await openWith(async (route) => {
    await wait;
    await route.fallback();
  });
  await page.waitForFunction(() => 'leadline' in window);

  expect(await page.locator('#call').textContent()).toBe(TARGET);
  answer();
  await ready(page);
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(found).toEqual([]);
});

test('storage that is forbidden: swapped all the same', async () => {
  const context = await scene.visit();
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  const found = complaints(page);
  await page.goto(`${scene.site.origin}/page.html`);
  await ready(page);

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(found).toEqual([]);
});

test.for(['', 'null', '[]', '{"plan":1}', '{"session":[],"time":1}', 'not JSON'])(
  'storage that holds %j: swapped all the same',
  async (kept) => {
    const context = await scene.visit();
    await context.addInitScript(([key, kept]) => localStorage.setItem(key, kept), [
      `leadline:${scene.companyId}`,
      kept,
    ] as const);
    const page = await openReady(context, `${scene.site.origin}/page.html`);

    expect(await page.locator('#call').textContent()).toBe(DIRECT);
  },
);

test('a fresh plan that an earlier script kept is asked for anew, since the script may need more of it now', async () => {
  const context = await scene.visit();
  const page = await openReady(context, `${scene.site.origin}/page.html`);
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as {
      question: string;
      plan: { forms: { link?: string } };
    };
    kept.question = kept.question.replace(/,\d+$/, '');
    delete kept.plan.forms.link;
    localStorage.setItem(key, JSON.stringify(kept));
  }, `leadline:${scene.companyId}`);

  const again = await openReady(context, `${scene.site.origin}/page.html`);

  expect(await again.locator('#call').textContent()).toBe(DIRECT);
  expect(await again.locator('#call').getAttribute('href')).toBe(
    await page.locator('#call').getAttribute('href'),
  );
});

test('a fresh kept plan is used when the edge is down', async () => {
  const context = await scene.visit();
  await openReady(context, `${scene.site.origin}/page.html`);
  await cut(context);
  const page = await openReady(context, `${scene.site.origin}/page.html`);

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

test('without a script nothing happens to the page', async () => {
  const context = await scene.visit();
  await context.route('**/dni/leadline.js', (route) => route.abort());
  const page = await context.newPage();
  const found = complaints(page);
  await page.goto(`${scene.site.origin}/page.html`);

  expect(await page.locator('#call').textContent()).toBe(TARGET);
  expect(found).toEqual([]);
});

async function cut(context: BrowserContext): Promise<void> {
  await context.route('**/dni/swap/**', (route) => route.abort());
}
