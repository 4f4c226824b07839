/** Starts a real Chromium and opens pages as visitors. Tests that run in every engine use engines/ instead. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { freshIp, type Visitor, visitorHeaders } from './client.ts';
import { findChromium, findHeadlessChromium } from './find-chromium.ts';
import { workerUrl } from './worker-url.ts';

/** A page on which `watchSettling` records the widget's first swap or its failure. */
type Settling = { isSettled?: boolean };

/** Options for starting a Chromium. */
export interface Launch {
  /** The driver's switches to omit. */
  without?: string[];
  /** Switches to add. */
  switches?: string[];
  /** Starts the whole browser: the headless shell has no back/forward cache. */
  isWholeBrowser?: boolean;
}

/** Starts the machine's Chromium, headless, without network requests of its own. */
export function launchBrowser({
  without = [],
  switches = [],
  isWholeBrowser = false,
}: Launch = {}): Promise<Browser> {
  const executablePath = isWholeBrowser ? findChromium() : findHeadlessChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium. Run the tests with npm test.');
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

/** Opens a browser profile with its own IP address, and closes other profiles. */
export async function openVisitor(browser: Browser, visitor: Visitor = {}): Promise<BrowserContext> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const headers = visitorHeaders({ ip: freshIp(), ...visitor });
  // The user agent of headless Chromium counts as a bot.
  const context = await browser.newContext({ userAgent: headers['User-Agent'] ?? '' });
  await context.route(`${workerUrl()}/dni/swap/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
  await watchSettling(context);
  return context;
}

/** Makes pages record the widget's first swap or its failure, for which `settled` waits. */
export async function watchSettling(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    for (const type of ['leadline:swap', 'leadline:error']) {
      document.addEventListener(type, () => ((window as Settling).isSettled = true));
    }
  });
}

/** Waits until the widget has swapped the page, which may take several tasks, or has failed. */
export async function settled(page: Page): Promise<void> {
  // Not by animation frames, which may come late on a busy machine.
  await page.waitForFunction(() => (window as Settling).isSettled, undefined, { polling: 50 });
}

/** Opens `address` and waits until it is settled. */
export async function openReady(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await settled(page);
  return page;
}
