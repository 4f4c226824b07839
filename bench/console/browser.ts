/** Opens the console in Chromium for the benchmark: signed in, with a slowed processor. */
import type { Browser, CDPSession, Page } from 'playwright-core';

/** The path of the bare page, which no server has. */
const BARE = '/console/assets/bare.html';
/** The function that the page calls when it is usable. */
const TELL = 'tellUsable';

export interface Visitor {
  origin: string;
  authorization: string;
}

/** A page and its time to usability. */
export interface Opened {
  page: Page;
  /** Resolves when a table has rows or a chart is drawn, without running code in the page, which would be measured too. */
  usable: Promise<void>;
}

/** Opens a page for the first time. @param slowness the factor by which its processor is slowed */
export async function openPage(
  browser: Browser,
  { origin, authorization }: Visitor,
  slowness: number,
): Promise<Opened> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  await context.addCookies([
    {
      name: 'leadline',
      value: Buffer.from(authorization).toString('base64url'),
      url: origin,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await serveBarePage(session);
  const usable = new Promise<void>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name }) => name === TELL && resolve());
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: TELL });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return { page, usable };
}

/** Returns the URL of the bare page that requests `path`. */
export function bareAddress(path: string): string {
  return `${BARE}?${new URLSearchParams({ path })}`;
}

/** Serves the bare page. Not with Playwright's routes, which would delay all other requests too. */
async function serveBarePage(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'Content-Type', value: 'text/html' }],
      body: Buffer.from(BARE_PAGE).toString('base64'),
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `*${BARE}?*` }] });
}

/** A page that only sends the same request and writes the rows into a table. */
const BARE_PAGE = `<!doctype html><title>Bare</title><table><tbody></tbody></table><script type="module">
const path = new URLSearchParams(location.search).get('path');
const answer = await (await fetch('/console/api' + path)).json();
const body = document.querySelector('tbody');
for (const { name, phones, state, assigned_to, source_tags, lead_creation_time } of answer.leads) {
  const row = body.insertRow();
  for (const value of [name, phones?.[0]?.phone, state, assigned_to?.name, source_tags[0], lead_creation_time]) {
    row.insertCell().textContent = value ?? '';
  }
}
</script>`;

/** The measurements of a page. */
export interface Noted {
  /** Milliseconds from the navigation to the end of the frame that shows the rows of a table, or the first chart. */
  usable: number;
  longestTask: number;
  /** The longest event of each interaction, in milliseconds; those under 16 are not reported. */
  interactions: Map<number, number>;
}

declare global {
  interface Window {
    noted: Noted;
    tellUsable(payload: string): void;
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const noted: Noted = { usable: 0, longestTask: 0, interactions: new Map() };
  window.noted = noted;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longestTask = Math.max(noted.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      const { interactionId: id, duration } = entry;
      if (id > 0) noted.interactions.set(id, Math.max(duration, noted.interactions.get(id) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new MutationObserver((_, observer) => {
    // Rows of a table, or on Home the first chart.
    if (document.querySelector('tbody tr, .plot') === null) return;
    observer.disconnect();
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      noted.usable = performance.now();
      window.tellUsable('');
    });
    port1.start();
    // Style, layout and paint follow the callbacks of a frame; the message comes after them.
    requestAnimationFrame(() => port2.postMessage(undefined));
  }).observe(document, { childList: true, subtree: true });
}
