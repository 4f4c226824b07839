/** Makes and starts what the files of a Vitest project need, when the first of its files runs. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { OwnWorker } from './own-worker.ts';
import { BUNDLES } from './in-process/bundles.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerUrls: string[];
    /** A folder for shared data of the processes of a run. */
    runFolder: string;
  }
}

/** What has been started, once for all projects of this process. */
interface Started {
  isBuilt?: boolean;
  isBundled?: boolean;
  workers: Promise<OwnWorker>[];
  bundles?: Promise<unknown>;
  runFolder?: string;
  deleteTemporaryFiles?: () => void;
}

// Vitest loads this module anew for each project, so a variable of the module would not do.
const holder = globalThis as { leadlineTests?: Started };
const started: Started = (holder.leadlineTests ??= { workers: [] });

// Otherwise the local runtime requests its own place on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

/** The code imports tables from `dist/`, made from these. */
const SOURCES_OF_TABLES = ['build/**', 'node_modules/.package-lock.json'];
const NOTE_OF_BUILD = 'dist/.built-from';

/** Prepares a project of vitest.config.ts by its name; a project of another configuration needs everything. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === 'unit') makeTables();
  else if (project.name === 'build') buildOnce();
  else if (project.name === 'api') {
    makeTables();
    await provideBundles(project);
  } else {
    bundleOnce();
    return startShared(project);
  }
  return end;
}

/** Starts the Workers that tests share, one for each process of tests. @returns a function that ends them */
export async function startShared(project: TestProject): Promise<() => Promise<void>> {
  provideRunFolder(project);
  project.provide('workerUrls', await sharedWorkers(processesOf(project)));
  return end;
}

/** Bundles the Workers that run in the processes of the tests, into the folder of the run. */
async function provideBundles(project: TestProject): Promise<void> {
  provideRunFolder(project);
  const { bundleForProcess } = await import('./in-process/bundle.ts');
  started.bundles ??= Promise.all(
    Object.entries(BUNDLES).map(async ([entry, file]) =>
      writeFile(join(started.runFolder ?? '', file), await bundleForProcess(entry)),
    ),
  );
  await started.bundles;
}

function provideRunFolder(project: TestProject): void {
  started.deleteTemporaryFiles ??= keepTemporaryFilesInMemory();
  started.runFolder ??= mkdtempSync(join(tmpdir(), 'leadline-run-'));
  project.provide('runFolder', started.runFolder);
}

/** Bundles the Worker, so that every run tests the code on disk. */
export function bundleWorker(): void {
  // Files of former bundles have other names and would stay.
  rmSync('dist/worker', { recursive: true, force: true });
  run('bundle');
}

/** Builds only if the tables may be out of date: most edits leave them as they are. */
function makeTables(): void {
  const built = statSync(NOTE_OF_BUILD, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (globSync(SOURCES_OF_TABLES).some((path) => statSync(path).mtimeMs > built)) buildOnce();
}

function buildOnce(): void {
  if (started.isBuilt !== true) run('build');
  started.isBuilt = true;
}

function bundleOnce(): void {
  if (started.isBundled === true) return;
  // This builds, too (wrangler.toml).
  bundleWorker();
  started.isBuilt = true;
  started.isBundled = true;
}

/** Returns the number of processes in which the files of a project run. */
function processesOf({ config, vitest }: TestProject): number {
  return Math.max(1, Math.min(config.maxWorkers, vitest.state.getPaths().length));
}

/** Returns the addresses of Workers, and starts those that do not run yet. */
async function sharedWorkers(count: number): Promise<string[]> {
  // Loaded only here, since it takes a second.
  const { startWorker } = await import('./own-worker.ts');
  while (started.workers.length < count)
    started.workers.push(startWorker({ PRIVATE_ADDRESSES: 'allowed' }, { withAssets: true }));
  const workers = await Promise.all(started.workers.slice(0, count));
  return workers.map(({ url }) => url);
}

/** Ends all that was started. Vitest calls it for each project, at the end of a run. */
async function end(): Promise<void> {
  const workers = await Promise.all(started.workers.splice(0));
  await Promise.all(workers.map((worker) => worker.close()));
  if (started.runFolder !== undefined) rmSync(started.runFolder, { recursive: true, force: true });
  started.deleteTemporaryFiles?.();
  delete started.runFolder;
  delete started.bundles;
  delete started.deleteTemporaryFiles;
}

/** Runs a script of package.json. If it fails, its output is printed and the run ends. */
function run(script: string): void {
  execFileSync('npm', ['run', '--silent', script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
