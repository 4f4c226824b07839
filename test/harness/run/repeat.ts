/**
 * `npm run test:repeat -- 10 <words>` runs the test files that `npm run test:one -- <words>` runs 10 times, beside a busy loop on
 * each core, and lists the tests that failed, and how often. It finds tests that are unsure before they land.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createVitest, parseCLI } from 'vitest/node';
import { type Failure, failuresOf, lineOf } from './failures.ts';
import { chosen } from './run-one.ts';

/** Keeps a core busy until the process that started it ends. */
const BUSY = 'const { ppid } = process; while (process.ppid === ppid);';

process.exitCode = await main(process.argv.slice(2));

async function main([count = '', ...words]: readonly string[]): Promise<number> {
  const times = Number(count);
  if (!Number.isInteger(times) || times < 1 || words.length === 0) {
    console.error('Say how often, and name the files: npm run test:repeat -- 10 recordings');
    return 1;
  }
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  try {
    return report(await repeat(times, words), times);
  } finally {
    loops.forEach((loop: ChildProcess) => loop.kill());
  }
}

/** Runs the tests so many times. @returns the failures of each time, and undefined if there is no test */
async function repeat(times: number, words: readonly string[]): Promise<Failure[][] | undefined> {
  const what = chosen(words, globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort());
  const { filter, options } = parseCLI(['vitest', 'run', ...what]);
  const vitest = await createVitest({ ...options, watch: false, reporters: ['dot'] });
  const failures: Failure[][] = [];
  try {
    const specifications = await vitest.getRelevantTestSpecifications(filter);
    if (specifications.length === 0) return undefined;
    while (failures.length < times) {
      // The first time as a start, which also prepares what prints the tests.
      const { testModules, unhandledErrors } = await (failures.length === 0
        ? vitest.start(filter)
        : vitest.runTestSpecifications(specifications));
      const others = unhandledErrors.map((error) => ({ file: '', test: '', message: String(error) }));
      failures.push([...testModules.flatMap(failuresOf), ...others]);
    }
  } finally {
    await vitest.close();
  }
  return failures;
}

/** Prints the failures, the most frequent first. @returns the exit code */
function report(failures: Failure[][] | undefined, times: number): number {
  if (failures === undefined) {
    console.log('No test file has these words.');
    return 1;
  }
  const groups = Map.groupBy(failures.flat(), ({ file, test }) => lineOf({ file, test, message: '' }));
  for (const [name, group] of [...groups].toSorted(([, one], [, other]) => other.length - one.length)) {
    console.log(`failed ${group.length} of ${times} times: ${name}`);
    for (const message of new Set(group.map((each) => each.message))) console.log(`  ${message}`);
  }
  const green = failures.filter((each) => each.length === 0).length;
  console.log(`${green} of ${times} runs were green.`);
  return green === times ? 0 : 1;
}
