/** Reminders that nobody has done in time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { basic, freshIp } from '../../../../harness/client.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

async function ask<Body>(authorization: string, method: string, path: string, body?: unknown): Promise<Body> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await server.fetch(path, init);
  // An assignment answers without content.
  return path.endsWith('/assign') ? (undefined as Body) : answerOf<Body>(answer);
}

test('the managers of the group hear, once, of a reminder that is open an hour after it was due', async () => {
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const signIn = async (email: string): Promise<string> =>
    basic(email, await ask<string>(operator, 'POST', '/operator/tokens', { email }));
  const [sue, mary] = [`sue.${crypto.randomUUID()}@acme.test`, `mary.${crypto.randomUUID()}@acme.test`];
  const company = { name: 'Acme', default_region: 'US', superadmin: { name: 'Sue', email: sue } };
  const { company_id: id } = await ask<{ company_id: string }>(
    operator,
    'POST',
    '/operator/companies',
    company,
  );
  const superadmin = await signIn(sue);
  const path = `/companies/${id}`;
  await ask(superadmin, 'POST', `${path}/users`, { name: 'Mary', email: mary, role_id: 'manager' });
  const manager = await signIn(mary);
  const { group_id: group } = await ask<{ group_id: string }>(manager, 'GET', '/me');
  const { lead_ids: ids } = await ask<{ lead_ids: string[] }>(superadmin, 'POST', `${path}/leads/create`, {
    email: 'lena@example.com',
    lead_group: group,
  });
  await ask(superadmin, 'POST', `${path}/leads/${ids[0]}/assign`, { to_user_email: sue });
  const remind = (message: string): Promise<unknown> =>
    ask(superadmin, 'POST', `${path}/leads/${ids[0]}/reminder`, {
      message,
      due_time: new Date().toISOString(),
    });
  const typesOf = async (user: string): Promise<string[]> => {
    const list = await ask<{ notifications: { type: string }[] }>(user, 'GET', `${path}/notifications`);
    return list.notifications.map(({ type }) => type);
  };
  await remind('Forgotten');
  await expect.poll(() => typesOf(superadmin)).toContain('reminder.due');
  expect(await typesOf(manager)).toEqual([]);

  const anHourAgo = new Date(Date.now() - 61 * 60_000).toISOString();
  const sql = `UPDATE reminder_notices SET due_time = '2026-01-01T00:00:00.000Z' WHERE stage = 'reminder.overdue';
    UPDATE events SET data = json_set(data, '$.due_time', '${anHourAgo}') WHERE type = 'reminder'`;
  for (const statement of sql.split(';\n')) {
    await server.fetch(`/test/sql/${id}`, { method: 'POST', body: statement });
  }
  // Sets the alarm.
  await remind('Another one');

  await expect.poll(() => typesOf(manager)).toEqual(['reminder.overdue']);
  await remind('A third one');
  await expect
    .poll(async () => (await typesOf(superadmin)).filter((type) => type === 'reminder.due').length)
    .toBe(3);
  expect(await typesOf(manager)).toEqual(['reminder.overdue']);

  // The company tells its managers earlier from now on, of what is open already too.
  const halfAnHourAgo = new Date(Date.now() - 31 * 60_000).toISOString();
  await server.fetch(`/test/sql/${id}`, {
    method: 'POST',
    body: `UPDATE events SET data = json_set(data, '$.due_time', '${halfAnHourAgo}') WHERE type = 'reminder' AND data ->> 'message' = 'A third one'`,
  });
  const { notification_webhook: _, ...options } = await ask<Record<string, unknown>>(
    superadmin,
    'GET',
    `${path}/settings`,
  );
  await ask(superadmin, 'PUT', `${path}/settings`, { ...options, reminder_overdue_minutes: 30 });
  await expect.poll(() => typesOf(manager)).toEqual(['reminder.overdue', 'reminder.overdue']);
});
