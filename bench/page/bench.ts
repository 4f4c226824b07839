/**
 * Measures the main-thread time of swapping in Chromium, compared with a walk that only reads each text node (the lower bound of
 * scripts that visit all texts) and with findandreplacedomtext (a peer).
 *
 * Each contender works twice on its own page: cold, as for a visitor, when the browser has not compiled the script and its patterns;
 * then warm, on a rebuilt page. A MutationObserver reports additions and changes to all three. Garbage from building the page is
 * collected before measuring; otherwise a single byte of a script may decide whose time it falls into.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/harness/browser.ts';
import { bundle } from './bundle.ts';
import { benchDemoPages } from './demo-pages.ts';
import { benchForms } from './forms.ts';
import type { Contender, Measurement, Work } from './measure.ts';

const SIZES = [1_000, 10_000, 100_000];
const WORKS: Work[] = ['first swap', '1,000 added nodes', '1,000 changed texts'];
/** Lines of the pages on which every line has a number. */
const LINES = [1_000, 4_000, 12_000];
const CONTENDERS: Contender[] = ['bare walk', 'leadline', 'peer'];
const STATES = ['cold', 'warm'] as const;
const ROUNDS = 5;
/** Length from which a task counts as long (Long Tasks API). */
const LONG_TASK_MS = 50;
/** With cross-origin isolation, a page's clock has a resolution of 5 microseconds instead of 100. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const PAGE = 'https://page.test/';

type State = (typeof STATES)[number];
type Measured = Record<State, Measurement>;

/** Prints main-thread time, longest task and ratios for each size, work and state; then for pages full of numbers; then the demo's pages. */
export async function benchPage(): Promise<void> {
  const browser = await launchBrowser({ switches: ['--js-flags=--expose-gc'] });
  const script = (await bundle('bench/page/measure.ts')) + peer();
  console.log('median of %d rounds; total and longest task in ms\n', ROUNDS);
  console.log(
    'text nodes  work                       bare walk        leadline         peer             to bare  to peer',
  );
  for (const size of SIZES) {
    for (const work of WORKS) {
      const rounds = new Map<Contender, Measured[]>(CONTENDERS.map((name) => [name, []]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [contender, measured] of rounds) {
          const page = await openPage(browser, script);
          measured.push(await measure(page, contender, size, work));
          await page.context().close();
        }
      }
      for (const state of STATES) {
        const median = (name: Contender): Measurement =>
          medianOf((rounds.get(name) ?? []).map((measured) => measured[state]));
        console.log(
          `${String(size).padStart(10)}  ${`${work}, ${state}`.padEnd(25)} ${comparison(median('bare walk'), median('leadline'), median('peer'))}`,
        );
      }
    }
  }
  await benchLines(browser, script);
  await browser.close();
  await benchForms();
  await benchDemoPages();
}

/** Prints how the time of the first swap grows with the lines of a page, if every line has a number. */
async function benchLines(browser: Browser, script: string): Promise<void> {
  console.log('\n    lines  total and longest task in ms, cold    ms a 1,000 lines');
  for (const work of ['lines', 'split lines'] as const) {
    for (const size of LINES) {
      const rounds: Measurement[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const page = await openPage(browser, script);
        rounds.push((await measure(page, 'leadline', size, work)).cold);
        await page.context().close();
      }
      const { total, longest, swapped } = medianOf(rounds);
      if (swapped !== size) throw new Error(`Swapped ${swapped} of ${size} ${work}.`);
      console.log(
        `${String(size).padStart(9)}  ${work.padEnd(12)} ${total.toFixed(0).padStart(6)} ${longest.toFixed(0).padStart(4)} ${((total / size) * 1000).toFixed(1).padStart(12)}`,
      );
    }
  }
}

/** Opens a page that contains only the scripts. */
async function openPage(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext();
  await context.route(`${PAGE}**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', headers: ISOLATION, body: script })
      : route.fulfill({
          contentType: 'text/html',
          headers: ISOLATION,
          body: '<!doctype html><title>Page</title><script src="/page.js"></script><body></body>',
        }),
  );
  const page = await context.newPage();
  await page.goto(PAGE);
  return page;
}

async function measure(page: Page, contender: Contender, size: number, work: Work): Promise<Measured> {
  const once = (): Promise<Measurement> =>
    page.evaluate(([contender, size, work]) => window.measure(contender, size, work), [
      contender,
      size,
      work,
    ] as const);
  return { cold: await once(), warm: await once() };
}

function medianOf(measured: Measurement[]): Measurement {
  const middle = (values: number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    total: middle(measured.map(({ total }) => total)),
    longest: middle(measured.map(({ longest }) => longest)),
    swapped: Math.min(...measured.map(({ swapped }) => swapped)),
  };
}

function comparison(bare: Measurement, ours: Measurement, peer: Measurement): string {
  if (ours.swapped !== peer.swapped) throw new Error(`Swapped ${ours.swapped}, the peer ${peer.swapped}.`);
  const cell = ({ total, longest }: Measurement): string =>
    `${total.toFixed(2).padStart(7)} ${longest.toFixed(2).padStart(6)}${longest > LONG_TASK_MS ? '!' : ' '} `;
  const ratio = (other: Measurement): string => `${(ours.total / other.total).toFixed(2).padStart(6)}x`;
  return `${cell(bare)} ${cell(ours)} ${cell(peer)} ${ratio(bare)} ${ratio(peer)}`;
}

function peer(): string {
  return readFileSync(createRequire(import.meta.url).resolve('findandreplacedomtext'), 'utf8');
}
