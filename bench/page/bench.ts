/**
 * The page benchmark: what swapping costs a page's main thread, in Chromium, beside a walk that only reads each text
 * node (the lower bound of any script that looks at every text by itself) and beside findandreplacedomtext (a peer).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/harness/browser.ts';
import type { Measurement, Work } from './measure.ts';

const SIZES = [1_000, 10_000, 100_000];
const WORKS: Work[] = ['first swap', '1,000 added nodes', '1,000 changed texts'];
const CONTENDERS = ['bare walk', 'leadline', 'peer'] as const;
const ROUNDS = 7;
/** From here on a task feels slow (Long Tasks API). */
const LONG_TASK_MS = 50;

/** Prints, for each size and work, main-thread time and longest task of each, and the ratios. */
export async function benchPage(): Promise<void> {
  const browser = await launchBrowser();
  const scripts = [await bundle('bench/page/measure.ts'), peer()];
  console.log('median of %d rounds; total and longest task in ms\n', ROUNDS);
  console.log(
    'text nodes  work                   bare walk        leadline         peer             to bare  to peer',
  );
  for (const size of SIZES) {
    for (const work of WORKS) {
      const results = new Map<string, Measurement>();
      const rounds = new Map<string, Measurement[]>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const contender of CONTENDERS) {
          const page = await browser.newPage();
          for (const content of scripts) await page.addScriptTag({ content });
          const measured = await measure(page, contender, size, work);
          rounds.set(contender, [...(rounds.get(contender) ?? []), measured]);
          await page.close();
        }
      }
      for (const [contender, measured] of rounds) results.set(contender, medianOf(measured));
      console.log(rowOf(size, work, results));
    }
  }
  await browser.close();
}

function measure(page: Page, contender: string, size: number, work: Work): Promise<Measurement> {
  return page.evaluate(([contender, size, work]) => window.measure(contender, size, work), [
    contender,
    size,
    work,
  ] as const);
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

function rowOf(size: number, work: Work, results: ReadonlyMap<string, Measurement>): string {
  const [bare, ours, peer] = CONTENDERS.map(
    (name) => results.get(name) ?? { total: 0, longest: 0, swapped: 0 },
  );
  if (!bare || !ours || !peer) throw new Error('A contender is missing.');
  if (ours.swapped !== peer.swapped) throw new Error(`Swapped ${ours.swapped}, the peer ${peer.swapped}.`);
  const cell = ({ total, longest }: Measurement): string =>
    `${total.toFixed(1).padStart(6)} ${longest.toFixed(1).padStart(6)}${longest > LONG_TASK_MS ? '!' : ' '}  `;
  return (
    `${String(size).padStart(10)}  ${work.padEnd(20)} ${cell(bare)} ${cell(ours)} ${cell(peer)} ` +
    `${(ours.total / bare.total).toFixed(2).padStart(6)}x ${(ours.total / peer.total).toFixed(2).padStart(6)}x`
  );
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

function peer(): string {
  return readFileSync(createRequire(import.meta.url).resolve('findandreplacedomtext'), 'utf8');
}
