/** Measures how soon open consoles learn of calls: 50 a second, beside 200 consoles of one company. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallCompany, makeCallCompany, NUMBER } from '../calls/company.ts';
import { post } from '../core/seed.ts';
import { OPERATOR_TOKEN, startServers } from '../lookup/servers.ts';

const CONSOLES = 200;
/** A user has at most 20. */
const CONSOLES_OF_A_USER = 20;
const CALLS_A_SECOND = 50;
const SECONDS = 5;
const AIM_MS = 1_000;
/** The wait for the last message. */
const LAST_MS = 5_000;

interface Message {
  type: string;
  changes?: { kind: string; id?: string }[];
}

export async function benchLive(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-bench-live-'));
  const servers = await startServers(state);
  try {
    const company = await makeCallCompany(servers.product);
    const learned = new Map<string, number[]>();
    const sockets = await openConsoles(servers.product, company, learned);
    const told = await placeCalls(servers.product, company);
    await new Promise((done) => setTimeout(done, LAST_MS));
    const waits = [...told].flatMap(([id, time]) => (learned.get(id) ?? []).map((at) => at - time));
    const missing = told.size * CONSOLES - waits.length;
    for (const socket of sockets) socket.close();
    const sorted = waits.toSorted((a, b) => a - b);
    const [median = 0, last = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    console.log(
      `${`${told.size} calls, ${CONSOLES} consoles`.padEnd(36)} median ${median.toFixed(0)} ms, last ${last.toFixed(0)} ms (aim: ${AIM_MS}); ${missing} not told by their id`,
    );
  } finally {
    await servers.close();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Opens the consoles of managers. @param learned gets the times at which calls became known, by their id */
async function openConsoles(
  product: string,
  { companyId, superadmin }: CallCompany,
  learned: Map<string, number[]>,
): Promise<WebSocket[]> {
  const sockets: Promise<WebSocket>[] = [];
  for (let user = 0; user < CONSOLES / CONSOLES_OF_A_USER; user += 1) {
    const email = `manager${user}@bench.example`;
    const path = `${product}/companies/${companyId}`;
    await post(`${path}/users`, superadmin, { name: `Manager ${user}`, email, role_id: 'manager' });
    const token = await post<string>(`${product}/operator/tokens`, `Bearer ${OPERATOR_TOKEN}`, { email });
    const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
    for (let index = 0; index < CONSOLES_OF_A_USER; index += 1) {
      sockets.push(openConsole(`${path}/live`, authorization, learned));
    }
  }
  return Promise.all(sockets);
}

function openConsole(
  address: string,
  authorization: string,
  learned: Map<string, number[]>,
): Promise<WebSocket> {
  const url = address.replace(/^http/, 'ws');
  const socket = new WebSocket(url, { headers: { Authorization: authorization } } as never);
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error(`${url} refused a socket.`)));
    socket.addEventListener('message', ({ data }) => {
      const { type, changes = [] } = JSON.parse(String(data)) as Message;
      if (type === 'hello') resolve(socket);
      for (const { kind, id } of changes) {
        if (kind === 'call' && id !== undefined)
          learned.set(id, [...(learned.get(id) ?? []), performance.now()]);
      }
    });
  });
}

/** Reports calls at an even pace. @returns when each was accepted, by its id */
async function placeCalls(
  product: string,
  { companyId, superadmin }: CallCompany,
): Promise<Map<string, number>> {
  const told = new Map<string, number>();
  const running: Promise<void>[] = [];
  const started = performance.now();
  for (let turn = 0; turn < CALLS_A_SECOND * SECONDS; turn += 1) {
    const due = started + (turn * 1000) / CALLS_A_SECOND;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    const call = {
      carrier_call_id: `live-${turn}`,
      number: NUMBER,
      from: `+1415${2_000_000 + turn}`,
      started_at: new Date().toISOString(),
      outcome: null,
    };
    const report = async (): Promise<void> => {
      const sent = performance.now();
      const { call_id: id } = await post<{ call_id: string }>(
        `${product}/companies/${companyId}/calls`,
        superadmin,
        call,
      );
      told.set(id, sent);
    };
    running.push(report());
  }
  await Promise.all(running);
  return told;
}
