/** Starts a Worker whose bindings tests can break (test/faults/worker.ts). */
import { build, type Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';
import { basename } from 'node:path';
import { dispatch, isInProcess } from './in-process/running.ts';
import { filesOfBundle, type Outbound, type OwnWorker, startHere, startWorker } from './own-worker.ts';

const FAULTY = 'test/faults/worker.ts';

/** The part of the KV namespace that tests use. */
export interface TestCache {
  get(key: string, type?: 'json'): Promise<unknown>;
  put(key: string, value: string): Promise<void>;
  list(options?: { prefix: string }): Promise<{ keys: { name: string }[] }>;
}

export interface FaultServer extends Pick<OwnWorker, 'url' | 'binding'> {
  /** Sends a request to a path. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  cache: () => Promise<TestCache>;
  close: () => Promise<void>;
}

/** Starts the Worker. @param vars its variables, for instance `GEO_URL` @param outbound as of `startWorker` */
export async function startFaultServer(
  vars: Record<string, string> = {},
  outbound?: Outbound,
): Promise<FaultServer> {
  const all = { PRIVATE_ADDRESSES: 'allowed', ...vars };
  const worker = isInProcess
    ? await startHere(FAULTY, all, outbound)
    : await startWorker(all, {
        entry: await (entry ??= bundleOf(FAULTY)),
        ...(outbound === undefined ? {} : { outbound }),
      });
  return {
    url: worker.url,
    binding: (name) => worker.binding(name),
    fetch: (path, init = {}) => dispatch(new URL(path, worker.url), init),
    cache: async () => (await worker.binding('CACHE')) as TestCache,
    close: () => worker.close(),
  };
}

/** The bundle, built once for all servers of a process. */
let entry: Promise<string> | undefined;

/** Bundles a Worker into one file. SQL and tables are those of the product's bundle. */
async function bundleOf(main: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    plugins: [ofTheRuntime, besideTheEntry],
  });
  return outputFiles[0]?.text ?? '';
}

/** Leaves modules that the runtime provides out of the bundle. */
const ofTheRuntime: Plugin = {
  name: 'of the runtime',
  setup: (bundler) =>
    bundler.onResolve({ filter: /^\w+$/ }, ({ path }) =>
      isBuiltin(path) ? { path: `node:${path}`, external: true } : undefined,
    ),
};

const besideTheEntry: Plugin = {
  name: 'beside the entry',
  setup: (bundler) =>
    bundler.onResolve({ filter: /\.(?:sql|bin)$/ }, ({ path }) => {
      const file = filesOfBundle().find((name) => name.endsWith(`-${basename(path)}`));
      return { path: `./${file}`, external: true };
    }),
};
