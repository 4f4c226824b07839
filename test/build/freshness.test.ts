/** A build is skipped only if its result exists already. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fingerprintOfSources, isBuiltFrom, noteBuiltFrom } from '../../build/freshness.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A built project: a source, a built file, a package and local data. */
function builtProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'leadline-built-'));
  folders.push(project);
  for (const file of [
    'worker/index.ts',
    'dist/assets/page.html',
    'node_modules/hono/index.js',
    '.wrangler/state/db',
  ]) {
    write(project, file, 'as it was');
  }
  noteBuiltFrom(fingerprintOfSources(project), project);
  return project;
}

function write(project: string, file: string, text: string): void {
  mkdirSync(join(project, file, '..'), { recursive: true });
  writeFileSync(join(project, file), text);
}

function isFresh(project: string): boolean {
  return isBuiltFrom(fingerprintOfSources(project), project);
}

test('unchanged sources are not built again', () => {
  const project = builtProject();
  expect(isFresh(project)).toBe(true);
  write(project, 'node_modules/hono/index.js', 'another text');
  write(project, '.wrangler/state/db', 'another row');
  write(project, 'dist/worker/index.js', 'a bundle');
  expect(isFresh(project)).toBe(true);
});

test.for<[what: string, change: (project: string) => void]>([
  ['a changed source', (project) => write(project, 'worker/index.ts', 'changed')],
  ['a new source', (project) => write(project, 'console/new.ts', '')],
  ['a deleted source', (project) => rmSync(join(project, 'worker/index.ts'))],
  ['a source with another time', (project) => utimesSync(join(project, 'worker/index.ts'), 1, 1)],
  ['a broken link', (project) => symlinkSync('nowhere', join(project, 'worker/.#index.ts'))],
  ['another lockfile', (project) => write(project, 'package-lock.json', '{}')],
  ['an install of packages', (project) => write(project, 'node_modules/.package-lock.json', '{}')],
  ['a deleted built file', (project) => rmSync(join(project, 'dist/assets/page.html'))],
  ['a changed built file', (project) => write(project, 'dist/assets/page.html', 'by hand')],
  ['a file among the built ones', (project) => write(project, 'dist/assets/more.html', '')],
  ['a missing note of a build', (project) => rmSync(join(project, 'dist/.built-from'))],
])('%s causes a build', ([, change]) => {
  const project = builtProject();
  change(project);
  expect(isFresh(project)).toBe(false);
});

test('other options cause a build', () => {
  const project = builtProject();
  const former = process.env['LEADLINE_REFERENCE'];
  process.env['LEADLINE_REFERENCE'] = 'off';
  try {
    expect(isFresh(project)).toBe(false);
  } finally {
    if (former === undefined) delete process.env['LEADLINE_REFERENCE'];
    else process.env['LEADLINE_REFERENCE'] = former;
  }
});
