/** Measures 200 leases a second on one pool of 40 numbers, and the lookups of another company beside them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Measurement, measure } from './load.ts';
import { OPERATOR_TOKEN, type Servers, startServers } from './servers.ts';

const RATE = 200;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Leases are requested in so many parts of a second. */
const PARTS = 20;
const POOL = Array.from({ length: 40 }, (_, index) => `+151255520${String(index).padStart(2, '0')}`);
/** Visitors who come back: most lease anew or find nothing free, as in a pool that is too small. */
const VISITORS = 400;
const LOOKUPS = { connections: 4, requests: 1_500 };

export async function benchLeases(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-leases-'));
  const servers = await startServers(state);
  try {
    console.table(await measureLeases(servers));
  } finally {
    await servers.close();
    rmSync(state, { recursive: true });
  }
}

async function measureLeases({ product }: Servers): Promise<Record<string, string>> {
  const plain = await makeCompany(product, { phone_number: '+15125550101' });
  const leasing = await makeCompany(product, { pool: 'ads', phone_numbers: POOL, overflow: '+15125550190' });
  await leaseAll(product, leasing, 1);
  await lookups(product, plain);
  const alone = await lookups(product, plain);
  const isOver = { value: false };
  const leases = leaseAll(product, leasing, SECONDS);
  const beside: Measurement[] = [];
  const looking = (async () => {
    while (!isOver.value) beside.push(await lookups(product, plain));
  })();
  const { latencies, elapsed } = await leases;
  isOver.value = true;
  await looking;
  const best = beside.toSorted((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0] ?? alone;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    'leases a second, asked for': String(RATE),
    'leases a second, answered': (latencies.length / elapsed).toFixed(0),
    'a lease, median': `${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} ms`,
    'a lease, p99': `${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)} ms`,
    'lookups a second, alone': `${alone.requestsPerSecond.toFixed(0)}, p99 ${alone.p99.toFixed(1)} ms`,
    'lookups a second, beside': `${best.requestsPerSecond.toFixed(0)}, p99 ${best.p99.toFixed(1)} ms`,
  };
}

/** Requests leases at the rate, whatever the answers take. */
async function leaseAll(
  product: string,
  company: string,
  seconds: number,
): Promise<{ latencies: number[]; elapsed: number }> {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let part = 0; part < seconds * PARTS; part += 1) {
    for (let index = 0; index < RATE / PARTS; index += 1) {
      pending.push(
        lease(product, company, (part * RATE) / PARTS + index).then((took) => void latencies.push(took)),
      );
    }
    await setTimeout(Math.max(0, started + ((part + 1) * 1000) / PARTS - performance.now()));
  }
  await Promise.all(pending);
  return { latencies, elapsed: (performance.now() - started) / 1000 };
}

/** @returns the latency in milliseconds */
async function lease(product: string, company: string, index: number): Promise<number> {
  const visitor = index % VISITORS;
  const touch = ['utm_source=google&utm_medium=cpc&utm_campaign=spring', ''];
  const visit = [touch, touch, touch, `1767323045678-0.${1_000_000_000 + visitor}`, null, ''];
  const sent = performance.now();
  const response = await fetch(`${product}/dni/swap/${company}`, {
    method: 'POST',
    headers: { ...headersOf(visitor), 'Content-Type': 'text/plain' },
    body: JSON.stringify({ url: 'https://example.com/', visit }),
  });
  if (!response.ok) throw new Error(`A lease was answered ${response.status}.`);
  await response.arrayBuffer();
  return performance.now() - sent;
}

function lookups(product: string, company: string): Promise<Measurement> {
  return measure({
    ...LOOKUPS,
    url: `${product}/dni/api/companies/${company}/closest`,
    body: '{"url":"https://example.com/"}',
    headers: (index) => ({ ...headersOf(index % VISITORS), 'Content-Type': 'application/json' }),
  });
}

function headersOf(visitor: number): Record<string, string> {
  return {
    'User-Agent': 'Mozilla/5.0 Chrome/140.0.0.0',
    'CF-Connecting-IP': `10.2.${visitor >> 8}.${visitor & 255}`,
    'MF-CF-Blob': JSON.stringify({ country: 'US', postalCode: '78701' }),
  };
}

async function makeCompany(product: string, number: object): Promise<string> {
  const made = await send(product, 'POST', '/operator/companies', { name: 'Bench', default_region: 'US' });
  const { company_id: company } = (await made.json()) as { company_id: string };
  const settings = { default_number: '+18005550100', locations: [], numbers: [number] };
  await send(product, 'PUT', `/dni/api/companies/${company}/settings`, settings);
  return company;
}

async function send(product: string, method: string, path: string, body: object): Promise<Response> {
  const response = await fetch(product + path, {
    method,
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
