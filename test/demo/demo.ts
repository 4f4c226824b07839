/** The demo as `npm start` serves it, with data of its own, and a browser to look at it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { freePort, startLocalLeadline } from '../harness/local-leadline.ts';

/** A running demo. */
export interface Demo {
  origin: string;
  browser: Browser;
  /** Ends both and deletes the data. */
  stop(): Promise<void>;
}

/** Milliseconds for the start, which builds everything. */
export const START_TIMEOUT_MS = 120_000;

/** Starts the demo and a browser. */
export async function startDemo(): Promise<Demo> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-demo-'));
  const [leadline, browser] = await Promise.all([
    startLocalLeadline(state, await freePort()),
    launchBrowser(),
  ]);
  return {
    origin: leadline.origin,
    browser,
    async stop() {
      await browser.close();
      await leadline.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
