/** Chromium, driven by Playwright. */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { Engine, EngineOptions, Tab } from './tab.ts';

export async function startChromium(options: EngineOptions): Promise<Engine> {
  // Otherwise the driver disables the cache, which no visitor does.
  const browser = await launchBrowser({ ...options, without: ['--disable-back-forward-cache'] });
  const leave = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return {
    visit: async () => {
      await leave();
      const context = await browser.newContext();
      return { tab: tabOf(await context.newPage()), host: '127.0.0.1' };
    },
    leave,
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: async (source, frame) => {
      const place = frame === undefined ? page : await (await page.waitForSelector(frame)).contentFrame();
      return (await place?.evaluate(`(${source})()`)) as string;
    },
    click: (selector, clickCount = 1) => page.locator(selector).click({ clickCount }),
    type: (selector, text) => page.fill(selector, text),
    press: (selector, key) => page.locator(selector).press(key),
    resize: (width, height) => page.setViewportSize({ width, height }),
    another: async () => tabOf(await page.context().newPage()),
  };
}
