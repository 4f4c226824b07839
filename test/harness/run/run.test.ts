/** The exit code and the last lines of a run, for projects of a few files. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PASSES = `test('passes', () => {});`;
const FAILS = `test('fails', () => { throw new Error('on purpose'); });`;
/** Fails unless it ran before. */
const FLAKY = `
  import { existsSync, writeFileSync } from 'node:fs';
  test('is unsure', () => {
    const note = import.meta.filename + '.ran';
    if (existsSync(note)) return;
    writeFileSync(note, '');
    throw new Error('the first time');
  });`;
const REJECTS = `test('passes', () => { void Promise.reject(new Error('nobody waits')); });`;
const BROKEN = `throw new Error('no tests in here');`;

/** Runs files in a project of their own. */
function run(files: Record<string, string>): { status: number | null; lines: string[] } {
  const project = mkdtempSync(join(tmpdir(), 'leadline-run-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  mkdirSync(join(project, 'test'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  for (const [name, code] of Object.entries(files))
    writeFileSync(join(project, 'test', `${name}.test.ts`), `import { test } from 'vitest';\n${code}`);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['test/harness/run/run.ts', '--root', project, '--no-isolate', '--pool=threads'],
    {
      encoding: 'utf8',
    },
  );
  return { status, lines: stdout.trimEnd().split('\n') };
}

test('files that pass the second time are named with their first failure, and up to two leave the run green', () => {
  const { status, lines } = run({ one: PASSES, two: FLAKY, three: FLAKY });

  expect(status).toBe(0);
  expect(lines.slice(-4)).toEqual([
    'flaky: passed only the second time',
    expect.stringMatching(/^ {2}test\/(?:two|three)\.test\.ts: is unsure: the first time$/),
    expect.stringMatching(/^ {2}test\/(?:two|three)\.test\.ts: is unsure: the first time$/),
    '3 passed, 0 failed',
  ]);
});

test('more than two files that pass only the second time fail the run', () => {
  const { status, lines } = run({ one: FLAKY, two: FLAKY, three: FLAKY });

  expect(status).toBe(1);
  expect(lines).toContain('flaky: passed only the second time, more than 2 fail the run');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
});

test('files that fail twice, in a test or outside of one, fail the run', () => {
  const { status, lines } = run({ one: PASSES, two: FAILS, three: BROKEN });

  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 2 failed');
  expect(lines.join('\n')).not.toContain('flaky');
});

test('an error that no test waits for fails the run', () => {
  const { status, lines } = run({ one: REJECTS });

  expect(status).toBe(1);
  expect(lines.slice(-2)).toEqual(['Errors outside of tests: 1', '1 passed, 0 failed']);
});

test('a run without tests fails', () => {
  const { status, lines } = run({});

  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('No test ran.');
});
