/** One call event for each activation of a swapped link, by mouse, touch or keyboard. */
import { expect, test, vi } from 'vitest';
import type { Page } from '../../../harness/engines/page.ts';
import { clearMemory, findFaults, openSwapped } from '../../pages.ts';
import { DIRECT } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

const CALL = {
  shown: DIRECT,
  dialled: '+14155550100',
  target: '+12125550134',
  location: null,
  source: 'direct',
};

/** Records events in `window.heard`, and prevents navigation. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.heard = [];
    addEventListener('click', (event) => event.preventDefault(), true);
    window.leadline.on('call', (call) => window.heard.push(call));
  });
}

async function open(path: string): Promise<Page> {
  const page = await openSwapped(scenario, path);
  await listen(page);
  return page;
}

const ACTIVATIONS: Record<string, (page: Page) => Promise<void>> = {
  'a click': (page) => page.click('#call'),
  'a click on the icon in it': (page) => page.click('#icon'),
  'a click on the number in it': (page) => page.click('#number'),
  'the Enter key': (page) => page.press('#call', 'Enter'),
  'a click by a script': (page) => page.evaluate(() => document.querySelector<HTMLElement>('#call')!.click()),
};

test('each activation of a swapped link emits one call event, also to the data layer', async () => {
  scenario.site.put('/layer', scenario.html('page.html', 'async data-layer="dataLayer"'));
  const page = await open('/layer');
  await page.evaluate(() => {
    document.addEventListener('leadline:call', (event) => window.heard.push((event as CustomEvent).type));
  });
  expect(await page.evaluate(() => window.dataLayer.splice(0))).toEqual([
    expect.objectContaining({ event: 'leadline_swap' }),
  ]);
  const events = { heard: [CALL, 'leadline:call'], layer: [{ event: 'leadline_call', leadline: CALL }] };

  for (const [activation, activate] of Object.entries(ACTIVATIONS)) {
    await activate(page);
    expect({ activation, ...(await takeEvents(page)) }).toEqual({ activation, ...events });
  }
  await page.click('#call', 2);
  expect((await takeEvents(page)).heard).toEqual([...events.heard, ...events.heard]);
});

test('a button whose script dials emits a call event, and is reported as a tap', async () => {
  scenario.site.put('/layer', scenario.html('page.html', 'async data-layer="dataLayer"'));
  const page = await open('/layer');
  await page.click('#scripted');

  expect((await takeEvents(page)).heard).toEqual([{ ...CALL, shown: 'Call us' }]);
  await vi.waitUntil(() => scenario.edge.taps.length > 0, { timeout: 30_000 });
  expect(scenario.edge.taps).toEqual([
    expect.objectContaining({ number: CALL.dialled, target: CALL.target }),
  ]);
});

/** Returns what the page has heard since the last time. */
function takeEvents(page: Page): Promise<{ heard: unknown[]; layer: unknown[] }> {
  return page.evaluate(() => ({ heard: window.heard.splice(0), layer: window.dataLayer.splice(0) }));
}

/** Taps of this visitor's page: those of the former one may arrive after it has left. */
const ownTaps = (): object[] => scenario.edge.taps.filter(({ url }) => url.startsWith(`${scenario.origin}/`));

test('a click in a shadow root, in a drawing and on a link whose clicks the page stops is a call, and is reported with the visit', async () => {
  const page = await open('/page.html');
  const links = [
    ['call-button >> a', 'Call us'],
    ['#drawn', ''],
    ['#stubborn', '415-555-0100'],
  ] as const;
  for (const [selector] of links) await page.click(selector);

  expect(await page.evaluate(() => window.heard.splice(0))).toEqual(
    links.map(([, shown]) => ({ ...CALL, shown })),
  );
  await vi.waitUntil(() => ownTaps().length === links.length, { timeout: 30_000 });
  const visit = scenario.edge.numberRequests[0]?.id;
  expect(visit).toMatch(/^\d{13}-/);
  expect(ownTaps()).toEqual(
    links.map(() => ({
      number: CALL.dialled,
      target: CALL.target,
      visit,
      url: `${scenario.origin}/page.html`,
      cookies: null,
      // No tool asks on this page, so measuring is allowed, and nothing is known about ads.
      consent: 1,
    })),
  );
  // Restored links dial the printed number.
  await page.evaluate(() => window.leadline.restore());
  await page.click('#call');
  expect(await page.evaluate(() => window.heard)).toEqual([]);
});

test('without consent a tap names no visit, and a chat is no tap', async () => {
  const page = await open('/page.html');
  await page.evaluate(() => window.leadline.consent(false));
  await page.evaluate(() => {
    const chat = document.createElement('a');
    chat.href = 'https://wa.me/12125550134';
    chat.id = 'chat';
    chat.textContent = '(212) 555-0134';
    document.body.append(chat);
  });
  await page.click('#chat');
  await page.click('#call');

  await vi.waitUntil(() => ownTaps().length > 0, { timeout: 30_000 });
  expect(ownTaps()).toEqual([
    { number: CALL.dialled, target: CALL.target, url: `${scenario.origin}/page.html`, consent: false },
  ]);
});

test('a tap that the edge does not take is no error of the page', async () => {
  const page = await open('/page.html');
  scenario.edge.treatments.set('/dni/tap/', 'break');
  const errors = await page.evaluate(async (tap) => {
    const found: string[] = [];
    addEventListener('unhandledrejection', () => found.push('rejection'));
    window.leadline.on('error', () => found.push('error'));
    document.querySelector<HTMLElement>('#call')?.click();
    // A later request of the same kind fails later.
    await fetch(tap, { method: 'POST', body: '{"url":""}', keepalive: true }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve));
    return found;
  }, `${scenario.edge.origin}/dni/tap/later`);

  expect(errors).toEqual([]);
  // A browser may try a broken connection again.
  expect(ownTaps().length).toBeGreaterThan(0);
});

test('clicks on other links, on excluded ones, on swapped text and beside a link emit nothing', async () => {
  const page = await open('/does-not.html');

  expect(await findFaults(page)).toEqual([]);
  for (const id of ['other', 'dialled', 'labelled', 'text', 'button', 'excluded', 'beside']) {
    await page.click(`#${id}`);
  }
  await page.press('#call', 'Shift');
  expect(await page.evaluate(() => window.heard)).toEqual([]);
  await page.click('#call');
  expect(await page.evaluate(() => window.heard)).toEqual([{ ...CALL, shown: 'Call' }]);
});

test('a link is still known after garbage collection: a click emits a call, and restore restores everything', async () => {
  // The test must not touch the nodes of this page, which would keep them alive.
  const page = await scenario.open('/attributes.html');
  await listen(page);
  await clearMemory(page);
  await page.click('#call');

  expect(await page.evaluate(() => window.heard)).toEqual([CALL]);
  await page.evaluate(() => window.leadline.restore());
  expect(await page.html('body')).toContain(/<a .*<\/a>/.exec(scenario.html('attributes.html'))?.[0]);
});
