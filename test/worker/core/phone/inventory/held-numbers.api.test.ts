/** What the register of numbers knows when its answers are lost or late. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dniSettings } from '../../../../harness/dni-company.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';
import type { Conditions } from '../../../../faults/faults.ts';

const MINUTE_MS = 60_000;
/** Numbers that carriers connect, other than those of examples. */
const [LOST, FIRST, SECOND, THIRD] = [
  '+14152002001',
  '+14152002002',
  '+14152002003',
  '+14152002004',
] as const;
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

/** Does the background work of a company. */
async function ring(companyId: string): Promise<void> {
  await server.fetch(`/test/alarm/${companyId}`, { method: 'PUT' });
}

test('a number whose claim was granted without an answer is free again after some minutes', async () => {
  await conditions({ faults: ['claim-lost'] });
  expect(await list(one, [LOST])).toBe(503);
  await conditions({});
  expect(await list(other, [LOST])).toBe(409);

  await conditions({ ahead: 12 * MINUTE_MS });
  await ring(one);

  expect(await list(other, [LOST])).toBe(200);
});

test('a number that is taken out while the register is told of another is free for others', async () => {
  expect(await list(one, [FIRST, SECOND, THIRD])).toBe(200);
  await conditions({ ahead: 12 * MINUTE_MS, faults: ['keep-late'] });
  expect(await list(one, [SECOND, THIRD])).toBe(200);
  const telling = ring(one);
  await vi.waitUntil(async () => (await list(other, [FIRST])) === 200);

  expect(await list(one, [THIRD])).toBe(200);
  await conditions({});
  await telling;

  expect(await list(other, [FIRST, SECOND])).toBe(200);
  expect(await list(other, [FIRST, SECOND, THIRD])).toBe(409);
});
