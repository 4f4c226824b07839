/** Bundles a Worker for this process: as one function of the globals that each instance gets. */
import { build, type Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { Script } from 'node:vm';

/** The globals that differ from Worker to Worker, or that Node has not. */
const GLOBALS = [
  'Date',
  'console',
  'crypto',
  'fetch',
  'Request',
  'FixedLengthStream',
  'IdentityTransformStream',
  'scheduler',
] as const;
export type Globals = Record<(typeof GLOBALS)[number], unknown>;

/** Modules of the platform by name. */
export type PlatformModules = Readonly<Record<string, unknown>>;

/** Evaluates the bundle. Each call makes an instance with state of its own. */
type Evaluate = (
  module: { exports: unknown },
  require: (name: string) => unknown,
  ...globals: unknown[]
) => void;

const nodeRequire = createRequire(import.meta.url);
const tables = new Map<string, ArrayBuffer>();

/** Bundles a Worker. @param main its entry @returns CommonJS */
export async function bundleForProcess(main: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    // The bundle is a script, which has no importer of its own.
    supported: { 'dynamic-import': false },
    loader: { '.sql': 'text' },
    plugins: [builtins, tablesOfFiles],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Compiles a bundle. @param file its name in stack traces */
export function evaluator(
  code: string,
  file: string,
): (modules: PlatformModules, globals: Globals) => unknown {
  const names = ['module', 'require', ...GLOBALS].join(', ');
  const evaluate = new Script(`(function (${names}) {${code}\n})`, {
    filename: file,
  }).runInThisContext() as Evaluate;
  return (modules, globals) => {
    const module = { exports: {} as unknown };
    const require = (name: string): unknown => modules[name] ?? table(name) ?? nodeRequire(name);
    evaluate(module, require, ...GLOBALS.map((name) => globals[name]));
    return module.exports;
  };
}

/** Returns the bytes of a table; undefined for the name of a module. */
function table(name: string): ArrayBuffer | undefined {
  if (!name.startsWith('table:')) return undefined;
  const known = tables.get(name) ?? new Uint8Array(readFileSync(name.slice('table:'.length))).buffer;
  tables.set(name, known);
  return known;
}

/** Names Node's own modules as the platform does. */
const builtins: Plugin = {
  name: 'builtins',
  setup: (bundler) =>
    bundler.onResolve({ filter: /^\w+$/ }, ({ path }) =>
      isBuiltin(path) ? { path: `node:${path}`, external: true } : undefined,
    ),
};

/** Leaves tables in their files. */
const tablesOfFiles: Plugin = {
  name: 'tables',
  setup: (bundler) =>
    bundler.onResolve({ filter: /\.bin$/ }, ({ path, resolveDir }) => ({
      path: `table:${resolve(resolveDir, path)}`,
      external: true,
    })),
};
