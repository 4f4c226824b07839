/** What the register of numbers knows when its answers are lost or late. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dniSettings } from '../../../../harness/dni-company.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';
import { phoneBookKey, settingsKey } from '../../../../../worker/shared/cache-keys.ts';
import type { Conditions } from '../../../../faults/faults.ts';

const MINUTE_MS = 60_000;
const PATIENCE = { timeout: 10_000, interval: 20 };
/** Returns a number that carriers connect, other than those of examples. */
let numbers = 2_000;
function freshNumber(): string {
  numbers += 1;
  return `+1415200${numbers}`;
}
const SOURCES = ['paid_search', 'organic_search', 'direct'];

let server: FaultServer;
let one: string;
let other: string;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await conditions({ ahead: 0 });
  one = await makeCompany();
  other = await makeCompany();
});

function asOperator(method: string, path: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
  return server.fetch(path, { method, headers, body: JSON.stringify(body) });
}

async function makeCompany(): Promise<string> {
  const companyId = crypto.randomUUID();
  const body = { company_id: companyId, name: 'Acme', default_region: 'US' };
  expect((await asOperator('POST', '/operator/companies', body)).status).toBe(200);
  return companyId;
}

/** Saves the numbers in the settings of a company. @returns the status */
async function list(companyId: string, numbers: readonly string[]): Promise<number> {
  const entries = numbers.map((number, index) => ({ phone_number: number, source: SOURCES[index] }));
  const path = `/dni/api/companies/${companyId}/settings`;
  return (await asOperator('PUT', path, dniSettings({ numbers: entries }))).status;
}

async function conditions(given: Conditions): Promise<void> {
  await server.fetch('/test/conditions', { method: 'POST', body: JSON.stringify(given) });
}

/** Waits until the register knows what a company holds. */
async function told(companyId: string): Promise<void> {
  const sql = 'SELECT tell_time FROM number_holdings';
  await vi.waitUntil(async () => {
    const response = await server.fetch(`/test/sql/${companyId}`, { method: 'POST', body: sql });
    return (await response.text()) === '[{"tell_time":null}]';
  }, PATIENCE);
}

/** Does the background work of a company. */
async function ring(companyId: string): Promise<void> {
  await server.fetch(`/test/alarm/${companyId}`, { method: 'PUT' });
}

test('a number whose claim was granted without an answer is free again after some minutes', async () => {
  const lost = freshNumber();
  await conditions({ faults: ['claim-lost'] });
  expect(await list(one, [lost])).toBe(503);
  await conditions({});
  expect(await list(other, [lost])).toBe(409);

  await conditions({ ahead: 12 * MINUTE_MS });
  await ring(one);

  expect(await list(other, [lost])).toBe(200);
});

test('a number that is taken out while the register is told of another is free for others', async () => {
  const [first, second, third] = [freshNumber(), freshNumber(), freshNumber()];
  expect(await list(one, [first, second, third])).toBe(200);
  await told(one);
  await conditions({ ahead: 12 * MINUTE_MS, faults: ['keep-late'] });
  expect(await list(one, [second, third])).toBe(200);
  const telling = ring(one);
  await vi.waitUntil(async () => (await list(other, [first])) === 200, PATIENCE);

  expect(await list(one, [third])).toBe(200);
  await conditions({});
  await telling;

  expect(await list(other, [first, second])).toBe(200);
  expect(await list(other, [first, second, third])).toBe(409);
});

function move(number: string, companyId: string): Promise<Response> {
  return asOperator('POST', '/operator/numbers/move', { number, company_id: companyId });
}

test('a move that did not reach the company that has the number can be repeated', async () => {
  const moved = freshNumber();
  expect(await list(one, [moved])).toBe(200);
  await conditions({ faults: ['company-deaf'] });
  expect((await move(moved, other)).status).toBe(500);
  expect(await list(other, [moved])).toBe(409);
  await conditions({});

  expect(await (await move(moved, other)).json()).toMatchObject({ former_company_ids: [one] });
  expect(await list(other, [moved])).toBe(200);
});

test('a number that was moved waits for its company, and is free once the company has used it and takes it out', async () => {
  const [waiting, own] = [freshNumber(), freshNumber()];
  expect(await list(one, [waiting])).toBe(200);
  expect((await move(waiting, other)).status).toBe(200);
  await conditions({ ahead: 12 * MINUTE_MS });
  expect(await list(other, [own])).toBe(200);
  await ring(other);
  // The company that had it still has it in its settings.
  expect(await list(one, [waiting])).toBe(200);
  await ring(one);

  expect(await list(other, [waiting])).toBe(200);
  await ring(other);
  expect(await list(other, [own])).toBe(200);
  await conditions({ ahead: 24 * MINUTE_MS });
  await ring(other);
  expect(await list(await makeCompany(), [waiting])).toBe(200);
});

test('the log says if there are more companies from before the register than it asks', async () => {
  const crowded = await startFaultServer();
  try {
    const cache = await crowded.cache();
    for (let company = 0; company < 501; company += 1) {
      const companyId = `${String(company).padStart(8, '0')}-2222-4222-8222-222222222222`;
      for (const keyOf of [settingsKey, phoneBookKey]) await cache.put(keyOf(companyId), '{}');
    }
    const conditions: Conditions = { faults: ['company-deaf'] };
    await crowded.fetch('/test/conditions', { method: 'POST', body: JSON.stringify(conditions) });
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
    const company = { company_id: crypto.randomUUID(), name: 'Acme', default_region: 'US' };
    await crowded.fetch('/operator/companies', { method: 'POST', headers, body: JSON.stringify(company) });
    const path = `/dni/api/companies/${company.company_id}/settings`;
    const body = JSON.stringify(
      dniSettings({ numbers: [{ phone_number: freshNumber(), source: 'direct' }] }),
    );
    expect((await crowded.fetch(path, { method: 'PUT', headers, body })).status).toBe(200);

    expect(await (await crowded.fetch('/test/logs')).text()).toContain('Not every company was asked.');
  } finally {
    await crowded.close();
  }
});
