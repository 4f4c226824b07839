/**
 * `npm run mutants`: puts small faults into random places of the Worker, one at a time, and lists those that its tests do
 * not notice. It works in a copy of the project below the temporary folder, and continues after an interruption.
 *
 * - `--seed 1`: chooses the places; the same seed and the same Worker give the same faults
 * - `--count 60`: the number of faults
 * - `--again`: repeats the survivors, after tests were written for them
 * - `--green`: skips the run without a fault, since the tests are known to pass
 * - `--list`: prints the faults without testing them
 */
import { type StdioOptions, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckedTree, openTree } from './checked-tree.ts';
import { isEquivalent } from './equivalents.ts';
import { type Fault, faultsOf } from './faults.ts';
import { ORDER } from './nearest-first.ts';
import { shuffled } from './sample.ts';
import { testsOf } from './tests-of.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

/** Files of the reference, which do not run in the Worker. */
const DOCUMENTATION = /(?:operations|reference|meanings|answer-schema)\.ts$|\.d\.ts$/;
/** Longest run. A run that takes longer counts as endless, and the fault as noticed. */
const PATIENCE_MS = 10 * 60_000;
/** The share of faults that tests have to notice. */
const ENOUGH = 0.85;

interface Result {
  fault: Fault;
  isCaught: boolean;
  seconds: number;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '60' },
      again: { type: 'boolean', default: false },
      green: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const copy = copyTree();
  const tree = openTree(copy.folder);
  const sample = drawn(tree, copy.folder, { seed: Number(values.seed), count: Number(values.count) });
  if (values.list) for (const fault of sample) console.log(described(fault));
  else if (!prepare(sample, copy, values.green)) return 1;
  const results = values.list ? [] : sample.map((fault) => tried(fault, { tree, copy, again: values.again }));
  tree.close();
  return values.list ? 0 : report(results);
}

/** Returns the faults of a seed that compile and have an effect. */
function drawn(tree: CheckedTree, folder: string, { seed, count }: { seed: number; count: number }): Fault[] {
  const files = globSync('worker/**/*.ts', { cwd: folder }).filter((file) => !DOCUMENTATION.test(file));
  const all = files.toSorted().flatMap((file) => faultsOf(file, tree.source(file)));
  const sample: Fault[] = [];
  for (const fault of shuffled(all, seed)) {
    if (sample.length === count) break;
    if (isEquivalent(fault, lineOf(fault, folder))) continue;
    const compiles = tree.put(fault);
    tree.takeBack(fault);
    if (compiles) sample.push(fault);
  }
  console.log(`${sample.length} faults, of ${all.length} places in ${files.length} files.`);
  return sample;
}

/** Builds once, and checks that the tests pass without a fault, unless that is known. @returns whether they pass */
function prepare(sample: readonly Fault[], copy: TreeCopy, isGreen: boolean): boolean {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: copy.folder, stdio: 'inherit' });
  if (built.status !== 0) return false;
  if (isGreen || resultsOf(copy).length > 0) return true;
  console.log('First the same tests without a fault …');
  const files = [...new Set(sample.flatMap(({ file }) => testsOf(file, copy.folder)))];
  const isSound = run(copy.folder, files, [], 'inherit');
  if (!isSound) console.error('They fail without a fault, so they cannot find any.');
  return isSound;
}

function tried(
  fault: Fault,
  { tree, copy, again }: { tree: CheckedTree; copy: TreeCopy; again: boolean },
): Result {
  const known = resultsOf(copy).findLast((result) => isSame(result.fault, fault));
  if (known !== undefined && (known.isCaught || !again)) return known;
  const start = performance.now();
  tree.put(fault);
  const isCaught = !run(copy.folder, testsOf(fault.file, copy.folder), ['--bail=1'], 'ignore');
  tree.takeBack(fault);
  const seconds = Math.round((performance.now() - start) / 1000);
  const result = { fault, isCaught, seconds };
  appendFileSync(copy.results, `${JSON.stringify(result)}\n`);
  console.log(`${isCaught ? 'caught' : 'LIVED '} in ${seconds} s: ${described(fault)}`);
  return result;
}

/** Runs tests. @returns whether all of them pass */
function run(
  folder: string,
  files: readonly string[],
  options: readonly string[],
  stdio: StdioOptions,
): boolean {
  const settings = ['--config', 'test/mutants/vitest.config.ts', '--tags-filter=!full', '--reporter=dot'];
  const { status } = spawnSync('npx', ['vitest', 'run', ...settings, ...options, ...files], {
    cwd: folder,
    stdio,
    env: { ...process.env, [ORDER]: files.join('\n') },
    timeout: PATIENCE_MS,
  });
  return status === 0;
}

function resultsOf({ results }: TreeCopy): Result[] {
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);
}

function report(results: readonly Result[]): number {
  const lived = results.filter(({ isCaught }) => !isCaught);
  const share = (results.length - lived.length) / results.length;
  console.log(
    `\n${results.length - lived.length} of ${results.length} were caught (${(share * 100).toFixed(0)} %).`,
  );
  for (const { fault } of lived) console.log(`lived: ${described(fault)}`);
  return share < ENOUGH ? 1 : 0;
}

function isSame(one: Fault, other: Fault): boolean {
  return one.file === other.file && one.start === other.start && one.replacement === other.replacement;
}

function described({ file, line, kind, source, replacement }: Fault): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${file}:${line} ${kind}: ${short(source)} -> ${short(replacement)}`;
}

function lineOf({ file, line }: Fault, folder: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8').split('\n')[line - 1] ?? '';
}

process.exitCode = main();
