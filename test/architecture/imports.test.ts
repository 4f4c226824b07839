/** The rooms of the house (docs/architecture.md): imports run downward, types included, at every level of folders. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The rooms of the Worker, from the ground up. A room imports those below it, and none above. */
const ROOMS: readonly string[] = [
  // How the script finds numbers in a text: the site check finds them by the same.
  'widget/forms.ts',
  'worker/shared',
  'worker/dni',
  'worker/accounts',
  'worker/core/engine',
  'worker/core/company',
  'worker/core/outbound',
  'worker/core/people',
  'worker/core/leads',
  'worker/core/phone',
  'worker/core/modules',
  'worker/core/privacy',
  'worker/core/features.ts',
  'worker/core/app.ts',
  'worker/core/object.ts',
  'worker/env.ts',
  'worker/edge',
  'worker/index.ts',
];

/** Folders of pure decisions: plain data in, plain data out, without clock, chance, network or storage. */
const PURE = /^worker\/(?:dni\/pure|edge\/lookup\/(?:choice|place|source))\//;
/** What a pure module must not use. */
const IMPURE =
  /\b(?:fetch|Date\.now|Math\.random|crypto|setTimeout|KVNamespace|DurableObject)\b|new Date\(\)/;
/** An import that is no path and not for types alone. */
const PACKAGE = /^import (?!type )[^;]*from '[^.]/m;

/** What describes the Worker to others and does not run in it: operations, and the vocabulary that they are written in. */
const REFERENCE = /^worker\/(?:shared\/reference\/|.*\/(?:[a-z-]+-)?(?:reference|answer-schema)\.ts$)/;

/** Most entries of a folder; migrations only grow. */
const MOST_ENTRIES = 15;
const MIGRATIONS = 'worker/core/engine/storage/migrations';

const imports = new Map(
  globSync('{worker,widget,demo,build,bench}/**/*.ts').map((file) => [file, importsOf(file)]),
);

describe('imports', () => {
  test('run downward between the rooms of the Worker', () => {
    const upward = edges('worker/').filter(([from, to]) => floorOf(to) > floorOf(from));

    expect(edges('worker/').length).toBeGreaterThan(1000);
    expect(upward).toEqual([]);
  });

  test('make no circle, neither of files nor of folders, at any level', () => {
    const folders = new Set(globSync('{worker,widget}/**/*.ts').flatMap(foldersOf));

    expect(folders.size).toBeGreaterThan(50);
    expect([...folders].filter((folder) => circleWithin(folder)).toSorted()).toEqual([]);
  });

  test('of the edge reach a feature of the core only through the interface of its room', () => {
    const strayed = edges('worker/edge/').filter(
      ([from, to]) =>
        // A reference describes what the edge passes on, with the schemas of the core; it does not run.
        !REFERENCE.test(from) &&
        to.startsWith('worker/core/') &&
        !/^worker\/core\/(?:object\.ts|engine\/|\w+\/interface\.ts)/.test(to),
    );

    expect(strayed).toEqual([]);
  });

  test('leave routes and HTTP to the files that are for them: the domain knows nothing of Hono', () => {
    const http = /\/core\/(?:app|object)\.ts$|\/engine\/(?:http|context)\/|(?:routes|access)\.ts$/;
    const strayed = globSync('worker/core/**/*.ts').filter(
      (file) => !http.test(file) && /from 'hono/.test(readFileSync(file, 'utf8')),
    );

    expect(strayed).toEqual([]);
  });

  test('of the product lead to nothing that only develops it', () => {
    const strayed = [...edges('worker/'), ...edges('widget/')].filter(([, to]) =>
      /^(?:test|bench|demo|build)\//.test(to),
    );

    expect(strayed).toEqual([]);
  });

  test('of what runs in the Worker lead to no reference: the bundle has not a byte of it', () => {
    const reached = new Set(['worker/index.ts']);
    // A set goes on over what is added meanwhile.
    for (const file of reached) for (const path of valuesOf(file)) reached.add(path);

    expect(reached.size).toBeGreaterThan(300);
    expect([...reached].filter((file) => REFERENCE.test(file))).toEqual([]);
  });

  test('of pure modules lead to pure modules', () => {
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

  test('of the console take only pure modules of the Worker, without any package', () => {
    const files = globSync('console/**/*.{ts,tsx}');
    const reached = new Set(files.flatMap(valuesOf).filter((path) => path.startsWith('worker/')));
    // A set goes on over what is added meanwhile.
    for (const file of reached) for (const path of valuesOf(file)) reached.add(path);
    const unfit = [...reached].filter((file) => !PURE.test(file) || PACKAGE.test(readFileSync(file, 'utf8')));

    expect([...reached]).toContain('worker/edge/lookup/choice/decision.ts');
    expect(unfit).toEqual([]);
  });
});

test('no folder of the Worker or the console has more entries than one can look over', () => {
  const folders = [...new Set(globSync(['worker/**/*.ts', 'console/**/*.{ts,tsx}']).flatMap(foldersOf))];
  const full = folders.filter((folder) => folder !== MIGRATIONS && readdirSync(folder).length > MOST_ENTRIES);

  expect(full).toEqual([]);
});

/** What a file imports to run, without what it imports for its types. */
function valuesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*;/gm, '');
  return importsIn(text, file);
}

function importsOf(file: string): string[] {
  return importsIn(readFileSync(file, 'utf8'), file);
}

function importsIn(text: string, file: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
}

/** Every import from a file under `folder`. */
function edges(folder: string): [from: string, to: string][] {
  return [...imports]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, targets]) => targets.map((target): [string, string] => [file, target]));
}

/** The floor of the room that a file is in. A file in no room fails here, so that somebody gives it one. */
function floorOf(file: string): number {
  const floor = ROOMS.findIndex((room) => file === room || file.startsWith(`${room}/`));
  if (floor < 0) throw new Error(`${file} is in no room of ROOMS.`);
  return floor;
}

/** The folders above a file, the nearest first. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Entries of a folder, files and folders, that import each other in a circle; undefined when there is none. */
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

/** Whether the arrows lead from `start` back to it. */
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
