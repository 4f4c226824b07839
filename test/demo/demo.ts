/** Starts the demo of `npm start` with its own data, and a browser. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { inject, vi } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { isFull } from '../harness/effort.ts';
import { freePort, startLocalLeadline } from '../harness/local-leadline.ts';

/** A running demo. */
export interface Demo {
  origin: string;
  /** What the start has printed. */
  output: () => string;
  browser: Browser;
  /** Stops both and deletes the data. */
  stop(): Promise<void>;
}

/** An upper bound for a busy machine, not an expectation. */
export const START_TIMEOUT_MS = 300_000;

/** The global set-up has built what is on disk. */
const AS_BUILT = ['--no-build'];

/** Starts the demo and a browser. */
export async function startDemo(): Promise<Demo> {
  // The gate starts one demo; the full tests start several, with the data of the first.
  const state = isFull ? await copyOfSeededState() : mkdtempSync(join(tmpdir(), 'leadline-demo-'));
  const [leadline, browser] = await Promise.all([
    startLocalLeadline(state, await freePort(), AS_BUILT),
    launchBrowser(),
  ]);
  return {
    origin: leadline.origin,
    output: () => leadline.output(),
    browser,
    async stop() {
      await browser.close();
      await leadline.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Initial data of a demo that was started before, since creating leads and calls takes longest. */
export async function copyOfSeededState(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'leadline-demo-'));
  cpSync(await seededState(), copy, { recursive: true });
  return copy;
}

/** Creates the data once a run, in the first process that needs it. */
async function seededState(): Promise<string> {
  const state = join(inject('runFolder'), 'demo-state');
  if (isFirstToMake(`${state}-is-made`)) {
    const making = `${state}-in-the-making`;
    const leadline = await startLocalLeadline(making, await freePort(), AS_BUILT);
    await leadline.stop();
    renameSync(making, state);
  }
  await vi.waitUntil(() => existsSync(state), { timeout: START_TIMEOUT_MS, interval: 100 });
  return state;
}

/** @param mark a folder that marks that a process is creating it */
function isFirstToMake(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
