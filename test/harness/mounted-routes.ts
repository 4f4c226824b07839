/** Lists the routes of edge and core, read from the apps themselves. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

interface Route {
  method: string;
  path: string;
}

/** Reads a binary file as the Worker's bundler does. */
const binaryFiles: Plugin = {
  name: 'binary files',
  setup(build) {
    build.onLoad({ filter: /\.bin$/ }, ({ path }) => ({
      contents: `import { readFileSync } from 'node:fs';
        const bytes = readFileSync(${JSON.stringify(path)});
        export default bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);`,
      loader: 'js',
    }));
  },
};

/** Methods that are not operations: ALL is for handlers that forward requests, OPTIONS for browsers. */
const NOT_OPERATIONS = ['ALL', 'OPTIONS'];

let routes: Promise<readonly string[]> | undefined;

/** Returns `METHOD /path/{parameter}` of every operation, sorted. The files of a process read them once. */
export function mountedRoutes(): Promise<readonly string[]> {
  routes ??= readRoutes();
  return routes;
}

async function readRoutes(): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-routes-'));
  await build({
    entryPoints: { edge: 'worker/edge/app.ts', core: 'worker/core/app.ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Imported when mail is sent.
    external: ['cloudflare:sockets'],
    // As in the Worker's bundle: some packages have CommonJS files for Node.
    mainFields: ['module', 'main'],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    loader: { '.sql': 'text' },
    plugins: [binaryFiles],
  });
  const load = async (name: string): Promise<Record<string, { routes: Route[] }>> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(directory, `${name}.mjs`)).href)) as Record<
      string,
      { routes: Route[] }
    >;
  const [edge, core] = [await load('edge'), await load('core')];
  const routes = [...(edge['app']?.routes ?? []), ...(core['coreApp']?.routes ?? [])]
    .filter(({ method }) => !NOT_OPERATIONS.includes(method))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^/]*\})?/g, '{$1}')}`);
  return [...new Set(routes)].sort((left, right) => left.localeCompare(right));
}
