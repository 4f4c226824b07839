/** Starts the production bundle on workerd once for the whole run and tells the tests where it is. */
import { createTestHarness } from 'wrangler';
import type { TestProject } from 'vitest/node';
import { OPERATOR_TOKEN } from './operator-token.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerUrl: string;
  }
}

// The local runtime would look its own place up on the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createTestHarness({
    workers: [
      {
        configPath: './wrangler.toml',
        prebuiltWorkerDir: './dist/worker',
        secrets: { OPERATOR_TOKEN, PRIVATE_ADDRESSES: 'allowed' },
      },
    ],
  });
  const { url } = await server.listen();
  project.provide('workerUrl', url.origin);
  return () => server.close();
}
