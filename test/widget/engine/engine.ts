/** A page of Chromium with the engine in it. */
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Swap } from '../../../widget/forms.ts';
import { test } from '../../harness/browser-test.ts';

const script = build({
  entryPoints: ['test/widget/engine/entry.ts'],
  bundle: true,
  format: 'iife',
  write: false,
}).then(({ outputFiles }) => outputFiles[0]?.text ?? '');

/** A page with the engine for all tests of a file. */
export function useEngine(): { page: Page } {
  const engine = {} as { page: Page };
  test.beforeAll(async ({ browser }) => {
    engine.page = await openEnginePage(browser);
  });
  test.afterAll(() => engine.page.context().close());
  return engine;
}

/** Opens a page that can make engines. */
async function openEnginePage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><title>Engine</title><body></body>');
  // On a busy machine a pass is split into slices; these tests check the page right after the first one.
  await page.evaluate(() => {
    performance.now = () => 0;
  });
  await page.addScriptTag({ content: await script });
  return page;
}

/** A swap of a number that takes no messages. */
export const swap = (from: string, to: string, sms = false): Swap => ({ from, to, sms });

/** Returns the body's HTML after swapping `html`. */
export async function swapped(page: Page, html: string, swaps: Swap[]): Promise<string> {
  return page.evaluate(
    ([html, swaps]) => {
      document.body.innerHTML = html;
      window.swapPage(swaps);
      return document.body.innerHTML;
    },
    [html, swaps] as const,
  );
}

/** Returns `text`, the body's only text, after the swap. */
export async function swappedText(page: Page, text: string, swaps: Swap[]): Promise<string | null> {
  return page.evaluate(
    ([text, swaps]) => {
      document.body.textContent = text;
      window.swapPage(swaps);
      return document.body.textContent;
    },
    [text, swaps] as const,
  );
}
