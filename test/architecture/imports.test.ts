/** The floors of the house (docs/architecture.md): imports run downward, types included. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** From the ground up; rooms of one floor do not import each other. A room is a folder or a file. */
const FLOORS: readonly (readonly string[])[] = [
  // How the script finds numbers in a text, pure: the site check finds them by the same.
  ['widget/forms.ts'],
  // What every room speaks: problems, input, ids, addresses, numbers, limits. Files directly in worker/.
  ['worker'],
  ['worker/dni', 'worker/accounts'],
  ['worker/core', 'worker/lookup'],
  ['worker/env.ts'],
  ['worker/sign-ins', 'worker/site'],
  ['worker/forward', 'worker/operator', 'worker/carriers'],
  ['worker/console', 'worker/app.ts'],
  ['worker/index.ts'],
];

/** Rooms of the core that know nothing of leads: everything else there stands on them. */
const GROUND_OF_THE_CORE = ['settings', 'tokens', 'users', 'times', 'dni'];

/** The first comment of a module says that it is pure. */
const PURE = /^\/\*\*(?:(?!\*\/)[^])*\bpure\b/i;
/** An import that is no path and not for types alone. */
const PACKAGE = /^import (?!type )[^;]*from '[^.]/m;

const imports = new Map(
  globSync('{worker,widget,demo,build,bench}/**/*.ts').map((file) => [file, importsOf(file)]),
);

describe('imports', () => {
  test('run downward between the floors of worker/, and never between rooms of one floor', () => {
    const upward = edges('worker/').filter(([from, to]) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      return here.room !== there.room && there.floor >= here.floor;
    });

    expect(upward).toEqual([]);
  });

  test('make no circle', () => {
    expect([...imports.keys()].filter((file) => reaches(file, file))).toEqual([]);
  });

  test('of the ground rooms of the core stay away from leads', () => {
    const strayed = edges('worker/core/').filter(
      ([from, to]) =>
        GROUND_OF_THE_CORE.some((room) => from.startsWith(`worker/core/${room}/`)) &&
        to.startsWith('worker/core/leads/'),
    );

    expect(strayed).toEqual([]);
  });

  test('leave routes and HTTP to the files that are for them: the domain knows nothing of Hono', () => {
    const http =
      /(?:routes|app|write|once|respond|api-calls|authenticate|rights|access|core-app|feature|company)\.ts$/;
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

  test('of the console take only pure modules of the Worker, without any package', () => {
    const files = globSync('console/**/*.{ts,tsx}');
    const reached = new Set(files.flatMap(valuesOf).filter((path) => path.startsWith('worker/')));
    // A set goes on over what is added meanwhile.
    for (const file of reached) for (const path of valuesOf(file)) reached.add(path);
    const impure = [...reached].filter((file) => {
      const text = readFileSync(file, 'utf8');
      return !PURE.test(text) || PACKAGE.test(text);
    });

    expect([...reached]).toContain('worker/lookup/decision.ts');
    expect(impure).toEqual([]);
  });
});

/** What a file imports to run, without what it imports for its types. */
function valuesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^;]*;/gm, '');
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

/** Every import from a file under `folder`. */
function edges(folder: string): [from: string, to: string][] {
  return [...imports]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, targets]) => targets.map((target): [string, string] => [file, target]));
}

function roomOf(file: string): { room: string; floor: number } {
  const rooms = FLOORS.flatMap((floor, index) => floor.map((room) => ({ room, floor: index })));
  const found =
    rooms.find(({ room }) => room === file) ??
    rooms.findLast(({ room }) => room !== 'worker' && file.startsWith(`${room}/`));
  if (found !== undefined) return found;
  if (dirname(file) === 'worker') return { room: 'worker', floor: 0 };
  // A folder that nobody has given a floor yet: it fails here, so that somebody does.
  throw new Error(`${file} is in no room of FLOORS.`);
}

/** Whether imports lead from `start` to `goal` in one step or more. */
function reaches(start: string, goal: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(imports.get(start) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file === goal) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(imports.get(file) ?? []));
  }
  return false;
}
