/** Bundles the Worker as it is on disk, and starts it on workerd for the whole run, once for each process of tests. */
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
    /** A folder for what the processes of a run share. */
    runFolder: string;
  }
}

// The local runtime would look its own place up on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  run('build');
  bundleWorker();
  return startShared(project);
}

/** Starts a Worker for each process of tests. @returns what ends them */
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

/** Bundles the Worker that is on disk, so that one file's run tests the code of now. */
export function bundleWorker(): void {
  // Files of former bundles have names of their own and would stay.
  rmSync('dist/worker', { recursive: true, force: true });
  run('bundle');
}

/** Runs a script of package.json. A failed one says why and ends the run. */
function run(script: string): void {
  execFileSync('npm', ['run', '--silent', script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
