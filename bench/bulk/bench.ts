/**
 * Measures a bulk operation over a whole company, and how long reads of a lead take meanwhile compared with before.
 * `BENCH_LEADS=300000 npm run bench bulk`; 20,000 by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type Company, makeCompany } from '../finding/company.ts';
import { startServers } from '../lookup/servers.ts';

const IDLE_READS = 200;
const POLL_MS = 20;

interface Bulk {
  bulk_id: string;
  status: string;
  count: number;
  changed: number;
  undone: number;
  detail: string;
}

interface Run {
  bulk: Bulk;
  seconds: number;
  /** Milliseconds of each read during the operation. */
  reads: number[];
}

/** Changes the state of every lead, undoes it, and prints leads a second and the times of reads meanwhile. */
export async function benchBulk(): Promise<void> {
  const size = Number(process.env['BENCH_LEADS'] ?? 20_000);
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-bulk-'));
  const servers = await startServers(state);
  try {
    const company = await makeCompany(servers.product, size);
    console.log(`${size} leads; import ${company.importRate.toFixed(0)} rows/s`);
    const read = await readerOf(company);
    const idle: number[] = [];
    while (idle.length < IDLE_READS) idle.push(await read());
    const started = performance.now();
    const begun = await call<Bulk>(`${company.url}/leads/bulk`, company.authorization, {
      body: { action: 'change_state', state: 'contacted', filters: {} },
    });
    console.log(`begun with ${begun.count} leads in ${(performance.now() - started).toFixed(0)} ms`);
    report('changed', await follow(company, begun, read), idle);
    await call(`${company.url}/leads/bulk/${begun.bulk_id}/undo`, company.authorization, { method: 'POST' });
    report('taken back', await follow(company, begun, read), idle);
  } finally {
    await servers.close();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Returns a function that reads one lead and returns the milliseconds. */
async function readerOf({ url, authorization, viewId }: Company): Promise<() => Promise<number>> {
  const view = await call<{ leads: { lead_id: string }[] }>(
    `${url}/smart_views/${viewId}?count=1`,
    authorization,
  );
  const [lead] = view.leads;
  return async () => {
    const started = performance.now();
    await call(`${url}/leads/${lead?.lead_id}`, authorization);
    return performance.now() - started;
  };
}

/** Waits until the operation has ended. */
async function follow(
  company: Company,
  { bulk_id: bulkId }: Bulk,
  read: () => Promise<number>,
): Promise<Run> {
  const reads: number[] = [];
  const started = performance.now();
  for (;;) {
    const bulk = await call<Bulk>(`${company.url}/leads/bulk/${bulkId}?size=0`, company.authorization);
    if (bulk.status === 'done' || bulk.status === 'undone') {
      return { bulk, seconds: (performance.now() - started) / 1000, reads };
    }
    reads.push(await read());
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

function report(what: string, { bulk, seconds, reads }: Run, idle: readonly number[]): void {
  const median = medianOf(reads);
  console.log(
    `${what} ${bulk.count} leads in ${seconds.toFixed(0)} s, ${(bulk.count / seconds).toFixed(0)} a second: ${bulk.detail}`,
  );
  console.log(
    `a read meanwhile: median ${median.toFixed(1)} ms, ${(median / medianOf(idle)).toFixed(1)} times idle (${medianOf(idle).toFixed(1)} ms), longest ${Math.max(...reads).toFixed(0)} ms of ${reads.length}`,
  );
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
