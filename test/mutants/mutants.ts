/**
 * `npm run mutants`: puts small faults into random places of the Worker, the console and the widget, one at a time, and lists
 * those that their tests do not notice. It works in a copy of the project below the temporary folder, and continues after an
 * interruption.
 *
 * - `--only console`: chooses places in this room alone; may be repeated
 * - `--seed 1`: chooses the places; the same seed and the same sources give the same faults
 * - `--count 30`: the number of faults
 * - `--again`: repeats the survivors, after tests were written for them
 * - `--green`: skips the run without a fault, since the tests are known to pass
 * - `--list`: prints the faults without testing them
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckedTree, openTree } from './checked-tree.ts';
import { isEquivalent } from './equivalents.ts';
import { type Fault, faultsOf } from './faults.ts';
import { isRoom, linesOf, type Room, ROOMS, roomOf, sharesOf, sourcesOf } from './rooms.ts';
import { sampled } from './sample.ts';
import { type Stage, stagesOf, testMapOf } from './tests-of.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';
import { Trials } from './trial.ts';

/** The share of faults that tests have to notice. */
const ENOUGH = 0.8;

interface Result {
  fault: Fault;
  /** The test that noticed it first; undefined: none did. */
  caughtBy?: string;
  seconds: number;
}

/** A run of this program. */
interface Run {
  copy: TreeCopy;
  tree: CheckedTree;
  trials: Trials;
  stagesOf: (fault: Fault) => Stage[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [...ROOMS] },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '30' },
      again: { type: 'boolean', default: false },
      green: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const rooms = values.only.filter(isRoom);
  if (rooms.length < values.only.length) {
    console.error(`The rooms are ${ROOMS.join(', ')}.`);
    return 1;
  }
  const copy = copyTree();
  const tree = openTree(copy.folder);
  const tests = testMapOf(copy.folder);
  const run: Run = {
    copy,
    tree,
    trials: new Trials(copy.folder),
    stagesOf: ({ file }) => stagesOf(file, tests),
  };
  const sample = sampleOf(rooms, run, { seed: Number(values.seed), count: Number(values.count) });
  try {
    if (values.list) for (const fault of sample) console.log(described(fault));
    return values.list ? 0 : await triedAll(sample, run, values);
  } finally {
    tree.close();
  }
}

/** Chooses the faults of a seed that compile and have an effect. */
function sampleOf(
  rooms: readonly Room[],
  run: Run,
  { seed, count }: { seed: number; count: number },
): Fault[] {
  const shares = sharesOf(
    count,
    rooms.map((room) => linesOf(room, run.copy.folder)),
  );
  return rooms.flatMap((room, index) => sampleOfRoom(room, run, { seed, count: shares[index] ?? 0 }));
}

function sampleOfRoom(
  room: Room,
  { tree, copy: { folder } }: Run,
  share: { seed: number; count: number },
): Fault[] {
  const all = sourcesOf(room, folder).flatMap((file) => faultsOf(file, tree.source(file)));
  const sample = sampled(all, share, (fault) => {
    if (isEquivalent(fault, lineOf(fault, folder))) return false;
    const compiles = tree.put(fault);
    tree.takeBack(fault);
    return compiles;
  });
  console.log(`${room}: ${sample.length} faults, of ${all.length} possible ones.`);
  return sample;
}

/** Tries the faults one after another. @returns the exit code */
async function triedAll(
  sample: readonly Fault[],
  run: Run,
  { again, green }: { again: boolean; green: boolean },
): Promise<number> {
  if (!(await run.trials.build())) return 1;
  if (!green && resultsOf(run.copy).length === 0 && !(await arePassing(sample, run))) return 1;
  const results: Result[] = [];
  for (const fault of sample) {
    const known = resultsOf(run.copy).findLast((result) => isSame(result.fault, fault));
    const isKnown = known !== undefined && (known.caughtBy !== undefined || !again);
    // oxlint-disable-next-line no-await-in-loop -- There is one copy, which has one fault at a time.
    results.push(isKnown ? known : await tried(fault, run));
  }
  return report(results);
}

/** Checks that the tests pass without a fault. */
async function arePassing(sample: readonly Fault[], { trials, stagesOf: stages }: Run): Promise<boolean> {
  console.log('First the same tests without a fault …');
  const kinds = Map.groupBy(sample.flatMap(stages), ({ kind }) => kind);
  const all = [...kinds].map(([kind, same]) => ({
    kind,
    files: [...new Set(same.flatMap(({ files }) => files))],
  }));
  const isSound = await trials.arePassing(all);
  if (!isSound) console.error('They fail without a fault, so they cannot find any.');
  return isSound;
}

async function tried(fault: Fault, { copy, tree, trials, stagesOf: stages }: Run): Promise<Result> {
  const start = performance.now();
  tree.put(fault);
  const caughtBy = await trials.failure(roomOf(fault.file), stages(fault));
  tree.takeBack(fault);
  const seconds = Math.round((performance.now() - start) / 1000);
  const result: Result = { fault, seconds, ...(caughtBy === undefined ? {} : { caughtBy }) };
  appendFileSync(copy.results, `${JSON.stringify(result)}\n`);
  const verdict = caughtBy === undefined ? 'LIVED ' : 'caught';
  console.log(`${verdict} in ${seconds} s: ${described(fault)}`);
  if (caughtBy !== undefined) console.log(`  by ${caughtBy}`);
  return result;
}

function resultsOf({ results }: TreeCopy): Result[] {
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);
}

function report(results: readonly Result[]): number {
  const lived = results.filter(({ caughtBy }) => caughtBy === undefined);
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

process.exitCode = await main();
