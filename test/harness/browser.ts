/** A real Chromium for the tests of a file, and visitors who use it. What has to hold in every engine is tested with engines/. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { freshIp, type Visitor, visitorHeaders } from './client.ts';
import { findChromium, findHeadlessChromium } from './find-chromium.ts';
import { workerUrl } from './worker-url.ts';

/** A page that knows whether the widget has swapped it for the first time, or said that it cannot. */
type Settling = { isSettled?: boolean };

/** How a Chromium is to be started. */
export interface Launch {
  /** Switches that the driver sets and this test cannot have. */
  without?: string[];
  /** More switches. */
  switches?: string[];
  /** With what the headless shell lacks: the back/forward cache. */
  isWholeBrowser?: boolean;
}

/** Starts the machine's Chromium, headless, with nothing of its own going to the network. */
export function launchBrowser({
  without = [],
  switches = [],
  isWholeBrowser = false,
}: Launch = {}): Promise<Browser> {
  const executablePath = isWholeBrowser ? findChromium() : findHeadlessChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium; run the tests with npm test.');
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: without,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...switches,
    ],
  });
}

/** A visitor with a browser profile and an address of their own; the one before leaves. */
export async function openVisitor(browser: Browser, visitor: Visitor = {}): Promise<BrowserContext> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const headers = visitorHeaders({ ip: freshIp(), ...visitor });
  // A headless Chromium says so, which makes it a bot.
  const context = await browser.newContext({ userAgent: headers['User-Agent'] ?? '' });
  await context.route(`${workerUrl()}/dni/swap/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
  await watchSettling(context);
  return context;
}

/** Has pages note when the widget has swapped them for the first time, or said that it cannot: what `settled` waits for. */
export async function watchSettling(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    for (const type of ['leadline:swap', 'leadline:error']) {
      document.addEventListener(type, () => ((window as Settling).isSettled = true));
    }
  });
}

/** Waits until the widget has swapped the page, which may take it several tasks, or knows that it has no plan. */
export async function settled(page: Page): Promise<void> {
  // Not by animation frames, which a busy machine may hold back for long.
  await page.waitForFunction(() => (window as Settling).isSettled, undefined, { polling: 50 });
}

/** Opens `address` and waits until it is settled. */
export async function openReady(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await settled(page);
  return page;
}
