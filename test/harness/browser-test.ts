/** Provides one Chromium for all tests of a process, since starting it takes longer than most files. */
import { test as base } from 'vitest';
import { launchBrowser } from './browser.ts';

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  });
