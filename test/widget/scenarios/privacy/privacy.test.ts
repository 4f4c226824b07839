/** Without consent nothing is remembered, and the page still shows the right number; strict policies are kept. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openReady, ready } from '../../../harness/site.ts';
import { send } from '../../../harness/client.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { DIRECT, PAID, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname, ({ site, html }) => {
  site.put('/required', html('page.html', 'async data-consent=required'));
});

/** Everything that the site keeps in the browser. */
async function kept(page: Page): Promise<[string[], string[], string]> {
  return page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]);
}

test('no cookie is ever set, and what is kept is under one key', async () => {
  const page = await openReady(await scene.visit(), `${scene.site.origin}/page.html?gclid=abc`);

  expect(await kept(page)).toEqual([[`leadline:${scene.companyId}`], [], '']);
});

test('consent is required: the right number for this request, nothing kept', async () => {
  const page = await openReady(await scene.visit(), `${scene.site.origin}/required?gclid=abc`);

  expect(await page.locator('#number').textContent()).toBe(PAID);
  expect(await kept(page)).toEqual([[], [], '']);
});

test('consent is given: it is kept from then on; withdrawn: it is gone', async () => {
  const context = await scene.visit();
  const page = await openReady(context, `${scene.site.origin}/required?gclid=abc`);
  await page.evaluate(() => window.leadline.consent(true));
  await expect.poll(() => kept(page)).toEqual([[`leadline:${scene.companyId}`], [], '']);

  const next = await openReady(context, `${scene.site.origin}/required`);
  expect(await next.locator('#number').textContent()).toBe(PAID);
  await next.evaluate(() => window.leadline.consent(false));
  expect(await kept(next)).toEqual([[], [], '']);
});

test.for([
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['Do Not Track', 'doNotTrack', '1'],
] as const)('%s is a no', async ([, name, value]) => {
  const context = await scene.visit();
  await context.addInitScript(
    ([name, value]) => Object.defineProperty(navigator, name, { get: () => value }),
    [name, value] as const,
  );
  const page = await openReady(context, `${scene.site.origin}/page.html?gclid=abc`);

  expect(await page.locator('#number').textContent()).toBe(PAID);
  expect(await kept(page)).toEqual([[], [], '']);
});

test.for([
  ['granted', true],
  ['denied', false],
] as const)('Google Consent Mode says %s', async ([choice, isKept]) => {
  const page = await openReady(await scene.visit(), `${scene.site.origin}/required`);
  await page.waitForFunction(() => 'dataLayer' in window);
  await page.evaluate((choice) => {
    const gtag = (...given: unknown[]): unknown => window.dataLayer.push(given);
    gtag('consent', 'default', { analytics_storage: 'denied' });
    gtag('consent', 'update', { analytics_storage: choice });
  }, choice);
  const expected = isKept ? [`leadline:${scene.companyId}`] : [];

  await expect.poll(async () => (await kept(page))[0]).toEqual(expected);
});

test.for([
  [{ gdprApplies: true, eventStatus: 'useractioncomplete', purpose: { consents: { 1: true } } }, 1],
  [{ gdprApplies: true, eventStatus: 'tcloaded', purpose: { consents: { 1: false } } }, 0],
  [{ gdprApplies: true, eventStatus: 'cmpuishown', purpose: { consents: { 1: true } } }, 0],
  [{ gdprApplies: false, eventStatus: 'tcloaded' }, 1],
] as const)('a TCF tool says %j', async ([data, count]) => {
  const context = await scene.visit();
  await context.addInitScript((data) => {
    Object.assign(window, {
      asked: 0,
      __tcfapi: (_: string, __: number, hear: (data: unknown) => void) => {
        hear(data);
        Object.assign(window, { asked: 1 });
      },
    });
  }, data);
  const page = await openReady(context, `${scene.site.origin}/required`);
  await page.waitForFunction(() => (window as unknown as { asked: number }).asked === 1);

  await expect.poll(async () => (await kept(page))[0].length).toBe(count);
});

test.for(['Google Consent Mode', 'a TCF tool'])(
  'consent to something else by %s is no consent: nothing is kept, and each page view asks anew',
  async (tool) => {
    scene.site.put('/does-not', scene.html('does-not.html', 'async data-consent=required'));
    const context = await scene.visit();
    const page = await openSwapped(scene, `/does-not?gclid=abc&tool=${tool}`, context);
    // From then on it is heard what the tools say.
    await page.waitForFunction(() => Object.hasOwn(window.dataLayer, 'push'));

    expect(await findFaults(page)).toEqual([]);
    expect(await kept(page)).toEqual([[], [], '']);
    const asked = page.waitForRequest('**/dni/swap/**');
    await page.reload();
    expect((await asked).postData()).toContain('"keys":"gclid=abc"');
  },
);

test('a strict policy, a pinned script and Trusted Types: swapped, and nothing is reported', async () => {
  const edge = inject('workerUrl');
  const manifest = (await (await send('/dni/leadline.json')).json()) as { file: string; integrity: string };
  scene.site.put('/strict', {
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src ${edge}; connect-src ${edge}; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    body: scene.html('strict.html').replace('FILE', manifest.file).replace('INTEGRITY', manifest.integrity),
  });
  const context = await scene.visit();
  const page = await context.newPage();
  const reports: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') reports.push(message.text());
  });
  page.on('pageerror', (error) => reports.push(String(error)));
  await page.goto(`${scene.site.origin}/strict`);
  await ready(page);

  await expect.poll(() => page.locator('#number').textContent()).toBe(DIRECT);
  expect(reports.filter((text) => !text.includes('favicon'))).toEqual([]);
});

test('a policy that does not let the edge be asked: the page stays, and no exception shows', async () => {
  scene.site.put('/closed', {
    headers: { 'Content-Security-Policy': `default-src 'none'; script-src ${inject('workerUrl')}` },
    body: scene.html('page.html'),
  });
  const context = await scene.visit();
  const page = await context.newPage();
  const exceptions: Error[] = [];
  page.on('pageerror', (error) => exceptions.push(error));
  await page.goto(`${scene.site.origin}/closed`);
  await ready(page);

  expect(await page.locator('#number').textContent()).toBe(TARGET);
  expect(exceptions).toEqual([]);
});

test('a script that was changed on the way is not run', async () => {
  const other = `sha384-${'A'.repeat(64)}`;
  scene.site.put('/changed', scene.html('page.html', `async crossorigin integrity="${other}"`));
  const page = await (await scene.visit()).newPage();
  await page.goto(`${scene.site.origin}/changed`);

  expect(await page.locator('#number').textContent()).toBe(TARGET);
  expect(await page.evaluate(() => 'leadline' in window)).toBe(false);
});

test('a bot sees the number of the page', async () => {
  const context: BrowserContext = await scene.visit({
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  const page = await openReady(context, `${scene.site.origin}/page.html`);

  expect(await page.locator('#number').textContent()).toBe(TARGET);
});

test('a phone whose make ends in bot is no bot', async () => {
  const context = await scene.visit({
    userAgent:
      'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });
  const page = await openReady(context, `${scene.site.origin}/page.html`);

  expect(await page.locator('#number').textContent()).toBe(DIRECT);
});
