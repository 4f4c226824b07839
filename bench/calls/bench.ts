/**
 * Measures phone calls: a carrier's webhook compared with a bare Durable Object that inserts a row, and lists at growing sizes
 * compared with plain SQL.
 * `BENCH_SIZES=1000,100000,1000000 npm run bench calls`; 1,000 and 100,000 by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '../../demo/carrier/signing.ts';
import { startServers } from '../lookup/servers.ts';
import { type CallCompany, makeCallCompany, NUMBER } from './company.ts';
import { multiplyCalls } from './many-calls.ts';
import { LISTS, measureList } from './lists.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,100000').split(',').map(Number);
const REQUESTS = 600;
const CONNECTIONS = 16;
/** Rounds of each kind in turn; the one with the median ratio counts. */
const ROUNDS = 5;
/** Simultaneous callers, as after a television spot. */
const AT_ONCE = 50;

type Send = (turn: number) => Promise<Response>;

export async function benchCalls(): Promise<void> {
  const medians = new Map<string, number[]>();
  for (const size of SIZES) {
    for (const [name, median] of await benchSize(size)) {
      medians.set(name, [...(medians.get(name) ?? []), median]);
    }
  }
  for (const [name, [first = 0, ...rest]] of medians) {
    const last = rest.at(-1);
    if (last === undefined) continue;
    const grows = (last / first).toFixed(2);
    console.log(
      `${name.padEnd(36)} grows ${grows} times from ${SIZES[0]} to ${SIZES.at(-1)} calls (aim: at most 2)`,
    );
  }
}

/** Measures one size. @returns the median of each list, in milliseconds */
async function benchSize(size: number): Promise<[name: string, median: number][]> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-calls-'));
  try {
    const first = await startServers(state);
    const company = await makeCallCompany(first.product);
    await first.close();
    const started = performance.now();
    const database = multiplyCalls(state, size);
    const seconds = (performance.now() - started) / 1000;
    const servers = await startServers(state);
    console.log(`\n${size} calls, made in ${seconds.toFixed(0)} s`);
    const { product, bare } = servers;
    const insert: Send = () => fetch(`${bare}/row`, { method: 'POST' });
    await compare('incoming webhook', (turn) => report(product, company, `/call`, turn), insert);
    await compare('status callback', (turn) => report(product, company, `/status`, turn), insert);
    await measureBurst(product, company);
    const lists: [string, number][] = [];
    for (const list of LISTS)
      lists.push([list.name, await measureList(product, company, { list, database })]);
    await servers.close();
    return lists;
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

/** Compares requests a second of both, in turn, with 16 connections. */
async function compare(name: string, send: Send, bound: Send): Promise<void> {
  const rounds: { product: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const offset = round * REQUESTS;
    rounds.push({
      product: await throughput((turn) => send(offset + turn)),
      bare: await throughput(bound),
    });
  }
  const middle = rounds.toSorted((a, b) => a.product / a.bare - b.product / b.bare)[Math.floor(ROUNDS / 2)];
  if (middle === undefined) return;
  const { product, bare } = middle;
  const figures = `${product.toFixed(0)}/s, bare insert ${bare.toFixed(0)}/s`;
  console.log(`${name.padEnd(36)} ${figures}; ratio ${(product / bare).toFixed(2)} (aim 0.5)`);
}

async function throughput(send: Send): Promise<number> {
  let next = 0;
  const started = performance.now();
  const connection = async (): Promise<void> => {
    while (next < REQUESTS) await expectOk(await send(next++));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return REQUESTS / ((performance.now() - started) / 1000);
}

/** Measures how long the last of many simultaneous callers waits until phones ring. */
async function measureBurst(product: string, company: CallCompany): Promise<void> {
  const slowest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const waits = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        await expectOk(await report(product, company, '/call', 1_000_000 + round * AT_ONCE + index));
        return performance.now() - started;
      }),
    );
    slowest.push(Math.max(...waits));
  }
  const median = slowest.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(
    `${`${AT_ONCE} calls at once`.padEnd(36)} the last is answered after ${median.toFixed(0)} ms (aim: 100)`,
  );
}

/** Sends a signed request of the carrier, about a new call and caller each turn. */
function report(product: string, company: CallCompany, path: string, turn: number): Promise<Response> {
  const url = `${product}/carriers/twilio/${company.companyId}${path}`;
  const form = new URLSearchParams({
    AccountSid: company.account.accountId,
    CallSid: `CA${turn}`,
    From: `+1415${String(2_000_000 + turn)}`,
    To: NUMBER,
    CallStatus: path === '/call' ? 'ringing' : 'completed',
  });
  const headers = sign(company.account, url, form);
  return fetch(url, { method: 'POST', headers, body: form.toString() });
}

async function expectOk(response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
}
