/** The order of folders (docs/architecture.md): imports run downward, types included, at every level. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The rooms of the Worker, lowest first. A room imports only rooms below it. */
const ROOMS: readonly string[] = [
  // The script's search for numbers in text, which the site check uses too.
  'widget/forms.ts',
  // The list of secrets that neither the script nor the Worker takes from forms.
  'widget/secrets.ts',
  'worker/shared',
  'worker/dni',
  'worker/accounts',
  'worker/core/engine',
  'worker/visits',
  'worker/numbers',
  'worker/core/attribution',
  'worker/core/company',
  'worker/core/outbound',
  'worker/core/people',
  'worker/core/leads',
  'worker/core/live',
  'worker/core/phone',
  'worker/core/reports',
  'worker/core/conversions',
  'worker/core/modules',
  'worker/core/privacy',
  'worker/core/features.ts',
  'worker/core/app.ts',
  'worker/core/object.ts',
  'worker/env.ts',
  'worker/edge',
  'worker/index.ts',
];

/** The rooms of the console, lowest first. */
const CONSOLE_ROOMS: readonly string[] = [
  'console/formats',
  'console/address',
  'console/api',
  'console/typed',
  'console/components',
  'console/forms',
  'console/screens',
  'console/frame',
  'console/main.tsx',
];

/** Folders of pure functions: plain data in and out, without clock, randomness, network or storage. */
const PURE =
  /^worker\/(?:dni\/pure|core\/attribution|core\/phone\/rules|core\/reports\/(?:costs\/sheets|silence\/rhythm|words)|shared\/pure|edge\/lookup\/(?:choice|place|source))\//;
/** Matches globals that a pure module must not use. */
const IMPURE =
  /\b(?:fetch|Date\.now|Math\.random|crypto|setTimeout|KVNamespace|DurableObject)\b|new Date\(\)/;
/** Matches an import from a package, except for types. */
const PACKAGE = /^import (?!type )[^;]*from '[^.]/m;

/** Files of the API reference, which do not run in the Worker. */
const REFERENCE = /^worker\/(?:shared\/reference\/|.*\/(?:[a-z-]+-)?(?:reference|answer-schema)\.ts$)/;

/** Most entries of a folder; migrations only grow. */
const MOST_ENTRIES = { ofFeatures: 15, ofTests: 20 };
const MIGRATIONS = 'worker/core/engine/storage/migrations';

const imports = new Map(
  globSync('{worker,widget,console,demo,build,bench}/**/*.{ts,tsx}').map((file) => [file, importsOf(file)]),
);

describe('imports', () => {
  test.for([
    ['worker/', ROOMS],
    ['console/', CONSOLE_ROOMS],
  ] as const)('run downward between the rooms of %s', ([folder, rooms]) => {
    // The console's imports from the Worker are types and pure modules.
    const within = edges(folder).filter(([, to]) => folder === 'worker/' || to.startsWith(folder));
    const upward = within.filter(([from, to]) => floorOf(to, rooms) > floorOf(from, rooms));

    expect(within.length).toBeGreaterThan(1000);
    expect(upward).toEqual([]);
  });

  test('have no cycles of files or of folders at any level', () => {
    const folders = new Set(globSync('{worker,widget,console}/**/*.{ts,tsx}').flatMap(foldersOf));

    expect(folders.size).toBeGreaterThan(50);
    expect([...folders].filter((folder) => circleWithin(folder)).toSorted()).toEqual([]);
  });

  test('of the edge use a feature of the core only through the interface of its room', () => {
    const strayed = edges('worker/edge/').filter(
      ([from, to]) =>
        // A reference uses the core's schemas for operations that the edge forwards. It does not run in the Worker.
        !REFERENCE.test(from) &&
        to.startsWith('worker/core/') &&
        !/^worker\/core\/(?:object\.ts|engine\/|\w+\/interface\.ts)/.test(to),
    );

    expect(strayed).toEqual([]);
  });

  test('use Hono only in files for routes and HTTP, not in the domain', () => {
    const http = /\/core\/(?:app|object)\.ts$|\/engine\/(?:http|context)\/|(?:routes|access)\.ts$/;
    const strayed = globSync('worker/core/**/*.ts').filter(
      (file) => !http.test(file) && /from 'hono/.test(readFileSync(file, 'utf8')),
    );

    expect(strayed).toEqual([]);
  });

  test('of the product do not include development tools', () => {
    const strayed = [...edges('worker/'), ...edges('widget/')].filter(([, to]) =>
      /^(?:test|bench|demo|build)\//.test(to),
    );

    expect(strayed).toEqual([]);
  });

  test('of the Worker do not include the reference, which is not in the bundle', () => {
    const reached = new Set(['worker/index.ts']);
    // Iterating over a set includes entries that are added meanwhile.
    for (const file of reached) for (const path of valuesOf(file)) reached.add(path);

    expect(reached.size).toBeGreaterThan(300);
    expect([...reached].filter((file) => REFERENCE.test(file))).toEqual([]);
  });

  test('of pure modules are pure modules', () => {
    const files = [...imports.keys()].filter((file) => PURE.test(file));
    const strayed = files.flatMap((file) =>
      valuesOf(file)
        .filter((path) => path.startsWith('worker/') && !PURE.test(path))
        .map((path) => [file, path]),
    );
    const impure = files.filter((file) => IMPURE.test(withoutComments(readFileSync(file, 'utf8'))));

    expect(files.length).toBeGreaterThan(15);
    expect(strayed).toEqual([]);
    expect(impure).toEqual([]);
  });

  test('of the console from the Worker are pure modules without packages', () => {
    const files = globSync('console/**/*.{ts,tsx}');
    const reached = new Set(files.flatMap(valuesOf).filter((path) => path.startsWith('worker/')));
    // Iterating over a set includes entries that are added meanwhile.
    for (const file of reached) for (const path of valuesOf(file)) reached.add(path);
    const unfit = [...reached].filter((file) => !PURE.test(file) || PACKAGE.test(readFileSync(file, 'utf8')));

    expect([...reached]).toContain('worker/edge/lookup/choice/decision.ts');
    expect(unfit).toEqual([]);
  });
});

test('no folder of the Worker, the console or its tests has too many entries', () => {
  const files = globSync(['worker/**/*.ts', '{console,test/console}/**/*.{ts,tsx}']);
  const folders = [...new Set(files.flatMap(foldersOf))].filter((folder) => folder !== 'test');
  const mostOf = (folder: string): number =>
    folder.startsWith('test/') ? MOST_ENTRIES.ofTests : MOST_ENTRIES.ofFeatures;
  const full = folders.filter(
    (folder) => folder !== MIGRATIONS && readdirSync(folder).length > mostOf(folder),
  );

  expect(full).toEqual([]);
});

/** Returns the imports of a file, except for types. */
function valuesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*;/gm, '');
  return importsIn(text, file);
}

function importsOf(file: string): string[] {
  return importsIn(readFileSync(file, 'utf8'), file);
}

function importsIn(text: string, file: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
}

/** Returns all imports in files below `folder`. */
function edges(folder: string): [from: string, to: string][] {
  return [...imports]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, targets]) => targets.map((target): [string, string] => [file, target]));
}

/** Returns the level of a file's room. @throws Error for a file without a room, so that somebody adds one */
function floorOf(file: string, rooms: readonly string[]): number {
  const floor = rooms.findIndex((room) => file === room || file.startsWith(`${room}/`));
  if (floor < 0) throw new Error(`${file} is in no room.`);
  return floor;
}

/** Returns the folders above a file, nearest first. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Returns entries of a folder that import each other in a cycle; undefined when there are none. */
function circleWithin(folder: string): string[] | undefined {
  const entryOf = (file: string): string => file.slice(folder.length + 1).split('/')[0] ?? basename(file);
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges(`${folder}/`)) {
    if (!to.startsWith(`${folder}/`) || entryOf(from) === entryOf(to)) continue;
    targets.set(entryOf(from), (targets.get(entryOf(from)) ?? new Set()).add(entryOf(to)));
  }
  const circle = [...targets.keys()].filter((entry) => reaches(targets, entry));
  return circle.length === 0 ? undefined : circle;
}

/** Tells whether imports lead from `start` back to it. */
function reaches(targets: ReadonlyMap<string, ReadonlySet<string>>, start: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(targets.get(start) ?? [])];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (entry === start) return true;
    if (seen.has(entry)) continue;
    seen.add(entry);
    waiting.push(...(targets.get(entry) ?? []));
  }
  return false;
}
