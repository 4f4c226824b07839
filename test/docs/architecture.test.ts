import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { expect, test } from 'vitest';

test('the table of rooms in docs/architecture.md names each folder of the Worker, and no other', () => {
  const stated = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([\w/-]+)\/` +\|/gm)]
    .map(([, folder = '']) => folder)
    .filter((folder) => !/^(?:widget|console|build|packages|integrations|demo|bench|test)\b/.test(folder));
  const folders = new Set(
    globSync('worker/**/*.{ts,sql}').flatMap((file) => foldersOf(relative('worker', file))),
  );

  expect(stated.toSorted()).toEqual([...folders].toSorted());
});

/** The folders above a file. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
