/** A company whose database has reached what every write may use: people get in and free room, nothing is added. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Fault } from '../../../../faults/faults.ts';
import { answerOf } from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf } from '../../../../harness/client.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';

const OPERATOR = `Bearer ${OPERATOR_TOKEN}`;
const PASSWORD = 'right and long';
/** Characters of a note that takes many pages of the database. */
const LONG = 60_000;

let server: FaultServer;
let path: string;
let email: string;
let authorization: string;

beforeAll(async () => {
  server = await startFaultServer({});
  email = `sue.${crypto.randomUUID()}@acme.test`;
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await send('POST', '/operator/companies', OPERATOR, {
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email },
    }),
  );
  path = `/companies/${companyId}`;
  authorization = basic(email, await answerOf(await send('POST', '/operator/tokens', OPERATOR, { email })));
  const [user] = await answerOf<{ user_id: string }[]>(await send('GET', `${path}/users`, authorization));
  await answerOf(
    await send('POST', `${path}/users/${user?.user_id}/modify`, authorization, { password: PASSWORD }),
  );
  authorization = basic(email, await answerOf(await send('POST', '/operator/tokens', OPERATOR, { email })));
});
afterAll(() => server.close());

async function send(method: string, path: string, authorization: string, body?: unknown): Promise<Response> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  return server.fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function setFaults(...faults: Fault[]): Promise<void> {
  await server.fetch('/test/faults', { method: 'POST', body: JSON.stringify(faults) });
}

async function createLead(address: string): Promise<string> {
  const made = await answerOf<{ lead_ids: [string] }>(
    await send('POST', `${path}/leads/create`, authorization, { email: address }),
  );
  return made.lead_ids[0];
}

test('in a full database people sign in, remove, erase and keep less, while whatever adds is refused', async () => {
  const [removed, erased, first, second] = [
    await createLead('removed@example.com'),
    await createLead('erased@example.com'),
    await createLead('first@example.com'),
    await createLead('second@example.com'),
  ];
  for (const index of Array(8).keys()) {
    const message = `${index} ${'a long story '.repeat(LONG / 13)}`;
    await answerOf(await send('POST', `${path}/leads/${erased}/note`, authorization, { message }));
  }
  const options = await answerOf<{ retention: object }>(await send('GET', `${path}/settings`, authorization));
  await setFaults('company-near-limit');

  const adding: [string, string, unknown][] = [
    ['POST', `${path}/leads/create`, { email: 'new@example.com' }],
    ['POST', `${path}/leads/upsert`, { email: 'new@example.com' }],
    ['POST', `${path}/leads/${removed}/note`, { message: 'short' }],
    ['POST', `${path}/api_keys`, { name: 'Reader', scopes: ['read'] }],
    ['POST', `${path}/webhooks`, { url: 'https://hooks.example.com/' }],
    ['POST', `${path}/leads/bulk`, { action: 'tags', add: ['new'], lead_ids: [removed] }],
  ];
  for (const [method, address, body] of adding) {
    const refused = await send(method, address, authorization, body);
    expect([address, refused.status, (await problemOf(refused)).code]).toEqual([
      address,
      507,
      'company_full',
    ]);
  }

  const signIn = await send('POST', '/auth/issue_token', '', { username: email, password: PASSWORD });
  expect(signIn.status).toBe(200);
  const bulk = { action: 'remove', lead_ids: [first, second] };
  const { bulk_id: bulkId } = await answerOf<{ bulk_id: string }>(
    await send('POST', `${path}/leads/bulk`, authorization, bulk),
  );
  await vi.waitFor(
    async () =>
      expect(await answerOf(await send('GET', `${path}/leads/bulk/${bulkId}`, authorization))).toMatchObject({
        status: 'done',
        changed: 2,
      }),
    { timeout: 30_000, interval: 100 },
  );
  await answerOf(await send('POST', `${path}/leads/${removed}/remove`, authorization));
  const kept = { ...options, retention: { ...options.retention, calls_without_lead_days: 30 } };
  await answerOf(await send('PUT', `${path}/settings`, authorization, kept));
  const restored = await send('POST', `${path}/leads/${removed}/restore`, authorization);
  expect(restored.status).toBe(507);

  await answerOf(await send('POST', `${path}/leads/${erased}/erase`, authorization));
  // What was erased has left room.
  await createLead('after@example.com');
  await setFaults();
});
