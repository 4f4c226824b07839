/** Firefox, driven by Puppeteer over WebDriver BiDi. */
import { createRequire } from 'node:module';
import { nextHost } from './hosts.ts';
import { FIND, type Engine, type Tab } from './tab.ts';

/** What the tests use of Puppeteer, which only `npm run test:engines` installs (package.json in this folder). */
interface Puppeteer {
  launch(options: object): Promise<Browser>;
}

interface Browser {
  newPage(): Promise<Page>;
  pages(): Promise<Page[]>;
  close(): Promise<void>;
}

interface Page {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate(source: string): Promise<unknown>;
  evaluateHandle(source: string): Promise<unknown>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  browserContext(): { newPage(): Promise<Page> };
  close(): Promise<void>;
}

interface ElementHandle {
  contentFrame(): Promise<Page>;
  click(options: { count: number }): Promise<void>;
  evaluate(run: (element: Element) => unknown): Promise<unknown>;
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
}

/** Debian's package. */
export const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

/** One process for the pages of a site, and none started in advance: this takes a fifth of the processor time. */
const PREFERENCES = { 'dom.ipc.processCount': 1, 'dom.ipc.processPrelaunch.enabled': false };

export async function startFirefox(): Promise<Engine> {
  const puppeteer = createRequire(import.meta.url)('puppeteer-core') as Puppeteer;
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: PREFERENCES,
  });
  let page = await browser.newPage();
  const leave = async (): Promise<void> => {
    // The driver loses a tab that returns from the back/forward cache.
    const former = await browser.pages();
    page = await browser.newPage();
    for (const each of former) await each.close();
  };
  return {
    visit: async () => {
      await leave();
      return { tab: tabOf(page), host: nextHost() };
    },
    leave,
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const find = async (selector: string): Promise<ElementHandle> =>
    (await page.evaluateHandle(`(${FIND})(${JSON.stringify(selector)})`)) as ElementHandle;
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: async (source, frame) => {
      const place = frame === undefined ? page : await (await find(frame)).contentFrame();
      return (await place?.evaluate(`(${source})()`)) as string;
    },
    click: async (selector, count = 1) => (await find(selector)).click({ count }),
    type: async (selector, text) => {
      const field = await find(selector);
      await field.evaluate((element) => ((element as HTMLInputElement).value = ''));
      await field.type(text);
    },
    press: async (selector, key) => (await find(selector)).press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    another: async () => tabOf(await page.browserContext().newPage()),
  };
}
