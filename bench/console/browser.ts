/** The console in Chromium as the benchmark looks at it: signed in, at a part of the machine's speed. */
import type { Browser, Page } from 'playwright-core';

/** A page that does nothing but ask the same question and write the rows of its answer into a table. */
const BARE = '/console/assets/bare.html';

export interface Visitor {
  origin: string;
  authorization: string;
}

/** Opens a page that has never been there. @param slowness how many times slower than this machine its processor is */
export async function openPage(
  browser: Browser,
  { origin, authorization }: Visitor,
  slowness: number,
): Promise<Page> {
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
  await context.route(`**${BARE}?*`, (route) => route.fulfill({ contentType: 'text/html', body: BARE_PAGE }));
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return page;
}

/** The address of the bare page that asks for `path`. */
export function bareAddress(path: string): string {
  return `${BARE}?${new URLSearchParams({ path })}`;
}

const BARE_PAGE = `<!doctype html><title>Bare</title><table><tbody></tbody></table><script type="module">
const path = new URLSearchParams(location.search).get('path');
const answer = await (await fetch('/console/api' + path)).json();
const body = document.querySelector('tbody');
for (const lead of answer.leads ?? answer.results ?? []) {
  const row = body.insertRow();
  for (const value of [lead.name, lead.email, lead.phone, lead.state, lead.created]) row.insertCell().textContent = value ?? '';
}
</script>`;

/** What is noted of a page while it works. */
export interface Noted {
  /** Milliseconds from the navigation to the first row of a table. */
  usable: number;
  longestTask: number;
  /** The longest event of each interaction, in milliseconds; those of less than 16 are not told. */
  interactions: Map<number, number>;
}

declare global {
  interface Window {
    noted: Noted;
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
    if (document.querySelector('tbody tr') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      noted.usable = performance.now();
    });
  }).observe(document, { childList: true, subtree: true });
}
