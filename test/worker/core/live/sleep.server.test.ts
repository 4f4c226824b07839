/**
 * Open consoles whose company's object sleeps or is killed.
 *
 * @module-tag full: restarts a process
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveSocket, openSocket } from '../../../harness/live-socket.ts';
import {
  ask,
  type MortalWorker,
  openCompany,
  type Session,
  startMortalWorker,
} from '../../../harness/mortal-worker.ts';

/** The local runtime lets an object with nothing but sockets sleep after 10 seconds. */
const ASLEEP_MS = 12_000;

const folder = mkdtempSync(join(tmpdir(), 'leadline-live-'));
let worker: MortalWorker;

beforeAll(async () => {
  worker = await startMortalWorker(folder);
});
afterAll(async () => {
  await worker.kill();
  rmSync(folder, { recursive: true });
});

test('an object that has slept knows its consoles, the leads that they show, and the position in the stream', async () => {
  const session = await openCompany(worker.url);
  const first = await makeLead(session);
  const [one, other] = [await openLive(session), await openLive(session)];
  one.send({ lead_id: first });
  await expect.poll(() => one.messages.at(-1)).toMatchObject({ type: 'present', lead_id: first });
  const requestsLeft = await countRequestsLeft(session);

  await pause(ASLEEP_MS);
  const isAwakeAnew = (await countRequestsLeft(session)) > requestsLeft - 1;
  const second = await makeLead(session);
  await other.hint({ kind: 'lead', id: second });
  other.send({ lead_id: first });

  expect(isAwakeAnew).toBe(true);
  const [hello, changes] = other.messages;
  expect(changes).toMatchObject({ type: 'changes', after: Reflect.get(hello ?? {}, 'sequence') });
  await expect.poll(() => one.messages.at(-1)).toMatchObject({ type: 'present', lead_id: first });
  expect(one.messages.filter(({ type }) => type === 'present')).toHaveLength(2);
});

test('a console sees by the position that it has missed changes while the object was killed', async () => {
  const session = await openCompany(worker.url);
  const live = await openLive(session);
  await makeLead(session);
  await expect.poll(() => live.messages.length).toBeGreaterThan(1);
  const position = Number(Reflect.get(live.messages.at(-1) ?? {}, 'sequence'));

  await makeLead(session);
  await worker.kill();
  await live.closed;
  worker = await startMortalWorker(folder);
  const again = await openLive({ ...session, url: worker.url });

  expect(Reflect.get(again.messages[0] ?? {}, 'sequence')).toBeGreaterThan(position);
});

function openLive({ url, path, authorization }: Session): Promise<LiveSocket> {
  return openSocket({ path: `${path}/live`, headers: { Authorization: authorization }, origin: url });
}

async function makeLead(session: Session): Promise<string> {
  const email = `a.${crypto.randomUUID()}@example.com`;
  const { lead_ids: ids } = await ask<{ lead_ids: string[] }>(session, `${session.path}/leads/create`, {
    email,
  });
  return ids[0] ?? '';
}

/** Returns the rest of the caller's quota, which is counted in the memory of the object. */
async function countRequestsLeft({ url, path, authorization }: Session): Promise<number> {
  const { headers } = await fetch(`${url}${path}/users`, { headers: { Authorization: authorization } });
  return Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
}
