/**
 * Measures reports over HTTP beside the same counts in plain SQL, and incoming calls with and without reports beside them.
 * `BENCH_SIZES=1000000 npm run bench reports`; 100,000 calls by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sign } from '../../demo/carrier/signing.ts';
import { type CallCompany, makeCallCompany, NUMBER } from '../calls/company.ts';
import { startServers } from '../lookup/servers.ts';
import { addManyCalls, DAYS } from './many-facts.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '100000').split(',').map(Number);
const TURNS = 40;
/** The aim for each report, in milliseconds at the 95th percentile. */
const AIM_MS = 150;
const CALLS_A_SECOND = 20;
const SECONDS = 20;

const REPORTS: readonly (readonly [name: string, query: string, sql: string])[] = [
  ['calls by day', 'metrics=calls,missed&by=day', "date(started_time / 1000, 'unixepoch')"],
  [
    'two groupings and a comparison',
    'metrics=calls,missed,answer_rate&by=source,location&compare=year',
    'source, location_id',
  ],
  [
    'campaigns by month, people, medians',
    'metrics=calls,callers,talk_median&by=campaign,month',
    "visit ->> '$.visit.campaign', strftime('%Y-%m', started_time / 1000, 'unixepoch')",
  ],
  [
    'by position, with visits and leads',
    'metrics=calls,visits,leads,won&by=source,campaign&model=position',
    "source, visit ->> '$.visit.campaign'",
  ],
  [
    'hours and weekdays',
    'metrics=missed&by=weekday,hour',
    "strftime('%w %H', started_time / 1000, 'unixepoch')",
  ],
];

export async function benchReports(): Promise<void> {
  for (const size of SIZES) await benchSize(size);
}

async function benchSize(size: number): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-reports-'));
  try {
    const first = await startServers(state);
    const company = await makeCallCompany(first.product);
    await first.close();
    const file = addManyCalls(state, size);
    let servers = await startServers(state);
    const derived = await timed(() => ask(servers.product, company, REPORTS[0]?.[1] ?? ''));
    console.log(`${size} calls in ${DAYS} days; deriving their facts ${(derived / 1000).toFixed(1)} s`);
    await servers.close();
    servers = await startServers(state);
    const cold = await timed(() => ask(servers.product, company, REPORTS[0]?.[1] ?? ''));
    console.log(`first report of an object that was started anew: ${cold.toFixed(0)} ms`);
    const database = new DatabaseSync(file, { readOnly: true });
    for (const [name, query, sql] of REPORTS) {
      const product = await quantiles(() => ask(servers.product, company, query), TURNS);
      const plain = await quantiles(async () => void database.prepare(plainSql(sql)).all(), 3);
      const ratio = (product.median / plain.median).toFixed(3);
      const figures = `${product.median.toFixed(0)} / ${product.p95.toFixed(0)} ms`;
      console.log(
        `${name.padEnd(38)} median / p95 ${figures} (aim ${AIM_MS}); plain SQL ${plain.median.toFixed(0)} ms, ratio ${ratio}`,
      );
    }
    database.close();
    await besideCalls(servers.product, company);
    await servers.close();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

function plainSql(groups: string): string {
  return `SELECT ${groups}, count(*), sum(outcome = 'missed') FROM calls WHERE started_time > 0 GROUP BY ${groups}`;
}

/** Measures incoming calls, 20 a second, without reports and beside one report after the other. */
async function besideCalls(product: string, company: CallCompany): Promise<void> {
  const alone = await callTimes(product, company, 0);
  const progress = { isOver: false };
  const times: number[] = [];
  const reports = (async () => {
    for (let turn = 0; !progress.isOver; turn += 1) {
      const [, query = ''] = REPORTS[turn % REPORTS.length] ?? [];
      times.push(await timed(() => ask(product, company, query)));
      await new Promise((resolve) => {
        setTimeout(resolve, 1_000);
      });
    }
  })();
  const beside = await callTimes(product, company, 1);
  progress.isOver = true;
  await reports;
  const [before, after] = [quantile(alone, 0.5), quantile(beside, 0.5)];
  console.log(
    `${CALLS_A_SECOND} calls a second: median ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside a report a second; ratio ${(after / before).toFixed(2)} (aim 1.2); p95 ${quantile(alone, 0.95).toFixed(1)} and ${quantile(beside, 0.95).toFixed(1)} ms`,
  );
  console.log(`reports beside them: p95 ${quantile(times, 0.95).toFixed(0)} ms (aim ${AIM_MS})`);
}

async function callTimes(product: string, company: CallCompany, round: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let turn = 0; turn < CALLS_A_SECOND * SECONDS; turn += 1) {
    times.push(timed(() => call(product, company, round * 100_000 + turn)));
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000 / CALLS_A_SECOND);
    });
  }
  return Promise.all(times);
}

async function call(product: string, { companyId, account }: CallCompany, turn: number): Promise<void> {
  const url = `${product}/carriers/twilio/${companyId}/call`;
  const form = new URLSearchParams({
    AccountSid: account.accountId,
    CallSid: `CR${turn}`,
    From: `+1415${String(4_000_000 + turn)}`,
    To: NUMBER,
    CallStatus: 'ringing',
  });
  const headers = sign(account, url, form);
  const response = await fetch(url, { method: 'POST', headers, body: form.toString() });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.text();
}

async function ask(product: string, { companyId, superadmin }: CallCompany, query: string): Promise<void> {
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
  const url = `${product}/companies/${companyId}/reports/query?${query}&from=${from}`;
  const response = await fetch(url, { headers: { Authorization: superadmin } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function quantiles(work: () => Promise<void>, turns: number): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) times.push(await timed(work));
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
