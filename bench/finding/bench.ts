/**
 * Measures finding leads at growing sizes of one company: search, smart views, search in a facet, CSV import and export, each
 * compared with plain SQL for the same answer in this process. `BENCH_SIZES=1000,100000,1000000 npm run bench finding`.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../lookup/servers.ts';
import { measureBesideImport } from './beside-import.ts';
import { measureDuplicates } from './duplicates.ts';
import { call, type Company, longestMeanwhile, makeCompany } from './company.ts';
import { FINDING_OPERATIONS, type FindingOperation } from './operations.ts';
import { openPlainSql } from './plain-sql.ts';

const TURNS = 40;
const WARM_UP = 5;
const PLAIN_TURNS = 5;

interface Latency {
  median: number;
  p95: number;
}

/** Measures every size of `BENCH_SIZES`; 1,000 and 100,000 by default, because a million leads take minutes to make. */
export async function benchFinding(): Promise<void> {
  const sizes = (process.env['BENCH_SIZES'] ?? '1000,100000').split(',').map(Number);
  for (const size of sizes) await benchSize(size);
}

async function benchSize(size: number): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-finding-'));
  try {
    let servers = await startServers(state);
    const company = await makeCompany(servers.product, size);
    console.log(`\n${size} leads; import ${company.importRate.toFixed(0)} rows/s (aim 5,000)`);
    await measureStart(company, 'first view after the import');
    const over = new Map<string, Latency>();
    for (const operation of FINDING_OPERATIONS)
      over.set(operation.name, await measureHttp(company, operation));
    console.log(`memory of the runtime ${residentMegabytes()} MB`);
    await measureExport(company);
    await measureDuplicates(company);
    await servers.close();
    servers = await startServers(state);
    const restarted = { ...company, url: `${servers.product}/companies/${company.companyId}` };
    await measureStart(restarted, 'first view after a restart');
    await measureBesideImport(restarted, new Map([...over].map(([name, { median }]) => [name, median])));
    await servers.close();
    const copy = join(state, 'copy.sqlite');
    copyDatabase(state, copy);
    const sql = openPlainSql(copy);
    for (const operation of FINDING_OPERATIONS) {
      const plain = await latencyOf(PLAIN_TURNS, 1, (turn) => operation.plain(sql, turn, size));
      report(operation.name, over.get(operation.name) ?? plain, plain);
    }
    sql.close();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

function report(name: string, http: Latency, plain: Latency): void {
  const times = ({ median, p95 }: Latency): string =>
    `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  console.log(
    `${name.padEnd(30)} ${times(http)}; plain SQL in-process ${times(plain)}; ratio ${(http.median / plain.median).toFixed(2)}`,
  );
}

function measureHttp(company: Company, operation: FindingOperation): Promise<Latency> {
  const path = (turn: number): string =>
    operation.path(turn, company.size).replace('/smart_views/view', `/smart_views/${company.viewId}`);
  return latencyOf(TURNS, WARM_UP, (turn) =>
    call(company.url + path(turn), company.authorization, { body: operation.body }),
  );
}

/** Measures the first view, which loads the columns, and other requests meanwhile. */
async function measureStart(company: Company, name: string): Promise<void> {
  const { url, authorization, viewId } = company;
  const { seconds, longest } = await longestMeanwhile(company, () =>
    call(`${url}/smart_views/${viewId}`, authorization),
  );
  console.log(
    `${name}: ${seconds.toFixed(2)} s; the longest other request meanwhile ${longest.toFixed(0)} ms`,
  );
}

async function measureExport({ url, authorization, size }: Company): Promise<void> {
  const started = performance.now();
  const response = await fetch(`${url}/leads/export.csv`, { headers: { Authorization: authorization } });
  const { byteLength } = await response.arrayBuffer();
  const seconds = (performance.now() - started) / 1000;
  console.log(`export ${(size / seconds).toFixed(0)} rows/s, ${(byteLength / 1e6).toFixed(1)} MB`);
}

async function latencyOf(turns: number, warmUp: number, work: (turn: number) => unknown): Promise<Latency> {
  const times: number[] = [];
  for (let turn = 0; turn < turns + warmUp; turn += 1) {
    const started = performance.now();
    await work(turn);
    if (turn >= warmUp) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/** Returns the resident memory of the largest workerd process, where /proc has it. */
function residentMegabytes(): string {
  try {
    const sizes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
      .filter((status) => /^Name:\s+workerd/m.test(status))
      .map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    return (Math.max(0, ...sizes) / 1024).toFixed(0);
  } catch {
    return '?';
  }
}

/** Copies the object's database, the largest file of the runtime, with its log. */
function copyDatabase(state: string, copy: string): void {
  const [file] = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && name.includes('Company'))
    .map((name) => join(state, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (file === undefined) throw new Error(`There is no database in ${state}.`);
  cpSync(file, copy);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix);
  }
}
