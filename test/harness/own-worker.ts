/** A Worker of a test file's own, for what the shared one is not set up for. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestHarness, type TestHarness } from 'wrangler';
import { OPERATOR_TOKEN } from './operator-token.ts';

export interface OwnWorker {
  url: string;
  harness: TestHarness;
}

/** Starts the production bundle with `vars` set; to be closed with `harness.close()`. */
export async function startWorker(vars: Record<string, string>): Promise<OwnWorker> {
  const harness = createTestHarness({
    workers: [
      {
        configPath: './wrangler.toml',
        prebuiltWorkerDir: './dist/worker',
        secrets: { OPERATOR_TOKEN },
        vars,
      },
    ],
  });
  const { url } = await harness.listen();
  return { url: url.origin, harness };
}

/** A plain HTTP server on a free port of this machine. */
export async function startServer(
  listener: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
