import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { effort, isFull } from './test/harness/effort.ts';
import { LongestFirst } from './test/harness/run/longest-first.ts';
import { TAGS } from './test/harness/tags.ts';

/** The ends of the names of files whose tests need more than the code; test/README.md explains them. */
const KINDS = ['build', 'api', 'server', 'browser'];

const SET_UP = 'test/harness/global-setup.ts';

/** For two cores: more processes than cores, since tests often wait for a clock or a browser while others compute. */
const PROCESSES = 5;

/** API tests run the Worker in their own process (test/harness/in-process). */
const IN_PROCESS = {
  setupFiles: ['test/harness/in-process/setup.ts'],
  env: { LEADLINE_RUNTIME: 'process' },
};

/** Reads the tables of the build as the Worker's bundler does. */
const BINARY_FILES = {
  name: 'binary files',
  load: (id: string): string | undefined =>
    id.endsWith('.bin')
      ? `import { readFileSync } from 'node:fs';
         export default new Uint8Array(readFileSync(${JSON.stringify(id)})).buffer;`
      : undefined,
};

export default defineConfig({
  plugins: [BINARY_FILES],
  test: {
    tags: TAGS,
    strictTags: true,
    // The files of a process share what they import, which takes longer to load than most of them to run.
    isolate: false,
    // An upper bound for a busy machine, not an expectation. In full, tests have many more cases.
    testTimeout: effort(120_000, 600_000),
    hookTimeout: 120_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    maxWorkers: PROCESSES,
    sequence: { sequencer: LongestFirst },
    projects: [
      projectOf('unit', {
        include: ['test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, `test/**/*.{${KINDS.join()}}.test.ts`],
      }),
      ...KINDS.map((kind) =>
        projectOf(kind, {
          include: [`test/**/*.${kind}.test.ts`],
          ...(kind === 'api' ? IN_PROCESS : {}),
        }),
      ),
      projectOf('workerd', { include: filesOnWorkerd() }),
    ],
  },
});

/** Returns the API tests that also run over HTTP on workerd: all in `npm run test:full`, else a tenth that differs from commit to commit. */
function filesOnWorkerd(): string[] {
  const files = globSync('test/**/*.api.test.ts', { exclude: (name) => name.endsWith('node_modules') });
  if (isFull) return files;
  const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return files.filter(
    (file) => createHash('sha256').update(`${commit}${file}`).digest().readUInt32LE() % 10 === 0,
  );
}

/** Returns a Vitest project. All projects run at the same time. */
function projectOf(
  name: string,
  files: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, globalSetup: [SET_UP], ...files } };
}
