/** Tries a fault: runs the tests of its source, the fastest kinds first, until one fails. */
import { spawn, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ORDER } from './nearest-first.ts';
import type { Room } from './rooms.ts';
import { isUnit, type Stage } from './tests-of.ts';

/** Longest run of a stage. One that takes longer counts as endless, and the fault as noticed. */
const PATIENCE_MS = 10 * 60_000;
/** Where Vitest writes what failed, below the copy. */
const OUTCOME = 'dist/mutants.json';

/** The copy of the project in which tests run. */
export class Trials {
  readonly #folder: string;
  /** Whether `dist/` was built from a fault. */
  #isFaulty = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds everything. @returns whether that succeeded */
  async build(): Promise<boolean> {
    return (await this.#run('npm', ['run', '--silent', 'build'], { stdio: 'ignore' })) === 0;
  }

  /** Runs the tests of a source in the room with the fault. @returns the first failure, undefined if all tests pass */
  async failure(room: Room, stages: readonly Stage[]): Promise<string | undefined> {
    for (const stage of stages) {
      // oxlint-disable-next-line no-await-in-loop -- A later stage is needed only if the earlier ones pass.
      const failure = (await this.#prepare(room, stage)) ? await this.#failureOf(stage) : 'the build';
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** Runs the tests of stages without a fault. @returns whether all of them pass */
  async arePassing(stages: readonly Stage[]): Promise<boolean> {
    for (const stage of stages) {
      // oxlint-disable-next-line no-await-in-loop -- Each stage needs all processors.
      if ((await this.#vitest(stage, ['--reporter=dot'], 'inherit')) !== 0) return false;
    }
    return true;
  }

  /** Static files are built only if the fault is in them; the tests bundle the Worker themselves. */
  async #prepare(room: Room, { kind }: Stage): Promise<boolean> {
    if (isUnit(kind) || (room === 'worker' && !this.#isFaulty)) return true;
    this.#isFaulty = room !== 'worker';
    return this.build();
  }

  async #failureOf(stage: Stage): Promise<string | undefined> {
    const path = join(this.#folder, OUTCOME);
    rmSync(path, { force: true });
    const options = ['--bail=1', '--reporter=json', `--outputFile=${OUTCOME}`];
    const status = await this.#vitest(stage, options, 'ignore');
    return status === 0 ? undefined : (failureIn(path, this.#folder) ?? `a run that ended with ${status}`);
  }

  #vitest(
    { kind, files }: Stage,
    options: readonly string[],
    stdio: StdioOptions,
  ): Promise<number | 'no end'> {
    const project = isUnit(kind) ? 'unit' : kind;
    const settings = [
      '--config',
      'test/mutants/vitest.config.ts',
      '--project',
      project,
      '--tags-filter=!full',
    ];
    return this.#run('npx', ['vitest', 'run', ...settings, ...options, ...files], { stdio, files });
  }

  /** Runs a command in a process group of its own, since an endless loop may be in a process below it. */
  #run(
    command: string,
    args: readonly string[],
    { stdio, files = [] }: { stdio: StdioOptions; files?: readonly string[] },
  ): Promise<number | 'no end'> {
    const child = spawn(command, args, {
      cwd: this.#folder,
      stdio,
      detached: true,
      env: { ...process.env, [ORDER]: files.join('\n') },
    });
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    // Ctrl-C reaches only this process.
    const interrupt = (): never => {
      kill();
      process.exit(1);
    };
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    return new Promise<number | 'no end'>((resolve, reject) => {
      const timer = setTimeout(() => {
        kill();
        resolve('no end');
      }, PATIENCE_MS);
      child.once('error', reject).once('exit', (code) => {
        clearTimeout(timer);
        resolve(code ?? 1);
      });
    }).finally(() => process.off('SIGINT', interrupt).off('SIGTERM', interrupt));
  }
}

/** The part of Vitest's JSON report that is read. */
interface Report {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Returns the first failed test of a report, or else the first file that failed outside of its tests. */
function failureIn(path: string, folder: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const [failure] = testResults
    .flatMap(({ name, assertionResults, message = '' }) => [
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => ({ rank: 0, name, what: fullName })),
      ...(message === '' ? [] : [{ rank: 1, name, what: message.split('\n')[0] ?? '' }]),
    ])
    .toSorted((one, other) => one.rank - other.rank);
  return failure && `${relative(folder, failure.name)}: ${failure.what}`;
}
