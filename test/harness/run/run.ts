/**
 * `node test/harness/run/run.ts <arguments of "vitest run">` runs the tests, then each file that failed once more, in a fresh
 * process. It lists the files that passed the second time as flaky. The run fails if a file fails twice, if more than `MOST_FLAKY`
 * files needed a second time, after an error outside of the tests, and if no test passed.
 */
import { createVitest, parseCLI, type TestModule, TestsNotFoundError, type Vitest } from 'vitest/node';
import { type Failure, failuresOf, lineOf, nameOf } from './failures.ts';

/** So many files of a run may need a second time. */
const MOST_FLAKY = 2;
/** If more files fail, the code is broken, and a second time would only keep people waiting. */
const MOST_REPEATED = 10;

/** The end of a run. */
interface Outcome {
  /** The lines to print. */
  lines: string[];
  isGreen: boolean;
}

process.exitCode = await main(process.argv.slice(2));

/** Runs the tests and prints the outcome. @returns the exit code */
async function main(given: readonly string[]): Promise<number> {
  const { filter, options } = parseCLI(['vitest', 'run', ...given]);
  const vitest = await createVitest({ ...options, watch: false });
  let outcome: Outcome = { lines: ['No test ran.'], isGreen: false };
  try {
    outcome = await runTests(vitest, filter);
  } catch (error) {
    // Vitest itself prints where it looked for files.
    if (!(error instanceof TestsNotFoundError)) console.error(error);
  }
  // Vitest sets the code at each failure, also at one whose file passed the second time, and again if it fails to close.
  process.exitCode = 0;
  await vitest.exit();
  for (const line of outcome.lines) console.log(line);
  return outcome.isGreen ? process.exitCode : 1;
}

/** Runs the tests, and once more the files that failed. */
async function runTests(vitest: Vitest, filter: string[]): Promise<Outcome> {
  const first = await vitest.start(filter);
  const failed = first.testModules.filter((module) => !module.ok());
  // Read now, since a second run replaces the results.
  const causes = new Map(failed.map((module) => [nameOf(module), failuresOf(module)[0]]));
  const isRepeated = failed.length > 0 && failed.length <= MOST_REPEATED;
  const last = isRepeated
    ? await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()))
    : first;
  const flaky = last.testModules.filter((module) => module.ok() && causes.has(nameOf(module)));
  const failures = last.testModules.flatMap(failuresOf);
  const errors = new Set([...first.unhandledErrors, ...last.unhandledErrors]).size;
  const passed = last.testModules.reduce((sum, module) => sum + countPassed(module), 0);
  return {
    lines: [
      ...flakyLines(flaky.map((module) => causes.get(nameOf(module)))),
      ...(errors === 0 ? [] : [`Errors outside of tests: ${errors}`]),
      `${passed} passed, ${failures.length} failed`,
    ],
    isGreen: failures.length === 0 && failed.length <= MOST_FLAKY && errors === 0 && passed > 0,
  };
}

function flakyLines(causes: readonly (Failure | undefined)[]): string[] {
  if (causes.length === 0) return [];
  const verdict = causes.length > MOST_FLAKY ? `, more than ${MOST_FLAKY} fail the run` : '';
  const lines = causes.map((cause) => (cause === undefined ? '' : `  ${lineOf(cause)}`));
  return [`flaky: passed only the second time${verdict}`, ...lines];
}

function countPassed(module: TestModule): number {
  return [...module.children.allTests('passed')].length;
}
