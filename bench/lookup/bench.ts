/**
 * Compares both lanes of the lookup with a bare Worker that does as many KV reads and writes and answers as many bytes, on the same
 * workerd: (a) warm in memory, (b) warm in KV, (c) cold. Rounds alternate; the result is the median of their ratios.
 *
 * The rate limiter is not bound: the local runtime simulates it with a request to another process, while the platform has a
 * counter in memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dniSettings } from '../../test/harness/dni-company.ts';
import { measure, type Measurement } from './load.ts';
import { OPERATOR_TOKEN, type Servers, startServers } from './servers.ts';

const ROUNDS = 9;
const CONNECTIONS = 16;
/** Requests of a round; every visitor of (b) and (c) sends one. */
const REQUESTS = 2_000;
/** Rounds before measuring, so that both Workers run compiled code. */
const WARM_UP_ROUNDS = 2;
const COMPANY = '22222222-2222-4222-8222-222222222222';
const PAGE = JSON.stringify({
  domain: 'example.com',
  referrer: 'https://www.google.com/',
  url: 'https://example.com/',
});

/** A lane of the lookup. */
interface Lane {
  name: string;
  path: string;
  contentType: string;
  /** Separates the visitors of the two lanes. */
  network: number;
}

const LANES: readonly Lane[] = [
  {
    name: '/closest',
    path: `/dni/api/companies/${COMPANY}/closest`,
    contentType: 'application/json',
    network: 10,
  },
  { name: '/dni/swap', path: `/dni/swap/${COMPANY}`, contentType: 'text/plain', network: 11 },
];

interface Scenario {
  name: string;
  aim: number;
  /** The work of the bare Worker: a query of bench/lookup/servers.ts. */
  bare: string;
  /** Returns the visitor of a request, by its index in the scenario. */
  visitor(index: number): number;
}

const REGULARS = 100;
const MEMORY: Scenario = {
  name: '(a) warm in memory',
  aim: 0.75,
  bare: 'found=0',
  visitor: (index) => index % REGULARS,
};
const COLD: Scenario = {
  name: '(c) cold',
  aim: 0.85,
  bare: 'missing=1&writes=1',
  visitor: (index) => REGULARS + index,
};
/** The visitors that the cold rounds stored in KV, with a restarted Worker. */
const KV: Scenario = { ...COLD, name: '(b) warm in KV', aim: 0.75, bare: 'found=1' };

/** Measures and prints. */
export async function benchLookup(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
  try {
    const cold = await startServers(state);
    await makeCompany(cold);
    for (const lane of LANES) await compare(cold, MEMORY, lane);
    for (const lane of LANES) await compare(cold, COLD, lane);
    await cold.close();
    const restarted = await startServers(state);
    for (const lane of LANES) await compare(restarted, KV, lane);
    await restarted.close();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

async function compare(servers: Servers, scenario: Scenario, lane: Lane): Promise<void> {
  const product = `${servers.product}${lane.path}`;
  const bare = `${servers.bare}/?${scenario.bare}&bytes=${await bytesOfAnswer(product, lane)}`;
  const rounds: { product: Measurement; bare: Measurement }[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const load = {
      body: PAGE,
      connections: CONNECTIONS,
      requests: REQUESTS,
      headers: (index: number) => headersOf(lane, scenario.visitor(round * REQUESTS + index)),
    };
    rounds.push({
      product: await measure({ ...load, url: product }),
      bare: await measure({ ...load, url: bare }),
    });
  }
  report(`${scenario.name}, ${lane.name}`, scenario, rounds.slice(WARM_UP_ROUNDS));
}

/** Returns the length of the product's answer, which the bare Worker matches. */
async function bytesOfAnswer(url: string, lane: Lane): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: headersOf(lane, 0), body: PAGE });
  return (await response.arrayBuffer()).byteLength;
}

function report(
  name: string,
  { aim, bare }: Scenario,
  rounds: readonly { product: Measurement; bare: Measurement }[],
): void {
  const line = (who: 'product' | 'bare'): string => {
    const rate = median(rounds.map((round) => round[who].requestsPerSecond));
    const p99 = median(rounds.map((round) => round[who].p99));
    return `${rate.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`;
  };
  const ratio = median(rounds.map(({ product, bare }) => product.requestsPerSecond / bare.requestsPerSecond));
  console.log(
    `${name.padEnd(30)} Leadline ${line('product')}; bare Worker (${bare}) ${line('bare')}; ratio ${ratio.toFixed(2)} (aim ${aim})`,
  );
}

function headersOf({ contentType, network }: Lane, visitor: number): Record<string, string> {
  return {
    'Content-Type': contentType,
    'CF-Connecting-IP': `${network}.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  };
}

async function makeCompany({ product }: Servers): Promise<void> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
  const company = JSON.stringify({ company_id: COMPANY, name: 'Benchmark', default_region: 'US' });
  const made = await fetch(`${product}/operator/companies`, { method: 'POST', headers, body: company });
  if (!made.ok) throw new Error(`No company: ${await made.text()}`);
  const settings = `${product}/dni/api/companies/${COMPANY}/settings`;
  const saved = await fetch(settings, { method: 'PUT', headers, body: JSON.stringify(dniSettings()) });
  if (!saved.ok) throw new Error(`No settings: ${await saved.text()}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
