/** Runs the product and a bare Worker on the same workerd, each with its own socket. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as miniflareOptionsOf } from 'wrangler';

const BUNDLE = 'dist/worker';
export const OPERATOR_TOKEN = 'operator-token-of-the-benchmark';

/** The bare Worker's value for a visitor, as long as a cached decision. */
const KEPT = JSON.stringify({ shape: 2, own: { padding: 'x'.repeat(200) } });

/**
 * The lower bound. `?found=1&missing=2&writes=2&bytes=300` reads one existing and two missing KV keys in parallel, answers 300
 * bytes, and writes two keys of the visitor after the answer. `/object` calls a Durable Object; `/row` has it insert a row first.
 */
const BARE_WORKER = `import { DurableObject } from 'cloudflare:workers';
const HEADERS = { 'Content-Type': 'application/json' };
const answers = new Map();
const answerOf = (bytes) => {
  if (!answers.has(bytes)) answers.set(bytes, JSON.stringify({ padding: 'x'.repeat(Math.max(0, bytes - 14)) }));
  return answers.get(bytes);
};
export class Bare extends DurableObject {
  fetch(request) {
    if (new URL(request.url).pathname === '/row') {
      this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, body TEXT)');
      this.ctx.storage.sql.exec('INSERT INTO rows (body) VALUES (?)', answerOf(300));
    }
    return new Response(answerOf(300), { headers: HEADERS });
  }
}
export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/object' || pathname === '/row') return env.OBJECTS.getByName('bare').fetch(request);
    const times = (name, work) => Array.from({ length: Number(searchParams.get(name)) }, (_, index) => work(index));
    const visitor = request.headers.get('CF-Connecting-IP');
    await Promise.all([
      ...times('found', (index) => env.CACHE.get(\`bare:w:\${visitor}:\${index}\`, 'json')),
      ...times('missing', (index) => env.CACHE.get(\`bare:\${visitor}:\${index}\`, 'json')),
    ]);
    ctx.waitUntil(Promise.all(times('writes', (index) => env.CACHE.put(\`bare:w:\${visitor}:\${index}\`, '${KEPT}'))));
    return new Response(answerOf(Number(searchParams.get('bytes'))), { headers: HEADERS });
  },
};`;

export interface Servers {
  product: string;
  bare: string;
  close(): Promise<void>;
}

/** Starts both; `state` is the folder of KV and Durable Objects. */
export async function startServers(state: string): Promise<Servers> {
  const { workerOptions } = miniflareOptionsOf('wrangler.toml');
  const { assets: _assets, ratelimits: _limits, ...product } = workerOptions;
  const socket = [{ host: '127.0.0.1', port: 0 }];
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      workers: [
        {
          ...product,
          name: 'product',
          modulesRoot: BUNDLE,
          modules: modulesOfBundle(),
          kvNamespaces: { CACHE: 'shared' },
          bindings: { OPERATOR_TOKEN, REQUESTS_PER_MINUTE: '10000000' },
          unsafeDirectSockets: socket,
        },
        {
          name: 'bare',
          modules: true,
          script: BARE_WORKER,
          compatibilityDate: product.compatibilityDate ?? '',
          kvNamespaces: { CACHE: 'shared' },
          durableObjects: { OBJECTS: { className: 'Bare', useSQLite: true } },
          unsafeDirectSockets: socket,
        },
      ],
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
    resourcePersistencePath: state,
  });
  await miniflare.ready;
  const url = async (name: string): Promise<string> => (await miniflare.unsafeGetDirectURL(name)).origin;
  return {
    product: await url('product'),
    bare: await url('bare'),
    close: () => miniflare.dispose(),
  };
}

function modulesOfBundle(): { type: 'ESModule' | 'Data' | 'Text'; path: string }[] {
  const files = readdirSync(BUNDLE).filter((name) => /\.(?:js|bin|sql)$/.test(name));
  const typeOf = (name: string): 'ESModule' | 'Data' | 'Text' => {
    if (name.endsWith('.bin')) return 'Data';
    return name.endsWith('.sql') ? 'Text' : 'ESModule';
  };
  return files
    .toSorted((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
    .map((name) => ({ type: typeOf(name), path: join(BUNDLE, name) }));
}
