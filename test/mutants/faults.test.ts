import { readFileSync } from 'node:fs';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { EQUIVALENTS, isEquivalent } from './equivalents.ts';
import { type Fault, faultsOf, withFault } from './faults.ts';

/** Lists the faults of sources. @param sources texts by file names without folders */
function faultsIn(sources: Record<string, string>): Fault[] {
  const names = Object.keys(sources);
  const config = JSON.stringify({ files: names, compilerOptions: { noLib: true, jsx: 'preserve' } });
  const files = Object.fromEntries(names.map((name) => [`/${name}`, sources[name] ?? '']));
  const api = new API({ cwd: '/', fs: createVirtualFileSystem({ '/tsconfig.json': config, ...files }) });
  const [project] = api.updateSnapshot({ openProject: '/tsconfig.json' }).getProjects();
  const faults = names.flatMap((name) => {
    const source = project?.program.getSourceFile(`/${name}`);
    return source === undefined ? [] : faultsOf(name, source);
  });
  api.close();
  return faults;
}

test.for<[text: string, faults: [kind: string, text: string][]]>([
  ['if (a) b = c;', [['condition turned', 'if (!(a)) b = c;']]],
  ['x = a ? b : c;', [['condition turned', 'x = !(a) ? b : c;']]],
  [
    'x = a && b || c;',
    [
      ['and for or', 'x = a && b && c;'],
      ['part left out', 'x = a && b;'],
      ['part left out', 'x = c;'],
      ['and for or', 'x = a || b || c;'],
      ['part left out', 'x = a || c;'],
      ['part left out', 'x = b || c;'],
    ],
  ],
  ['x = a <= b;', [['edge moved', 'x = a < b;']]],
  ['x = a + 1;', [['edge moved', 'x = a;']]],
  ['x = a.slice(1);', [['edge moved', 'x = a.slice(2);']]],
  ['x = a.slice(0, b - c);', [['edge moved', 'x = a.slice(0, (b - c) + 1);']]],
  ['x = a.slice(-2);', [['edge moved', 'x = a.slice(-3);']]],
  ['x = a[0];', [['other candidate', 'x = a[1];']]],
  ['x = a.at(-1);', [['other candidate', 'x = a.at(0);']]],
  ['x = a.find(b);', [['other candidate', 'x = a.findLast(b);']]],
  ['x = Math.min(a, b);', [['other candidate', 'x = Math.max(a, b);']]],
  ['x = a ?? b;', [['other candidate', 'x = b ?? a;']]],
  ['x = a.toSorted();', [['order reversed', 'x = a.toSorted().reverse();']]],
  ['x = a.toSorted(byTime);', [['order reversed', 'x = a.toSorted((one, other) => byTime(other, one));']]],
  ['x = a.toSorted((b, c) => d);', [['order reversed', 'x = a.toSorted((c, b) => d);']]],
  [
    'x = `SELECT max(a) FROM b WHERE c = ${d} AND e IS NULL AND f < 1 ORDER BY g DESC`;',
    [
      [
        'other candidate',
        'x = `SELECT min(a) FROM b WHERE c = ${d} AND e IS NULL AND f < 1 ORDER BY g DESC`;',
      ],
      ['order reversed', 'x = `SELECT max(a) FROM b WHERE c = ${d} AND e IS NULL AND f < 1 ORDER BY g`;'],
      ['edge moved', 'x = `SELECT max(a) FROM b WHERE c = ${d} AND e IS NULL AND f <= 1 ORDER BY g DESC`;'],
      [
        'condition turned',
        'x = `SELECT max(a) FROM b WHERE c = ${d} AND e IS NOT NULL AND f < 1 ORDER BY g DESC`;',
      ],
      ['part left out', 'x = `SELECT max(a) FROM b WHERE c = ${d}  AND f < 1 ORDER BY g DESC`;'],
    ],
  ],
  ['x = "1 < 2";', []],
  [
    'async function f() { if (a) return; await b; if (c) return; d = e; }',
    [
      ['condition turned', 'async function f() { if (!(a)) return; await b; if (c) return; d = e; }'],
      ['return left out', 'async function f() { if (a) ; await b; if (c) return; d = e; }'],
      ['not awaited', 'async function f() { if (a) return; void b; if (c) return; d = e; }'],
      ['condition turned', 'async function f() { if (a) return; await b; if (!(c)) return; d = e; }'],
      ['guard left out', 'async function f() { if (a) return; await b; ; d = e; }'],
      ['return left out', 'async function f() { if (a) return; await b; if (c) ; d = e; }'],
    ],
  ],
  ['x = undefined;', [['reset left out', ';']]],
  ['delete a.b;', [['reset left out', ';']]],
  ['a?.clear();', [['reset left out', ';']]],
  [
    'await send(a);',
    [
      ['not awaited', 'void send(a);'],
      ['call left out', ';'],
    ],
  ],
  ['const f = () => a * 1000;', [['unit left out', 'const f = () => a;']]],
  ['const f = () => a / DAY_MS;', [['unit left out', 'const f = () => a;']]],
  ['function f() { return a; }', [['return left out', 'function f() { ; }']]],
  [
    'function f() { if (a) { return undefined; } return undefined; }',
    [
      ['condition turned', 'function f() { if (!(a)) { return undefined; } return undefined; }'],
      ['return left out', 'function f() { if (a) { ; } return undefined; }'],
    ],
  ],
  ['const f = () => ({ created: true });', [['answer turned', 'const f = () => ({ created: false });']]],
  ['const f = (): 5 => 1_500;', [['constant doubled', 'const f = (): 5 => 3000;']]],
  [
    'const f = () => <p hidden={true} tabIndex={3}>{a && b}</p>;',
    [
      ['and for or', 'const f = () => <p hidden={true} tabIndex={3}>{a || b}</p>;'],
      ['part left out', 'const f = () => <p hidden={true} tabIndex={3}>{a}</p>;'],
      ['part left out', 'const f = () => <p hidden={true} tabIndex={3}>{b}</p>;'],
    ],
  ],
  ['const MS = 5 * 1000; const LIMITS = { a: 1, isFull: true };', []],
  ['const f = () => [1, 2, 3].includes({ one: 1, two: 2 }[a]);', []],
  ['console.log(a < 5); x = 1;', []],
])('the slips of %s', ([text, expected]) => {
  const faults = faultsIn({ 'a.tsx': text });

  expect(faults.map((fault) => [fault.kind, withFault(text, fault)])).toEqual(expected);
});

test('each fault without an effect is a possible one', () => {
  const sources = Object.fromEntries(
    EQUIVALENTS.map(({ file }) => [file.replaceAll('/', '-'), readFileSync(file, 'utf8')]),
  );
  const lines = faultsIn(sources).map(({ file, line, kind }) => ({
    kind,
    file,
    text: sources[file]?.split('\n')[line - 1]?.trim(),
  }));

  expect(EQUIVALENTS.length).toBeGreaterThan(0);
  expect(
    EQUIVALENTS.filter(
      ({ file, kind, line }) =>
        !lines.some(
          (each) => each.file === file.replaceAll('/', '-') && each.kind === kind && each.text === line,
        ),
    ),
  ).toEqual([]);
});

test('a fault without an effect is known by its file, line and kind', () => {
  const [known] = EQUIVALENTS;
  if (known === undefined) throw new Error('There is none.');
  const fault = { ...known, line: 1, start: 0, end: 1, source: '', replacement: '' };

  expect(isEquivalent(fault, `  ${known.line}`)).toBe(true);
  expect(isEquivalent(fault, 'another line')).toBe(false);
  expect(isEquivalent({ ...fault, kind: 'not awaited' }, known.line)).toBe(false);
  expect(isEquivalent({ ...fault, file: 'worker/index.ts' }, known.line)).toBe(false);
});
