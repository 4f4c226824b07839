import { expect, test } from 'vitest';
import { dependentsOf, importsOf } from './import-graph.ts';
import { ELSEWHERE } from './near-folders.ts';
import { ROOMS, sourcesOf } from './rooms.ts';
import { kindOf, stagesOf, testMapOf, testsIn } from './tests-of.ts';

const map = testMapOf('.');

test.for(ROOMS)('every file of %s has tests', (room) => {
  const sources = sourcesOf(room);

  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((source) => stagesOf(source, map).length === 0)).toEqual([]);
});

test('every entry of the tests elsewhere finds some, and counts for some source', () => {
  const sources = ROOMS.flatMap((room) => sourcesOf(room));
  const prefixes = ELSEWHERE.map(([prefix]) => prefix);
  const used = new Set(sources.map((source) => prefixes.find((prefix) => source.startsWith(prefix))));

  expect(ELSEWHERE.flatMap(([, paths]) => paths).filter((path) => testsIn(path, map).length === 0)).toEqual(
    [],
  );
  expect(prefixes.filter((prefix) => !used.has(prefix))).toEqual([]);
});

test.for([
  ['test/console/csv.test.ts', 'unit'],
  ['test/worker/core/cors.api.test.ts', 'api'],
  ['test/worker/core/phone/calls/whole-calls.property.api.test.ts', 'api'],
  ['test/worker/core/people/notifications/kills/once.property.test.ts', 'kills'],
  ['test/worker/core/live/live.server.test.ts', 'server'],
  ['test/console/styles.browser.test.ts', 'browser'],
  ['test/build/size.build.test.ts', undefined],
  ['test/console/console.ts', undefined],
] as const)('the tests of %s are of the kind %s', ([file, kind]) => {
  expect(kindOf(file)).toBe(kind);
});

test('the fastest kinds come first, and of each kind the nearest tests', () => {
  const merges = stagesOf('worker/core/leads/merges/merging.ts', map);
  const pasted = stagesOf('console/screens/numbers/paste/pasted.ts', map);

  expect(merges.map(({ kind }) => kind)).toEqual(['unit', 'api', 'kills', 'server']);
  expect(merges[1]?.files[0]).toBe('test/worker/core/leads/merge.api.test.ts');
  expect(merges[1]?.files).toContain('test/worker/core/leads/modify.api.test.ts');
  expect(pasted[0]?.kind).toBe('unit');
  expect(pasted[0]?.files).toContain('test/console/screens/numbers/pasted.test.ts');
  expect(pasted.at(-1)?.kind).toBe('browser');
});

test('imports of values are found, also of several lines, at run time and of worker scripts', () => {
  expect(
    importsOf(`
import { a } from './a.ts';
import {
  b,
  type B,
} from '../b.ts';
import type { C } from './c.ts';
export { d } from './d.ts';
import './e.ts';
import { test } from 'vitest';
const { f } = await import('./f.ts');
new Worker(new URL('./g.ts', import.meta.url));
`),
  ).toEqual(['./a.ts', '../b.ts', './d.ts', './e.ts', './f.ts', './g.ts']);
});

test('dependents are those that import a file, then those that import them', () => {
  const graph = new Map([
    ['a.ts', new Set(['b.ts', 'a.test.ts'])],
    ['b.ts', new Set(['a.ts', 'b.test.ts'])],
  ]);

  expect([...dependentsOf('a.ts', graph)]).toEqual([
    ['b.ts', 1],
    ['a.test.ts', 1],
    ['b.test.ts', 2],
  ]);
});
