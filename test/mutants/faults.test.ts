import { globSync, readFileSync } from 'node:fs';
import { API } from 'typescript/unstable/sync';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { expect, test } from 'vitest';
import { EQUIVALENTS } from './equivalents.ts';
import { faultsOf, withFault } from './faults.ts';
import { shuffled } from './sample.ts';
import { testsOf } from './tests-of.ts';

test('every file of the Worker has tests', () => {
  const sources = globSync('worker/**/*.ts', { exclude: (name) => name.endsWith('.d.ts') });

  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((source) => testsOf(source).length < 2)).toEqual([]);
});

test('the tests of a folder come first, then tests elsewhere', () => {
  const tests = testsOf('worker/core/leads/merges/merging.ts');

  expect(tests).toContain('test/worker/core/leads/merge.api.test.ts');
  expect(testsOf('worker/core/leads/notes/notes.ts')).toEqual([
    'test/docs/limits.test.ts',
    'test/worker/core/leads/notes/notes.api.test.ts',
    'test/worker/core/privacy/places.server.test.ts',
    'test/worker/core/leads/timeline/timeline.api.test.ts',
  ]);
  expect(testsOf('worker/core/phone/progress/recordings.ts')[1]).toBe(
    'test/worker/core/phone/calls/recordings.api.test.ts',
  );
});

test('a seed gives the same order each time, and another seed another order', () => {
  const entries = Array.from({ length: 50 }, (_, index) => index);

  expect(shuffled(entries, 1)).toEqual(shuffled(entries, 1));
  expect(shuffled(entries, 1)).not.toEqual(shuffled(entries, 2));
  expect(shuffled(entries, 1).toSorted((one, other) => one - other)).toEqual(entries);
});

/** Returns the faulty versions of a source, with the kinds of their faults. */
function faultyVersions(text: string): [kind: string, text: string][] {
  const config = JSON.stringify({ files: ['a.ts'], compilerOptions: { noLib: true } });
  const api = new API({ cwd: '/', fs: createVirtualFileSystem({ '/tsconfig.json': config, '/a.ts': text }) });
  const [project] = api.updateSnapshot({ openProject: '/tsconfig.json' }).getProjects();
  const source = project?.program.getSourceFile('/a.ts');
  const faults = source === undefined ? [] : faultsOf('a.ts', source);
  api.close();
  return faults.map((fault) => [fault.kind, withFault(text, fault)]);
}

test.for<[text: string, faults: [kind: string, text: string][]]>([
  [
    'if (a) b = 1;',
    [
      ['condition turned', 'if (!(a)) b = 1;'],
      ['constant doubled', 'if (a) b = 2;'],
    ],
  ],
  ['x = a ? b : c;', [['condition turned', 'x = !(a) ? b : c;']]],
  ['x = a <= b;', [['edge moved', 'x = a < b;']]],
  [
    'x = a && b || c;',
    [
      ['and for or', 'x = a && b && c;'],
      ['and for or', 'x = a || b || c;'],
    ],
  ],
  ['await send(a);', [['call left out', ';']]],
  ['function f() { return a; }', [['return left out', 'function f() { ; }']]],
  [
    'function f() { if (a) { return undefined; } return undefined; }',
    [
      ['condition turned', 'function f() { if (!(a)) { return undefined; } return undefined; }'],
      ['return left out', 'function f() { if (a) { ; } return undefined; }'],
    ],
  ],
  ['x = { created: true };', [['answer turned', 'x = { created: false };']]],
  ['const MS: 5 = 1_500;', [['constant doubled', 'const MS: 5 = 3000;']]],
  ['console.log(a < 5); x = 0;', []],
])('%s has faults that the compiler does not notice', ([text, faults]) => {
  expect(faultyVersions(text)).toEqual(faults);
});

test('each fault without an effect is in an existing line', () => {
  expect(EQUIVALENTS.length).toBeGreaterThan(0);
  expect(
    EQUIVALENTS.filter(
      ({ file, line }) =>
        !readFileSync(file, 'utf8')
          .split('\n')
          .some((each) => each.trim() === line),
    ),
  ).toEqual([]);
});
