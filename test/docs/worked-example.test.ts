/** CONTRIBUTING.md's worked example of a feature, carried out in a copy of the project: its gate stays green. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeBlock, codeBlocks } from '../harness/documents.ts';

const LEFT_OUT = new Set(['.git', '.wrangler', 'node_modules']);
const PATIENCE = { timeout: 600_000, tags: ['full'] };

const blocks = codeBlocks('CONTRIBUTING.md').filter(({ heading }) => heading === 'A worked example');
const copy = mkdtempSync(join(tmpdir(), 'leadline-example-'));

beforeAll(() => {
  cpSync('.', copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !path.split('/').some((part) => LEFT_OUT.has(part)),
  });
  for (const packages of ['node_modules', 'test/clients/node_modules']) {
    if (existsSync(packages)) symlinkSync(resolve(packages), join(copy, packages));
  }
  for (const block of blocks) apply(block);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Writes the file of a block into the copy, or changes it there as a diff says. */
function apply({ language, file, code }: CodeBlock): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === 'diff' ? patched(readFileSync(path, 'utf8'), file, code) : code);
}

/**
 * A text as a diff without positions makes it: the lines that stay or go are in it once, one after the other, but for the
 * width of tables.
 */
function patched(text: string, file: string, diff: string): string {
  const marked = diff.split('\n').filter((line) => line !== '');
  const before = marked.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const lines = text.split('\n');
  const [start, ...others] = [...lines.keys()].filter((from) =>
    before.every((line, index) => isSame(lines[from + index], line)),
  );
  if (start === undefined || others.length > 0)
    throw new Error(`${file} does not have once:\n${before.join('\n')}`);
  const kept = marked.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  return lines.toSpliced(start, before.length, ...kept).join('\n');
}

function isSame(line: string | undefined, stated: string): boolean {
  return line?.replaceAll(/ +/g, ' ') === stated.replaceAll(/ +/g, ' ');
}

/** Runs a command in the copy. @throws Error with what it printed */
function run(command: string, ...options: readonly string[]): void {
  try {
    execFileSync(command, options, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env: cleanEnvironment() });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${options.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Without what this run of vitest tells its own processes. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|NODE_ENV)/.test(name)),
  );
}

test('it has a migration, a feature, its reference, tests and documents', PATIENCE, () => {
  const folders = blocks.map(({ file }) => file.split('/').slice(0, 3).join('/'));

  expect(new Set(folders)).toEqual(
    new Set([
      'worker/core/engine',
      'worker/core/leads',
      'worker/core/features.ts',
      'worker/core/privacy',
      'build/reference/operations.ts',
      'build/reference/meanings.yml',
      'test/reference/names.test.ts',
      'test/worker/core',
      'test/golden/leads',
      'docs/architecture.md',
      'docs/storage.md',
      'test/README.md',
      'CHANGELOG.md',
    ]),
  );
});

test('the formatter finds nothing once it has aligned the tables', PATIENCE, () => {
  const files = [...new Set(blocks.map(({ file }) => file))].filter((file) => !file.endsWith('.sql'));

  expect(() => run('npx', 'oxfmt', 'docs', 'test/README.md')).not.toThrow();
  expect(() => run('npx', 'oxfmt', '--check', ...files)).not.toThrow();
});

test('the compiler and the linter take it', PATIENCE, () => {
  expect(() => run('npm', 'run', '--silent', 'types')).not.toThrow();
  expect(() =>
    run('npx', 'oxlint', '--type-aware', '--deny-warnings', 'worker/core/leads/salutations'),
  ).not.toThrow();
});

test('its tests pass on the real runtime, with those that notice a missing part', PATIENCE, () => {
  const concerned = [
    'leads/salutations',
    'privacy/places',
    'storage/migrate',
    'test/architecture/imports',
    'test/docs/architecture',
    'test/docs/table-of-tests',
    'test/reference/document',
    'test/reference/examples',
    'test/reference/meanings',
    'test/reference/names',
  ];

  expect(() => run('npx', 'vitest', 'run', '--maxWorkers=1', ...concerned)).not.toThrow();
});
