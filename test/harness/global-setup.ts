/** Starts the production bundle on workerd once for the whole run and tells the tests where it is. */
import type { TestProject } from 'vitest/node';
import { startWorker } from './own-worker.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerUrl: string;
  }
}

// The local runtime would look its own place up on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const deleteTemporaryFiles = keepTemporaryFilesInMemory();
  const worker = await startWorker({ PRIVATE_ADDRESSES: 'allowed' }, { withAssets: true });
  project.provide('workerUrl', worker.url);
  return async () => {
    await worker.close();
    deleteTemporaryFiles();
  };
}
