/** One Chromium for all the tests of a process, since starting it takes longer than most files take to run. */
import { test as base } from 'vitest';
import { launchBrowser } from './browser.ts';

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  });
