/** Bundles the code on disk, and starts the Worker on workerd for the whole run, once for each process of tests. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startWorker } from './own-worker.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerUrls: string[];
    /** A folder for shared data of the processes of a run. */
    runFolder: string;
  }
}

// Otherwise the local runtime requests its own place on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm test` has just built, for the lint and the types.
  if (process.env['npm_lifecycle_event'] !== 'test') run('build');
  bundleWorker();
  return startShared(project);
}

/** Starts a Worker for each process of tests. @returns a function that ends them */
export async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const deleteTemporaryFiles = keepTemporaryFilesInMemory();
  const runFolder = mkdtempSync(join(tmpdir(), 'leadline-run-'));
  project.provide('runFolder', runFolder);
  const { maxWorkers } = project.config;
  const workers = await Promise.all(
    Array.from({ length: maxWorkers }, () =>
      startWorker({ PRIVATE_ADDRESSES: 'allowed' }, { withAssets: true }),
    ),
  );
  project.provide(
    'workerUrls',
    workers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    rmSync(runFolder, { recursive: true, force: true });
    deleteTemporaryFiles();
  };
}

/** Bundles the Worker, so that every run tests the code on disk. */
export function bundleWorker(): void {
  // Files of former bundles have other names and would stay.
  rmSync('dist/worker', { recursive: true, force: true });
  run('bundle');
}

/** Runs a script of package.json. If it fails, its output is printed and the run ends. */
function run(script: string): void {
  execFileSync('npm', ['run', '--silent', script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
