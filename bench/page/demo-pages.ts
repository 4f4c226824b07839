/**
 * Measures the script's share of main-thread time on the demo's pages for a new visitor, with a four times slower processor, like a
 * mid-range phone (Lighthouse). Uses the samples of V8's profiler: those with the script in the stack, compared with all busy ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../../test/harness/browser.ts';
import { freePort, startLocalLeadline } from '../../test/harness/local-leadline.ts';

const PAGES = ['', 'services', 'locations', 'contact', 'formats', 'react', 'vue'];
const SLOWER = 4;
const ROUNDS = 5;
const SAMPLE_MICROSECONDS = 100;
/** Time until the plan has arrived and idle work is done. */
const QUIET_MS = 1_500;
const SCRIPT = /\/dni\/leadline[^/]*\.js$/;
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples?: number[];
  timeDeltas?: number[];
}

/** Main-thread time in milliseconds. */
interface Busy {
  script: number;
  page: number;
}

/** Prints, for each page of the demo, the script's main-thread time, that of the whole page, and its share. */
export async function benchDemoPages(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
  const [leadline, browser] = await Promise.all([
    startLocalLeadline(state, await freePort()),
    launchBrowser(),
  ]);
  console.log(
    '\nthe demo, processor ÷ %d, median of %d new visitors; main-thread time in ms\n',
    SLOWER,
    ROUNDS,
  );
  console.log('page         script    page   share');
  for (const path of PAGES) {
    const rounds: Busy[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visit(browser, leadline.origin, path));
    const { script, page } = medianOf(rounds);
    const share = `${((100 * script) / page).toFixed(1)} %`;
    console.log(
      `${`/demo/${path}`.padEnd(17)} ${script.toFixed(1).padStart(7)} ${page.toFixed(0).padStart(7)} ${share.padStart(7)}`,
    );
  }
  await Promise.all([browser.close(), leadline.stop()]);
  rmSync(state, { recursive: true, force: true });
}

async function visit(browser: Browser, origin: string, path: string): Promise<Busy> {
  const context = await browser.newContext({ userAgent: PERSON });
  const page = await context.newPage();
  // The profile continues across pages of one site.
  await page.goto(`${origin}/demo/icon.svg`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await session.send('Profiler.start');
  await page.goto(`${origin}/demo/${path}`);
  await page.locator('header .phone:not(:text("(800) 555-0142"))').waitFor();
  await page.waitForTimeout(QUIET_MS);
  const busy = await stop(session);
  await context.close();
  return busy;
}

async function stop(session: CDPSession): Promise<Busy> {
  const { profile } = (await session.send('Profiler.stop')) as { profile: Profile };
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const isOfScript = (id: number | undefined): boolean => {
    if (id === undefined) return false;
    return SCRIPT.test(frames.get(id)?.url ?? '') || isOfScript(parents.get(id));
  };
  const busy = { script: 0, page: 0 };
  for (const [index, id] of samples.entries()) {
    if (frames.get(id)?.functionName === '(idle)') continue;
    // A sample represents the time until the next one.
    const milliseconds = (timeDeltas[index + 1] ?? 0) / 1_000;
    busy.page += milliseconds;
    if (isOfScript(id)) busy.script += milliseconds;
  }
  return busy;
}

function medianOf(rounds: readonly Busy[]): Busy {
  const middle = (values: number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    script: middle(rounds.map(({ script }) => script)),
    page: middle(rounds.map(({ page }) => page)),
  };
}
