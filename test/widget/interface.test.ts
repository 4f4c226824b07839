/** `window.leadline`, its events, and the data layer. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Leadline } from '../../widget/interface.ts';
import { launchBrowser } from '../harness/browser.ts';
import { type Site, openReady, openVisitor, pageOf, startSite } from '../harness/site.ts';
import { DIRECT, TARGET, makeSiteCompany } from './site-company.ts';

declare global {
  interface Window {
    leadline: Leadline;
    heard: unknown[];
    dataLayer: unknown[];
  }
}

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

const LINK = `<a id="call" href="tel:+12125550134"><svg id="icon" width="9" height="9"></svg> ${TARGET}</a>`;

async function open(body: string, attributes = 'async'): Promise<Page> {
  site.put('/page', pageOf(companyId, body, attributes));
  return openReady(await openVisitor(browser), `${site.origin}/page`);
}

test('ready gives the plan; get gives the number, in any form that is asked for', async () => {
  const page = await open(LINK);

  const got = await page.evaluate(async (target) => {
    const { leadline } = window;
    const plan = await leadline.ready;
    return [
      plan?.source,
      leadline.get(),
      leadline.get(target),
      leadline.get('+12125550134'),
      leadline.get('212.555.0134'),
      leadline.get('(800) 555-9999'),
    ];
  }, TARGET);

  expect(got).toEqual(['direct', '+14155550100', DIRECT, '+14155550100', '415.555.0100', '(800) 555-9999']);
});

test('restore brings the page back byte for byte and stops; swap starts again', async () => {
  const page = await open(`<p title="${TARGET}">${TARGET}</p>${LINK}<p id="late"></p>`);
  const html = (): Promise<string> => page.locator('body').innerHTML();
  const swapped = await html();

  await page.evaluate(() => window.leadline.restore());
  expect(await html()).toBe(`<p title="${TARGET}">${TARGET}</p>${LINK}<p id="late"></p>`);
  await page.evaluate((target) => {
    document.querySelector('#late')!.textContent = target;
  }, TARGET);
  expect(await page.locator('#late').textContent()).toBe(TARGET);
  await page.evaluate(() => {
    document.querySelector('#late')!.textContent = '';
    window.leadline.swap();
  });
  expect(await html()).toBe(swapped);
});

test('calls that were made before the script came are made up for', async () => {
  const page = await open(
    `<script>window.heard = []; window.leadline = { q: [['on', 'swap', (plan) => heard.push(plan.source)]] }</script>${LINK}`,
    'defer',
  );

  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['direct']);
});

test.for([
  ['a click', (page: Page) => page.click('#call')],
  ['a click on the icon in it', (page: Page) => page.click('#icon')],
  ['the Enter key', (page: Page) => page.locator('#call').press('Enter')],
] as const)('%s on a swapped link is one call event', async ([, activate]) => {
  const page = await open(LINK, 'async data-layer="dataLayer"');
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener('click', (event) => event.preventDefault());
    window.leadline.on('call', (call) => window.heard.push(call));
    document.addEventListener('leadline:call', (event) => window.heard.push((event as CustomEvent).type));
  });
  await activate(page);

  const call = {
    shown: DIRECT,
    dialled: '+14155550100',
    target: '+12125550134',
    location: null,
    source: 'direct',
  };
  expect(await page.evaluate(() => window.heard)).toEqual([call, 'leadline:call']);
  expect(await page.evaluate(() => window.dataLayer)).toEqual([
    expect.objectContaining({ event: 'leadline_swap' }),
    { event: 'leadline_call', leadline: call },
  ]);
});

test('a click on a link that was not swapped is no call', async () => {
  const page = await open('<a id="other" href="#top">(800) 555-9999</a>');
  await page.evaluate(() => {
    window.heard = [];
    window.leadline.on('call', (call) => window.heard.push(call));
  });
  await page.click('#other');

  expect(await page.evaluate(() => window.heard)).toEqual([]);
});

test('without data-layer no data layer is made', async () => {
  const page = await open(LINK);

  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});

test('an error is told to those who listen', async () => {
  site.put(
    '/broken',
    pageOf(
      crypto.randomUUID(),
      LINK.replace(
        '<a',
        `<script>document.addEventListener('leadline:error', () => { window.heard = ['error'] })</script><a`,
      ),
      'defer',
    ),
  );
  const page = await openReady(await openVisitor(browser), `${site.origin}/broken`);

  expect(await page.evaluate(() => window.heard)).toEqual(['error']);
  expect(await page.locator('#call').getAttribute('href')).toBe('tel:+12125550134');
});
