import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { expect, test } from 'vitest';

test('the list of rooms in docs/architecture.md names exactly the folders of the Worker', () => {
  const rooms = [
    ...readFileSync('docs/architecture.md', 'utf8').matchAll(/^- `([\w/-]+)\/`: (.*)$/gm),
  ].filter(([, room = '']) => existsSync(`worker/${room}`));
  const stated = rooms.flatMap(([, room = '', text = '']) => [room, ...foldersIn(room, text)]);
  const folders = new Set(
    globSync('worker/**/*.{ts,sql}').flatMap((file) => foldersOf(relative('worker', file))),
  );

  expect([...new Set(stated)].toSorted()).toEqual([...folders].toSorted());
});

test('the files and folders in docs/architecture.md exist', () => {
  const named = [
    ...readFileSync('docs/architecture.md', 'utf8').matchAll(/`((?:[\w-]+\/)+[\w-]*(?:\.\w+)*|[\w-]+\.ts)`/g),
  ].map(([, path = '']) => path);
  const isThere = (path: string): boolean =>
    [path, `worker/${path}`, `worker/core/${path}`].some((each) => existsSync(each)) ||
    (!path.includes('/') && globSync(`worker/**/${path}`).length > 0);

  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('docs/storage.md lists each table of the database', () => {
  const sql = globSync('worker/core/engine/storage/migrations/*.sql')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const dropped = new Set([...sql.matchAll(/^DROP TABLE (\w+)/gm)].map(([, table]) => table));
  const renamed = new Map(
    [...sql.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)].map(([, from = '', to = '']) => [from, to]),
  );
  const tables = [...sql.matchAll(/^CREATE (?:VIRTUAL )?TABLE (\w+)/gm)]
    .map(([, table]) => table)
    .filter((table) => !dropped.has(table))
    .map((table = '') => renamed.get(table) ?? table);
  const documented = new Set(
    [...readFileSync('docs/storage.md', 'utf8').matchAll(/^\| (`\w+`(?:, `\w+`)*) +\|/gm)].flatMap(
      ([, names = '']) => names.replaceAll('`', '').split(', '),
    ),
  );

  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((table) => !documented.has(table))).toEqual([]);
});

test('README and docs/architecture.md have at most 4,000 words together', () => {
  const words = ['README.md', 'docs/architecture.md'].flatMap((document) =>
    readFileSync(document, 'utf8').split(/\s+/).filter(Boolean),
  );

  expect(words.length).toBeLessThan(4_000);
});

/** Returns the folders of a room that its text names: those in backticks without an ending. */
function foldersIn(room: string, text: string): string[] {
  return [...text.matchAll(/`([\w-]+)`/g)].map(([, folder = '']) => `${room}/${folder}`);
}

/** Returns the folders above a file. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
