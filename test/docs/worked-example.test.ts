/** Applies the worked example of CONTRIBUTING.md to a copy of the project, and runs its checks. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CodeBlock, codeBlocks } from '../harness/documents.ts';

const LEFT_OUT = new Set(['.git', '.wrangler', 'node_modules']);
/** Of a folder, see `test/architecture/imports.test.ts`. */
const MOST_ENTRIES = 15;
const PATIENCE = { timeout: 600_000, tags: ['full'] };

const blocks = codeBlocks('CONTRIBUTING.md').filter(({ heading }) => heading === 'A worked example');
/** The added and changed files of the example, with their new text. */
const files = new Map<string, string>();
for (const block of blocks) files.set(block.file, appliedTo(block));

/** Returns the new text of a block's file: the block itself, or the file changed by the diff. */
function appliedTo({ language, file, code }: CodeBlock): string {
  if (language !== 'diff') return code;
  return patched(files.get(file) ?? readFileSync(file, 'utf8'), file, code);
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

/** The environment without the variables of this run of vitest. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|NODE_ENV)/.test(name)),
  );
}

test('its changes apply to the files: a migration, a feature, its reference, tests and documents', () => {
  const folders = [...files.keys()].map((file) => file.split('/').slice(0, 3).join('/'));

  expect(new Set(folders)).toEqual(
    new Set([
      'worker/core/engine',
      'worker/core/leads',
      'worker/core/features.ts',
      'build/reference/operations.ts',
      'build/reference/meanings.yml',
      'test/reference/names.test.ts',
      'test/worker/core',
      'test/golden/leads',
      'test/golden/removal',
      'docs/architecture.md',
      'docs/storage.md',
      'CHANGELOG.md',
    ]),
  );
});

test('its index stands last in the schema, since a new company’s are made in the order of the migrations', () => {
  const file = [...files.keys()].find((path) => path.endsWith('/schema.sql'));

  expect(
    files
      .get(file ?? '')
      ?.trim()
      .split('\n')
      .at(-1),
  ).toBe('CREATE INDEX salutations_by_time ON salutations (changed_time);');
});

test('the room of its new folder has fewer entries than it may have', () => {
  const added = [...files.keys()]
    .map(dirname)
    .filter((folder) => folder.startsWith('worker/') && !existsSync(folder));
  const rooms = [...new Set(added.map(dirname))];

  expect(rooms).toEqual(['worker/core/leads']);
  expect(rooms.filter((room) => readdirSync(room).length >= MOST_ENTRIES)).toEqual([]);
});

describe('in a copy of the project', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'leadline-example-'));
    cpSync('.', copy, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.split('/').some((part) => LEFT_OUT.has(part)),
    });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const [file, text] of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Runs a command in the copy. @throws Error with its output */
  function run(command: string, ...options: readonly string[]): void {
    try {
      execFileSync(command, options, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env: cleanEnvironment() });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${options.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    }
  }

  test('the formatter has no complaint after aligning the tables', PATIENCE, () => {
    const formatted = [...files.keys()].filter((file) => !file.endsWith('.sql'));

    expect(() => run('npx', 'oxfmt', 'docs')).not.toThrow();
    expect(() => run('npx', 'oxfmt', '--check', ...formatted)).not.toThrow();
  });

  test('the compiler and the linter accept it', PATIENCE, () => {
    expect(() => run('npm', 'run', '--silent', 'types')).not.toThrow();
    expect(() =>
      run('npx', 'oxlint', '--type-aware', '--deny-warnings', 'worker/core/leads/salutations'),
    ).not.toThrow();
  });

  test('its tests pass on the real runtime, and so do those for missing parts', PATIENCE, () => {
    const concerned = [
      'leads/salutations',
      'privacy/places',
      'privacy/golden',
      'storage/migrate',
      'test/architecture/imports',
      'test/docs/architecture',
      'test/reference/document',
      'test/reference/examples',
      'test/reference/meanings',
      'test/reference/names',
    ];

    expect(() => run('npx', 'vitest', 'run', '--maxWorkers=1', ...concerned)).not.toThrow();
  });
});
