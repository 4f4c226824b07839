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

/** Returns the HTML of each part of one page after a swap. */
export async function swappedParts(page: Page, parts: readonly string[], swaps: Swap[]): Promise<string[]> {
  return page.evaluate(
    ([parts, swaps]) => {
      document.body.innerHTML = parts.map((part) => `<section>${part}</section>`).join('');
      window.swapPage(swaps);
      return [...document.body.children].map(({ innerHTML }) => innerHTML);
    },
    [parts, swaps] as const,
  );
}
