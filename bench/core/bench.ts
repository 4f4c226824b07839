/**
 * Measures the lead core at growing sizes of one company, compared with a lower bound: the same domain code and SQL on a copy of
 * the same database in this process. `BENCH_SIZES=1000,100000,1000000 npm run bench core`; 1,000 and 20,000 by default,
 * because a million leads take minutes to make.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../lookup/servers.ts';
import { compareBatches } from './batch.ts';
import { measureCsv, measureCsvInside, reportCsv } from './csv.ts';
import { type InProcess, openInProcess } from './in-process.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { seedCompany, type SeededCompany } from './seed.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,20000').split(',').map(Number);
/** Calls before measuring, so that compiled code is measured. */
const WARM_UP = 60;
const GETS = 4_000;
const CONNECTIONS = 16;
/** Rounds of gets and of the bare object in turn; the one with the median ratio counts, since single rounds differ by a third (docs/benchmarks.md). */
const ROUNDS = 15;

interface Latency {
  median: number;
  p99: number;
}

/** Milliseconds of each operation by size, for the growth from the first size to the last. */
const medians = new Map<string, number[]>();

for (const size of SIZES) await benchSize(size);
for (const [name, [first = 0, ...rest]] of medians) {
  const last = rest.at(-1);
  if (last === undefined) continue;
  console.log(
    `${name.padEnd(22)} grows ${(last / first).toFixed(2)} times from ${SIZES[0]} to ${SIZES.at(-1)} leads (aim: at most 2)`,
  );
}

async function benchSize(size: number): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-core-'));
  try {
    const servers = await startServers(state);
    const started = performance.now();
    const company = await seedCompany(servers.product, size);
    const seconds = (performance.now() - started) / 1000;
    console.log(`\n${size} leads, made in ${seconds.toFixed(0)} s`);
    const over = new Map<string, Latency>();
    await compareWithBareObject(servers, company);
    await compareBatches(servers.product, company);
    for (const operation of OPERATIONS)
      over.set(operation.name, await measureHttp(servers.product, company, operation));
    const csv = await measureCsv(servers.product, company);
    await servers.close();
    const copy = join(state, 'copy.sqlite');
    copyDatabase(state, copy);
    const inside = openInProcess(copy, company.companyId, company.email);
    for (const operation of OPERATIONS) {
      const bound = measureInside(inside, company, operation);
      report(operation.name, over.get(operation.name) ?? bound, bound);
    }
    reportCsv(csv, await measureCsvInside(inside, company));
    inside.close();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

function report(name: string, http: Latency, bound: Latency): void {
  const text = ({ median, p99 }: Latency): string =>
    `median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  console.log(
    `${name.padEnd(22)} ${text(http)}; in-process ${text(bound)}; ratio ${(http.median / bound.median).toFixed(1)}`,
  );
  medians.set(name, [...(medians.get(name) ?? []), http.median]);
}

async function measureHttp(origin: string, company: SeededCompany, operation: Operation): Promise<Latency> {
  const latencies: number[] = [];
  for (let turn = 0; turn < operation.turns; turn += 1) {
    const { method, path, body, headers } = operation.request(company, turn);
    const started = performance.now();
    const response = await fetch(`${origin}/companies/${company.companyId}${path}`, {
      method,
      headers: { Authorization: company.authorization, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    latencies.push(performance.now() - started);
    if (!response.ok) throw new Error(`${operation.name}: ${response.status} ${text}`);
  }
  return latencyOf(latencies);
}

function measureInside(inside: InProcess, company: SeededCompany, operation: Operation): Latency {
  const latencies: number[] = [];
  for (let turn = 0; turn < operation.turns; turn += 1) {
    const started = performance.now();
    JSON.stringify(inside.write((context) => operation.work(context, company, turn)));
    latencies.push(performance.now() - started);
  }
  return latencyOf(latencies);
}

/** Compares a get with a bare Durable Object that answers a fixed body: requests a second with 16 connections. */
async function compareWithBareObject(
  { product, bare }: { product: string; bare: string },
  company: SeededCompany,
): Promise<void> {
  const lead = (turn: number): string => company.leads[(turn * 7_919) % company.leads.length] ?? '';
  const rounds: { get: number; fixed: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      get: await throughput(
        (turn) => `${product}/companies/${company.companyId}/leads/${lead(turn)}`,
        company,
      ),
      fixed: await throughput(() => `${bare}/object`, company),
    });
  }
  const middle = rounds.toSorted((a, b) => a.get / a.fixed - b.get / b.fixed)[Math.floor(ROUNDS / 2)];
  if (middle === undefined) return;
  const { get, fixed } = middle;
  console.log(
    `get: ${get.toFixed(0)}/s, bare Durable Object ${fixed.toFixed(0)}/s; ratio ${(get / fixed).toFixed(2)} (aim 0.6)`,
  );
}

async function throughput(url: (turn: number) => string, company: SeededCompany): Promise<number> {
  let next = 0;
  const started = performance.now();
  const connection = async (): Promise<void> => {
    while (next < GETS) {
      const response = await fetch(url(next++), { headers: { Authorization: company.authorization } });
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return GETS / ((performance.now() - started) / 1000);
}

function latencyOf(latencies: readonly number[]): Latency {
  const counted = latencies.slice(latencies.length > 2 * WARM_UP ? WARM_UP : 0).toSorted((a, b) => a - b);
  const at = (share: number): number =>
    counted[Math.min(Math.floor(counted.length * share), counted.length - 1)] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}

/** Copies the object's database, the largest file of the runtime, with its log. */
function copyDatabase(state: string, copy: string): void {
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && name.includes('Company'))
    .map((name) => join(state, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  const [file] = files;
  if (file === undefined) throw new Error(`There is no database in ${state}.`);
  cpSync(file, copy);
  for (const suffix of ['-wal', '-shm']) {
    try {
      cpSync(file + suffix, copy + suffix);
    } catch {
      // There is no log after an orderly stop.
    }
  }
}
