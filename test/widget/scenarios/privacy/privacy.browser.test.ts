/** Without consent nothing is stored, and the page still shows the right number; strict policies are respected. */
import { expect, test } from 'vitest';
import { send } from '../../../harness/client.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { DIRECT, PAID, TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    site.put('/required', html('page.html', 'async data-consent=required'));
  },
});

/** Returns everything that the site stores in the browser. */
async function kept(page: Page): Promise<[string[], string[], string]> {
  return page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]);
}

test('no cookie is set, and all stored data is under one key', async () => {
  const page = await scenario.open('/page.html?gclid=abc');

  expect(await kept(page)).toEqual([[`leadline:${scenario.companyId}`], [], '']);
});

test('required consent: the right number for this page view, nothing stored', async () => {
  const page = await scenario.open('/required?gclid=abc');

  expect(await page.text('#number')).toBe(PAID);
  expect(await kept(page)).toEqual([[], [], '']);
});

test('given consent: data is stored; withdrawn: it is deleted', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/required?gclid=abc');
  await page.evaluate(() => window.leadline.consent(true));
  await expect.poll(() => kept(page)).toEqual([[`leadline:${scenario.companyId}`], [], '']);

  await visit.openReady('/required');
  expect(await page.text('#number')).toBe(PAID);
  await page.evaluate(() => window.leadline.consent(false));
  expect(await kept(page)).toEqual([[], [], '']);
});

test.for([
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['Do Not Track', 'doNotTrack', '1'],
] as const)('%s means no consent', async ([, name, value]) => {
  const visit = await scenario.visit();
  visit.before(([name, value]) => Object.defineProperty(navigator, name, { get: () => value }), [
    name,
    value,
  ] as const);
  const page = await visit.openReady('/page.html?gclid=abc');

  expect(await page.text('#number')).toBe(PAID);
  expect(await kept(page)).toEqual([[], [], '']);
});

test.for([
  ['granted', true],
  ['denied', false],
] as const)('Google Consent Mode says %s', async ([choice, isKept]) => {
  const page = await scenario.open('/required');
  await page.until(() => 'dataLayer' in window);
  await page.evaluate((choice) => {
    const gtag = (...given: unknown[]): unknown => window.dataLayer.push(given);
    gtag('consent', 'default', { analytics_storage: 'denied' });
    gtag('consent', 'update', { analytics_storage: choice });
  }, choice);
  const expected = isKept ? [`leadline:${scenario.companyId}`] : [];

  await expect.poll(async () => (await kept(page))[0]).toEqual(expected);
});

test.for([
  [{ gdprApplies: true, eventStatus: 'useractioncomplete', purpose: { consents: { 1: true } } }, 1],
  [{ gdprApplies: true, eventStatus: 'tcloaded', purpose: { consents: { 1: false } } }, 0],
  [{ gdprApplies: true, eventStatus: 'cmpuishown', purpose: { consents: { 1: true } } }, 0],
  [{ gdprApplies: false, eventStatus: 'tcloaded' }, 1],
] as const)('a TCF tool says %j', async ([data, count]) => {
  const visit = await scenario.visit();
  visit.before((data) => {
    Object.assign(window, {
      asked: 0,
      __tcfapi: (_: string, __: number, hear: (data: unknown) => void) => {
        hear(data);
        Object.assign(window, { asked: 1 });
      },
    });
  }, data);
  const page = await visit.openReady('/required');
  await page.until(() => (window as unknown as { asked: number }).asked === 1);

  await expect.poll(async () => (await kept(page))[0].length).toBe(count);
});

test.for([
  ['denies ads', { ad_user_data: 'denied' }, { ad_user_data: 'granted' }, [false, null]],
  [
    'allows them',
    { ad_user_data: 'granted', ad_storage: 'granted' },
    { ad_storage: 'denied' },
    [null, false],
  ],
] as const)(
  'cookies are sent only if Google Consent Mode %s, also after a change and on the next page',
  async ([, first, then, sent]) => {
    const page = await scenario.open('/required');
    await page.until(() => Object.hasOwn(window.dataLayer, 'push'));
    const choose = (choices: object): Promise<unknown> =>
      page.evaluate((choices) => {
        const gtag = (...given: unknown[]): unknown => window.dataLayer.push(given);
        gtag('consent', 'update', choices);
      }, choices);
    const tapped = async (): Promise<unknown> => {
      const before = scenario.edge.taps.length;
      await page.evaluate(() => {
        addEventListener('click', (event) => event.preventDefault());
        const link = document.body.appendChild(document.createElement('a'));
        link.href = 'tel:+12125550134';
        link.textContent = '(212) 555-0134';
      });
      await page.until(() => document.querySelector('a')?.textContent !== '(212) 555-0134');
      await page.evaluate(() => {
        const link = document.querySelector('a');
        link?.click();
        link?.remove();
      });
      await expect.poll(() => scenario.edge.taps.length).toBe(before + 1);
      return scenario.edge.taps.at(-1)?.cookies;
    };
    await choose({ analytics_storage: 'granted', ...first });
    await expect
      .poll(() => scenario.edge.numberRequests.map(({ cookies }) => cookies))
      .toEqual([undefined, sent[0]]);
    expect(await tapped()).toBe(sent[0]);
    await choose(then);
    expect(await tapped()).toBe(sent[1]);
    await page.reload();
    await page.until(() => window.isSettled);
    expect(await tapped()).toBe(sent[1]);
  },
);

test.for(['Google Consent Mode', 'a TCF tool'])(
  'consent to something else by %s is not enough: nothing is stored, and each page view sends a request',
  async (tool) => {
    scenario.site.put('/does-not', scenario.html('does-not.html', 'async data-consent=required'));
    const page = await openSwapped(scenario, `/does-not?gclid=abc&tool=${encodeURIComponent(tool)}`);
    // From then on the consent tools' events are received.
    await page.until(() => Object.hasOwn(window.dataLayer, 'push'));

    expect(await findFaults(page)).toEqual([]);
    expect(await kept(page)).toEqual([[], [], '']);
    await page.reload();
    await expect.poll(() => scenario.edge.numberRequests.length).toBe(2);
    expect(scenario.edge.numberRequests[1]).toMatchObject({ keys: 'gclid=abc' });
  },
);

test('a strict policy, a pinned script and Trusted Types: the page is swapped without violations', async () => {
  const edge = scenario.edge.origin;
  const manifest = (await (await send('/dni/leadline.json')).json()) as { file: string; integrity: string };
  scenario.site.put('/strict', {
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src ${edge}; connect-src ${edge}; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    body: scenario
      .html('strict.html')
      .replace('FILE', manifest.file)
      .replace('INTEGRITY', manifest.integrity),
  });
  const page = await scenario.open('/strict');

  await expect.poll(() => page.text('#number')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('a policy that blocks the request: the page stays, and only the violation is reported', async () => {
  const edge = scenario.edge.origin;
  scenario.site.put('/closed', {
    headers: { 'Content-Security-Policy': `default-src 'none'; script-src ${edge}` },
    body: scenario.html('page.html'),
  });
  const page = await scenario.open('/closed');

  expect(await page.text('#number')).toBe(TARGET);
  expect(
    (await page.complaints()).filter((complaint) => !complaint.startsWith(`connect-src ${edge}`)),
  ).toEqual([]);
});

test('a script with another hash does not run', async () => {
  const other = `sha384-${'A'.repeat(64)}`;
  scenario.site.put('/changed', scenario.html('page.html', `async crossorigin integrity="${other}"`));
  const page = await (await scenario.visit()).open('/changed');

  expect(await page.text('#number')).toBe(TARGET);
  expect(await page.evaluate(() => 'leadline' in window)).toBe(false);
});

test('a bot sees the printed number', async () => {
  const visit = await scenario.visit({
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  const page = await visit.openReady('/page.html');

  expect(await page.text('#number')).toBe(TARGET);
});

test('a phone whose brand ends in bot is not a bot', async () => {
  const visit = await scenario.visit({
    userAgent:
      'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });
  const page = await visit.openReady('/page.html');

  expect(await page.text('#number')).toBe(DIRECT);
});
