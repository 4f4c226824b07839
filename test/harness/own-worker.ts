/** Starts Workers of the production bundle: shared ones, and ones with other variables or faults for a single file. */
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Miniflare,
  type Request as WorkerRequest,
  Response as WorkerResponse,
} from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import type { Entry } from './in-process/bundles.ts';
import { isInProcess, startOwn } from './in-process/running.ts';
import { OPERATOR_TOKEN } from './operator-token.ts';

const BUNDLE = 'dist/worker';
/** The path of the local runtime's logs and traces. */
const LOG_STORE = '/cdn-cgi/local/explorer/api/local/observability/query';

export interface OwnWorker {
  url: string;
  /** Runs the cron of wrangler.toml once. */
  runCron(): Promise<void>;
  /** Queries the local log store, which has the tables `spans` and `logs`. */
  queryLogs(sql: string): Promise<Record<string, unknown>[]>;
  /** Returns a binding of the Worker. */
  binding(name: string): Promise<unknown>;
  close(): Promise<void>;
}

interface WorkerOptions {
  persistTo?: string;
  logsTo?: string;
  withAssets?: boolean;
  entry?: string;
  outbound?: Outbound;
}

/** The servers that stand for hosts of the internet; a request to another host fails. */
export type Outbound = Readonly<Record<string, string>>;

/**
 * Starts the production bundle with `vars` set. It uses Miniflare directly: wrangler's harness sends the Worker's requests
 * through Node, which handles redirects and failed connections differently, and its proxy before the Worker adds half of the
 * processor time.
 * @param options.persistTo the folder of its data; by default in memory
 * @param options.logsTo the folder of the local log store; by default none
 * @param options.withAssets serves the static files too
 * @param options.entry the code of the entry module, instead of the product's
 * @param options.outbound servers of this machine that the Worker reaches under names of hosts, and no others; by default all
 */
export function startWorker(vars: Record<string, string>, options: WorkerOptions = {}): Promise<OwnWorker> {
  const { persistTo, logsTo, withAssets = false, entry, outbound } = options;
  const needsWorkerd = persistTo !== undefined || logsTo !== undefined || withAssets || entry !== undefined;
  return isInProcess && !needsWorkerd
    ? startHere('worker/index.ts', vars, outbound)
    : startOnWorkerd(vars, options);
}

/** Starts a Worker in this process. @param entry the module that it runs */
export async function startHere(
  entry: Entry,
  vars: Record<string, string>,
  outbound?: Outbound,
): Promise<OwnWorker> {
  const worker = await startOwn(entry, { vars, ...(outbound === undefined ? {} : { outbound }) });
  return {
    url: worker.url,
    runCron: () => worker.runCron(),
    queryLogs: () => Promise.reject(new Error('A Worker in this process has no store of logs.')),
    binding: (name) => Promise.resolve(worker.binding(name)),
    close: () => worker.close(),
  };
}

async function startOnWorkerd(
  vars: Record<string, string>,
  { persistTo, logsTo, withAssets = false, entry, outbound }: WorkerOptions,
): Promise<OwnWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions('wrangler.toml');
  const { assets: _, ...withoutAssets } = workerOptions;
  const converted = convertV4MiniflareOptions({
    ...(withAssets ? workerOptions : withoutAssets),
    name: 'leadline',
    unsafeObservability: logsTo !== undefined,
    unsafeLocalExplorer: logsTo !== undefined,
    modulesRoot: BUNDLE,
    modules: modulesOfBundle(entry),
    bindings: { OPERATOR_TOKEN, ...vars },
    ...(outbound === undefined ? {} : { outboundService: (request) => passOn(request, outbound) }),
  });
  const miniflare = new Miniflare({
    ...converted,
    ...(persistTo === undefined ? {} : { resourcePersistencePath: persistTo }),
    ...(logsTo === undefined ? {} : { isolatedResourcePersistencePath: logsTo }),
  });
  const url = await miniflare.ready;
  return {
    url: url.origin,
    runCron: async () => {
      const worker = await miniflare.getWorker();
      const { outcome } = await worker.scheduled({ cron: '0 */6 * * *' });
      if (outcome !== 'ok') throw new Error(`The cron ended with ${outcome}.`);
    },
    queryLogs: (sql) => queryLogs(url, sql),
    binding: async (name) => (await miniflare.getBindings())[name],
    close: () => miniflare.dispose(),
  };
}

/** Sends a request of the Worker to the server that stands for its host. */
async function passOn(request: WorkerRequest, outbound: Outbound): Promise<WorkerResponse> {
  const { hostname, pathname, search } = new URL(request.url);
  const server = outbound[hostname];
  if (server === undefined) return new WorkerResponse('There is no such host.', { status: 502 });
  const answer = await fetch(new URL(pathname + search, server), {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    redirect: 'manual',
    ...(request.body === null ? {} : { body: await request.arrayBuffer() }),
  });
  return new WorkerResponse(await answer.arrayBuffer(), {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  });
}

async function queryLogs(origin: URL, sql: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(new URL(LOG_STORE, origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sql }),
  });
  const { result } = (await response.json()) as { result: { columns: string[]; rows: unknown[][] } };
  return result.rows.map((row) =>
    Object.fromEntries(row.map((value, index) => [result.columns[index], value])),
  );
}

/** Starts a plain HTTP server on a free port of this machine. */
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

/** A module of a Worker, read from a file unless it has `contents`. */
type Module = { type: 'ESModule' | 'Text' | 'Data'; path: string; contents?: string };

/** Returns the entry, then the files that it imports. */
function modulesOfBundle(entry: string | undefined): Module[] {
  const path = join(BUNDLE, 'index.js');
  return [
    { type: 'ESModule', path, ...(entry === undefined ? {} : { contents: entry }) },
    ...filesOfBundle().map((name) => ({
      type: name.endsWith('.sql') ? ('Text' as const) : ('Data' as const),
      path: join(BUNDLE, name),
    })),
  ];
}

/** Returns the files beside the entry of the bundle: SQL and tables, whose names begin with a hash. */
export function filesOfBundle(): string[] {
  return readdirSync(BUNDLE).filter((name) => /\.(?:sql|bin)$/.test(name));
}
