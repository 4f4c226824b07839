/** Where the address without a path leads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCompany } from '../../harness/builders.ts';
import { send } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { startFaultyLeadline } from '../../harness/faulty-leadline.ts';
import type { TestCache } from '../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../../harness/own-worker.ts';

async function leadsTo(url: string, method = 'GET'): Promise<unknown[]> {
  const answer = await fetch(`${url}/`, { method, redirect: 'manual' });
  return [answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')];
}

const FIRST = [302, '/console/new', 'no-store'];
const CONSOLE = [302, '/console/', 'no-store'];

test('leads to the console of a deployment with companies', async () => {
  await makeCompany();

  const answer = await send('/', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/console/']);
});

test('leads to the page that makes a company while there is none, and to the console if KV does not say', async () => {
  const leadline = await startFaultyLeadline();
  const silent: unknown[][] = [];
  for (const fault of ['kv-hang', 'kv-read'] as const) {
    await leadline.set({ faults: [fault] });
    silent.push(await leadsTo(leadline.url));
  }
  await leadline.set();
  const before = [await leadsTo(leadline.url), await leadsTo(leadline.url, 'HEAD')];
  await leadline.counts();
  await leadsTo(leadline.url);
  const counts = await leadline.counts();
  await leadline.makeCompany();
  const after = await leadsTo(leadline.url);
  await leadline.close();

  expect(silent).toEqual([CONSOLE, CONSOLE]);
  expect(before).toEqual([FIRST, FIRST]);
  // Visits of the address start no object, and ask KV once in ten seconds.
  expect(counts).toEqual({ reads: {}, writes: {}, objects: 0 });
  expect(after).toEqual(CONSOLE);
});

describe('a deployment that is older than the mark', () => {
  test('leads to the console when numbers were published', async () => {
    const worker = await startWorker({});
    const cache = (await worker.binding('CACHE')) as TestCache;
    const published = { version: 1, settings: dniSettings() };
    await cache.put(`settings:${crypto.randomUUID()}`, JSON.stringify(published));

    const answer = await leadsTo(worker.url);
    await worker.close();
    expect(answer).toEqual(CONSOLE);
  });

  test(
    'leads to the console after somebody has signed in',
    { tags: ['full'] },
    async ({ onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), 'leadline-door-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const sue = { name: 'Sue', email: 'sue@acme.test', password: 'a long password' };
      const before = await startWorker({}, { persistTo: folder });
      await post(before, '/operator/companies', { name: 'Acme', default_region: 'US', superadmin: sue });
      await ((await before.binding('CACHE')) as TestCache & { delete(key: string): Promise<void> }).delete(
        'any-company',
      );
      await before.close();
      const worker = await startWorker({}, { persistTo: folder });
      const unknown = await leadsTo(worker.url);

      const signedIn = await post(worker, '/auth/issue_token', {
        username: sue.email,
        password: sue.password,
      });
      const known = await leadsTo(worker.url);
      const mark = await ((await worker.binding('CACHE')) as TestCache).get('any-company');
      await worker.close();
      expect([unknown, signedIn.status, known, mark]).toEqual([FIRST, 200, CONSOLE, '1']);
    },
  );
});

function post(worker: OwnWorker, path: string, body: object): Promise<Response> {
  return fetch(worker.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('another core has companies and users of its own: the console is open, and no company is made here', async () => {
  const remote = await startWorker({ CORE_API_URL: 'http://127.0.0.1:9' });

  const answer = await leadsTo(remote.url);
  const page = await fetch(`${remote.url}/console/session/new`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  const state: unknown = await page.json();
  await remote.close();
  expect(answer).toEqual(CONSOLE);
  expect(state).toEqual({ state: 'remote' });
});
