/** Finds the unit tests of a source by imports: those near it import it directly. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Imports and exports of values, `import()` and the addresses of worker scripts. */
const IMPORTS =
  /^\s*(?:import|export)\b(?!\s+type\b)[^'"`;]*?['"](\.[^'"]+)['"]|(?:\bimport\(|new URL\()\s*['"](\.[^'"]+)['"]/gm;
const FOLDERS = '{worker,console,widget,test,demo,build,bench,packages}';

/** The files that import a file, by its path from the root of the project. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the imports of all files of a project. */
export function importersIn(project: string): Importers {
  const files = globSync(`${FOLDERS}/**/*.{ts,tsx}`, {
    cwd: project,
    exclude: (path) => path.endsWith('node_modules'),
  });
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const imported of importsOf(readFileSync(join(project, file), 'utf8'))) {
      const path = join(dirname(file), imported);
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  }
  return importers;
}

/** Lists the relative paths that a source imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORTS)].map(([, one, other]) => one ?? other ?? '');
}

/** Returns the files that import a source, directly or not, with the number of imports between: 1 for those that import it. */
export function dependentsOf(source: string, importers: Importers): Map<string, number> {
  const distances = new Map([[source, 0]]);
  // A map also iterates over what is added meanwhile, so the nearest files come first.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  distances.delete(source);
  return distances;
}
