/** A real Chromium for the tests of a file. */
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

/**
 * Starts the machine's Chromium, headless, with nothing of its own going to the network.
 * @param without switches that the driver sets and this test cannot have
 */
export function launchBrowser(without: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
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
    ],
  });
}
