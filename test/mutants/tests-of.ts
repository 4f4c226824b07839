/** Finds the tests for a source, in the order in which they are likely to notice a fault, and soon. */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { dependentsOf, type Importers, importersIn } from './import-graph.ts';
import { ELSEWHERE } from './near-folders.ts';

/** Kinds of tests, the fastest first: by what they need, and those that kill objects, which take up to minutes. */
const KINDS = ['unit', 'api', 'kills', 'server', 'browser'] as const;
export type Kind = (typeof KINDS)[number];

/** Tests that run together, the nearest first. */
export interface Stage {
  kind: Kind;
  files: string[];
}

/** What is known of the tests of a project. */
export interface TestMap {
  /** The paths of all test files, in alphabetical order. */
  files: readonly string[];
  importers: Importers;
}

/** Unit tests with more imports between hardly notice a fault, and there are many. */
const FARTHEST = 4;
/** The kind at the end of a file's name; `size.build.test.ts` reads built files, which do not change. */
const ENDING = /\.(\w+)\.test\.tsx?$/;

/** Reads which tests a project has, and what they import. */
export function testMapOf(project: string): TestMap {
  const files = globSync('test/**/*.test.{ts,tsx}', {
    cwd: project,
    exclude: (path) => path.endsWith('node_modules'),
  });
  return { files: files.toSorted(), importers: importersIn(project) };
}

/**
 * Returns the tests of a source, one stage for each kind of tests. Unit tests are those that import it. The others are those with its
 * name, those in the folder of `test/` that mirrors its folder, those of `ELSEWHERE`, and those that mirror a folder above it.
 * @param source path from the root of the project
 */
export function stagesOf(source: string, map: TestMap): Stage[] {
  const [name = ''] = basename(source).split('.');
  const distances = dependentsOf(source, map.importers);
  const { near, above } = testsNear(source, map);
  const named = near.filter((file) => basename(file).startsWith(`${name}.`));
  // Browsers and Workers of their own are slow, and those of other folders hardly notice a fault.
  const further = near.length === 0 ? above : above.filter((file) => kindOf(file) === 'api');
  const importing = [...distances]
    .filter(([file, distance]) => isUnit(kindOf(file)) && distance <= FARTHEST)
    .map(([file]) => file);
  // A unit test that does not import the source cannot notice its faults.
  const others = [...named, ...near, ...further].filter(
    (file) => !isUnit(kindOf(file)) || distances.has(file),
  );
  const files = [...new Set([...importing, ...others])];
  return KINDS.map((kind) => ({ kind, files: files.filter((file) => kindOf(file) === kind) })).filter(
    (stage) => stage.files.length > 0,
  );
}

/** Returns the kind of the tests of a file; undefined for other files. */
export function kindOf(file: string): Kind | undefined {
  if (!/\.test\.tsx?$/.test(file)) return undefined;
  const ending = ENDING.exec(file)?.[1] ?? '';
  if (ending === 'build') return undefined;
  const kind = KINDS.find((each) => each === ending) ?? 'unit';
  return kind === 'unit' && file.includes('/kills/') ? 'kills' : kind;
}

/** Tells whether tests of a kind import what they test, and need nothing else. */
export function isUnit(kind: Kind | undefined): boolean {
  return kind === 'unit' || kind === 'kills';
}

/** Returns the tests that mirror the folder of a source or are listed for it, and those that mirror a folder above it. */
function testsNear(source: string, map: TestMap): { near: string[]; above: string[] } {
  const elsewhere = ELSEWHERE.find(([prefix]) => source.startsWith(prefix))?.[1] ?? [];
  const folder = dirname(source);
  const near = [...mirrorsOf(folder, map), ...elsewhere.flatMap((path) => testsIn(path, map))];
  return { near, above: mirrorsAbove(folder, map) };
}

/** Lists the tests that mirror a folder. For a room itself these are those at its top. */
function mirrorsOf(folder: string, map: TestMap): string[] {
  if (!folder.includes('/')) return testsIn(`${folder}/*`, map);
  return [`${folder}/`, folder].flatMap((path) => testsIn(path, map));
}

/** Lists the tests that mirror the nearest folder above. */
function mirrorsAbove(folder: string, map: TestMap): string[] {
  if (!folder.includes('/')) return [];
  const above = dirname(folder);
  const tests = mirrorsOf(above, map);
  return tests.length > 0 ? tests : mirrorsAbove(above, map);
}

/** Lists tests below `test/`. @param path a folder, which ends with a slash, or files without their endings */
export function testsIn(path: string, { files }: TestMap): string[] {
  if (path.endsWith('/')) return files.filter((file) => file.startsWith(`test/${path}`));
  const name = path.replaceAll('*', '[^/]*');
  const pattern = new RegExp(String.raw`^test/${name}(?:\.\w+)*\.test\.tsx?$`);
  return files.filter((file) => pattern.test(file));
}
