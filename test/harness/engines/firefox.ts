/** Firefox, driven by Puppeteer over WebDriver BiDi. */
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { nextHost } from './hosts.ts';
import { FIND, type Engine, type Tab } from './tab.ts';

/** Debian's package. */
export const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

/** One process for the pages of a site, and none started in advance: this takes a fifth of the processor time. */
const PREFERENCES = { 'dom.ipc.processCount': 1, 'dom.ipc.processPrelaunch.enabled': false };

export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
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
