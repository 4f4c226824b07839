/**
 * Serves the Worker's tables to the console as separate compressed files, for which the importing modules wait. The Worker has the
 * same tables in its bundle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { withoutEmptySlots } from '../worker/edge/lookup/place/zip-format.ts';

const ZIP_TABLE = 'zip-table.bin';

/**
 * Lets console modules import `dist/tables/...` as the Worker's modules do; the import waits until the file is loaded.
 * @param tables folder of the built tables
 * @param files receives the compressed tables by served name
 */
export function tablesApart(tables: string, files: Map<string, Uint8Array>): Plugin {
  return {
    name: 'tables apart',
    setup(build) {
      build.onResolve({ filter: /\/dist\/tables\/[\w-]+\.(?:bin|json)$/ }, ({ path }) => ({
        path: basename(path),
        namespace: 'table',
      }));
      build.onLoad({ filter: /./, namespace: 'table' }, ({ path }) => {
        const table = readFileSync(`${tables}/${path}`);
        const name = `${path.replace(/\.\w+$/, '')}.gz`;
        files.set(name, gzipSync(path === ZIP_TABLE ? withoutEmptySlots(table) : table, { level: 9 }));
        return { contents: reading(path, name), loader: 'ts', resolveDir: '.' };
      });
    },
  };
}

/** Returns the tables of the cities of countries by served name. They are compressed; the console loads one at a time. */
export function citiesApart(tables: string): [name: string, table: Uint8Array][] {
  const names = readdirSync(tables).filter((name) => /^cities-[A-Z]{2}\.gz$/.test(name));
  return names.map((name) => [name, readFileSync(`${tables}/${name}`)]);
}

/** Returns the code of a module that loads a table. It decompresses the file, because servers do not compress every type. */
function reading(path: string, name: string): string {
  return `
    ${path === ZIP_TABLE ? "import { withEmptySlots } from './worker/edge/lookup/place/zip-format.ts';" : ''}
    const answer = await fetch(new URL('./${name}', import.meta.url));
    if (!answer.ok || answer.body === null) throw new Error('${name} was not loaded.');
    const table = new Response(answer.body.pipeThrough(new DecompressionStream('gzip')));
    export default ${valueOf(path)};
  `;
}

/** Returns the code for the value of a loaded table: bytes, or an object if it is JSON. */
function valueOf(path: string): string {
  if (path === ZIP_TABLE) return 'withEmptySlots(new Uint8Array(await table.arrayBuffer()))';
  return path.endsWith('.json') ? 'await table.json()' : 'await table.arrayBuffer()';
}
