/** Wherever the script stands and however late it comes, the numbers are swapped: once, with one request. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { type Site, openReady, openVisitor, pageOf, ready, scriptTag, startSite } from '../harness/site.ts';
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

const BODY = `<h1>Call <a id="call" href="tel:+12125550134">${TARGET}</a></h1>`;
const delayed = (): string =>
  `<script>setTimeout(() => { const s = document.createElement('script'); s.src = document.body.dataset.src; s.dataset.company = document.body.dataset.company; document.head.append(s); }, 200)</script>`;

test.for([
  ['async in the head', () => pageOf(companyId, BODY, 'async')],
  ['deferred in the head', () => pageOf(companyId, BODY, 'defer')],
  ['blocking in the head', () => pageOf(companyId, BODY, '')],
  ['at the end of the body', () => `<!doctype html><title>x</title>${BODY}${scriptTag(companyId, '')}`],
  ['added late, as a tag manager does', () => `<!doctype html><title>x</title><body>${BODY}${delayed()}`],
] as const)('%s', async ([, html]) => {
  const source = html().replace(
    '<body>',
    `<body data-company="${companyId}" data-src="${/src="([^"]*)"/.exec(scriptTag(companyId))?.[1]}">`,
  );
  site.put('/placement', source);
  const page = await openReady(await openVisitor(browser), `${site.origin}/placement`);

  expect(await page.locator('h1').innerHTML()).toBe(
    `Call <a id="call" href="tel:+14155550100">${DIRECT}</a>`,
  );
});

test('loaded twice: the second script does nothing', async () => {
  site.put('/twice', pageOf(companyId, BODY + scriptTag(companyId, '')));
  const context = await openVisitor(browser);
  const requests = countPlans(context);
  const page = await openReady(context, `${site.origin}/twice`);
  await page.waitForLoadState('load');

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('the plan is kept: the next page view swaps before its first paint, without a request', async () => {
  site.put('/first', pageOf(companyId, BODY));
  site.put(
    '/second',
    pageOf(
      companyId,
      `<script>requestAnimationFrame(() => { window.painted = document.querySelector('#call').textContent })</script>${BODY}`,
      '',
    ),
  );
  const context = await openVisitor(browser);
  const requests = countPlans(context);
  await openReady(context, `${site.origin}/first`);
  const page = await openReady(context, `${site.origin}/second`);

  await page.waitForFunction(() => 'painted' in window);
  expect(await page.evaluate(() => (window as { painted?: string }).painted)).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('a plan that is over is asked for again', async () => {
  site.put('/first', pageOf(companyId, BODY));
  const context = await openVisitor(browser);
  const requests = countPlans(context);
  const page = await openReady(context, `${site.origin}/first`);
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
    localStorage.setItem(key, JSON.stringify({ ...kept, until: 1 }));
  }, `leadline:${companyId}`);
  await page.reload();
  await ready(page);

  expect(requests()).toBe(2);
});

test('a prerendered page asks only once it is shown', async () => {
  site.put(
    '/prerender',
    pageOf(
      companyId,
      `<script>Object.defineProperty(document, 'prerendering', { value: true, configurable: true })</script>${BODY}${scriptTag(companyId, '')}`,
      'type=disabled',
    ),
  );
  const context = await openVisitor(browser);
  const requests = countPlans(context);
  const page = await context.newPage();
  await page.goto(`${site.origin}/prerender`);
  await page.waitForFunction(() => 'leadline' in window);

  expect(requests()).toBe(0);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await ready(page);
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
  expect(requests()).toBe(1);
});

test('a page that comes back from the back/forward cache is still swapped', async () => {
  site.put('/back', pageOf(companyId, BODY));
  site.put('/away', '<!doctype html><title>Away</title>');
  const page = await openReady(await openVisitor(browser), `${site.origin}/back`);
  await page.goto(`${site.origin}/away`);
  await page.goBack();

  await expect.poll(() => page.locator('#call').textContent()).toBe(DIRECT);
});

test('a forced ZIP decides about the place', async () => {
  const branches = await makeSiteCompany({
    locations: [
      { location_id: 'austin', name: 'Austin', latitude: '30.2672', longitude: '-97.7431' },
      { location_id: 'seattle', name: 'Seattle', latitude: '47.6062', longitude: '-122.3321' },
    ],
    numbers: [
      { phone_number: '+15125550101', location_id: 'austin' },
      { phone_number: '+12065550101', location_id: 'seattle' },
    ],
  });
  site.put('/seattle', pageOf(branches, BODY, 'async data-zip=98101'));
  const page = await openReady(await openVisitor(browser), `${site.origin}/seattle`);

  expect(await page.locator('#call').textContent()).toBe('(206) 555-0101');
});

function countPlans(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes('/dni/swap/')) count++;
  });
  return () => count;
}
