/** Without consent nothing is stored, and the page still shows the right number; strict policies are respected. */
import { expect, test } from 'vitest';
import { send } from '../../../harness/client.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { DIRECT, PAID, TARGET } from '../../site-company.ts';
import { setUpScenario, startAgain } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    site.put('/required', html('page.html', 'async data-consent=required'));
  },
});

/** The key of all that the script stores. */
const key = (): string => `leadline:${scenario.companyId}`;

/** Returns everything that the site stores in the browser. */
async function kept(page: Page): Promise<[string[], string[], string]> {
  return page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]);
}

test('no cookie is set, all stored data is under one key, and the browser’s own settings mean no consent', async () => {
  const page = await scenario.open('/page.html?gclid=abc');
  expect([await page.text('#number'), await kept(page)]).toEqual([PAID, [[key()], [], '']]);

  for (const [name, value] of [
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ] as const) {
    await page.evaluate(
      ([name, value]) =>
        void Object.defineProperty(navigator, name, { configurable: true, get: () => value }),
      [name, value] as const,
    );
    await startAgain(page);
    expect([name, await page.text('#number'), await kept(page)]).toEqual([name, PAID, [[], [], '']]);
    await page.evaluate((name) => void Object.defineProperty(navigator, name, { get: () => null }), name);
    await startAgain(page);
    expect([name, await kept(page)]).toEqual([name, [[key()], [], '']]);
  }
});

test('required consent: the right number, nothing stored; given: data is stored; withdrawn: it is deleted', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/required?gclid=abc');
  expect([await page.text('#number'), await kept(page)]).toEqual([PAID, [[], [], '']]);
  await page.evaluate(() => {
    window.leadline.consent(true);
    // The same again is no news.
    window.leadline.consent(true);
  });
  await expect.poll(() => kept(page)).toEqual([[key()], [], '']);
  await page.until(() => Object.values(localStorage).some((kept) => /"sent":"\d/.test(kept as string)));

  await visit.openReady('/required');
  expect(await page.text('#number')).toBe(PAID);
  expect(scenario.edge.numberRequests.map(({ sent }) => sent)).toEqual([null, '-']);
  await page.evaluate(() => window.leadline.consent(false));
  expect(await kept(page)).toEqual([[], [], '']);
});

test('a TCF tool that tells a consent is heard', async () => {
  const visit = await scenario.visit();
  visit.before(() => {
    Object.assign(window, {
      __tcfapi: (_: string, __: number, hear: (data: unknown) => void) =>
        hear({ gdprApplies: true, eventStatus: 'useractioncomplete', purpose: { consents: { 1: true } } }),
    });
  });
  const page = await visit.openReady('/required');

  await expect.poll(async () => (await kept(page))[0]).toEqual([key()]);
});

test('cookies are sent only if Google Consent Mode allows ads, also after a change and on the next page', async () => {
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
  await choose({ analytics_storage: 'granted', ad_user_data: 'denied' });
  await expect
    .poll(() => scenario.edge.numberRequests.map(({ cookies }) => cookies))
    .toEqual([undefined, false]);
  expect(await tapped()).toBe(false);
  await choose({ ad_user_data: 'granted' });
  expect(await tapped()).toBeNull();
  await page.reload();
  await page.until(() => window.isSettled);
  expect(await tapped()).toBeNull();
});

test('consent to something else is not enough: nothing is stored, and each page view sends a request', async () => {
  scenario.site.put('/does-not', scenario.html('does-not.html', 'async data-consent=required'));
  const page = await openSwapped(scenario, '/does-not?gclid=abc');
  // From then on the consent tools' events are received.
  await page.until(() => Object.hasOwn(window.dataLayer, 'push'));

  expect(await findFaults(page)).toEqual([]);
  expect(await kept(page)).toEqual([[], [], '']);
  await page.reload();
  await expect.poll(() => scenario.edge.numberRequests.length).toBe(2);
  expect(scenario.edge.numberRequests[1]).toMatchObject({ keys: 'gclid=abc' });
});

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
