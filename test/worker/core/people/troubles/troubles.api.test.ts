/** What does not work outside of the company: super admins hear of it once until it works again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { basic, freshIp, sendAs } from '../../../../harness/client.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { freshCaller } from '../../phone/calls/call-company.ts';
import { startTexting } from '../../phone/messages/texting.ts';

interface Listed {
  type: string;
  data: Record<string, unknown>;
}

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

test('a webhook that fails three times is told of once to super admins, and again after it worked', async () => {
  let status = 500;
  const receiver = await startServer((_, response) => response.writeHead(status).end());
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const ask = async <Body>(
    authorization: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Body> =>
    answerOf<Body>(
      await server.fetch(path, {
        method,
        headers: {
          Authorization: authorization,
          'Content-Type': 'application/json',
          'CF-Connecting-IP': freshIp(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const { company_id: id } = await ask<{ company_id: string }>(operator, 'POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email },
  });
  const sue = basic(email, await ask<string>(operator, 'POST', '/operator/tokens', { email }));
  const path = `/companies/${id}`;
  const agentEmail = `al.${crypto.randomUUID()}@acme.test`;
  await ask(sue, 'POST', `${path}/users`, { name: 'Al', email: agentEmail, role_id: 'manager' });
  const al = basic(
    agentEmail,
    await ask<string>(operator, 'POST', '/operator/tokens', { email: agentEmail }),
  );
  const toldOf = async (user: string): Promise<Listed[]> =>
    (await ask<{ notifications: Listed[] }>(user, 'GET', `${path}/notifications`)).notifications;
  const sql = (statement: string): Promise<Response> =>
    server.fetch(`/test/sql/${id}`, { method: 'POST', body: statement });
  const createLead = (): Promise<object> =>
    ask(sue, 'POST', `${path}/leads/create`, { email: `${crypto.randomUUID()}@example.com` });
  const { webhook_id: webhookId } = await ask<{ webhook_id: string }>(sue, 'POST', `${path}/webhooks`, {
    url: `${receiver.url}/secret-path`,
    events: ['lead.created'],
    description: 'The warehouse',
  });
  const attemptsAre = (count: number): Promise<void> =>
    expect
      .poll(async () => {
        const { deliveries } = await ask<{ deliveries: { attempts: number }[] }>(
          sue,
          'GET',
          `${path}/webhooks/${webhookId}/deliveries`,
        );
        return deliveries.reduce((sum, { attempts }) => sum + attempts, 0);
      })
      .toBe(count);
  /** Repeats what failed, without waiting. */
  const repeat = async (): Promise<void> => {
    await sql('UPDATE webhook_deliveries SET next_attempt_time = 1 WHERE next_attempt_time IS NOT NULL');
    // Sets the alarm.
    await ask(sue, 'PUT', `${path}/settings`, { name: 'Acme', default_region: 'US' });
  };
  await createLead();
  await attemptsAre(1);
  await repeat();
  await attemptsAre(2);
  expect(await toldOf(sue)).toEqual([]);
  await repeat();
  await attemptsAre(3);
  await repeat();
  await attemptsAre(4);

  const told = await toldOf(sue);
  expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'webhook.failing',
      data: { webhook_id: webhookId, name: 'The warehouse', detail: 'The receiver answered 500.' },
    },
  ]);
  expect(await toldOf(al)).toEqual([]);
  status = 200;
  await repeat();
  await attemptsAre(5);
  // A receiver that unsubscribes is told of at once, but not within the hour.
  status = 410;
  await createLead();
  await attemptsAre(6);
  expect(await toldOf(sue)).toHaveLength(1);
  await sql('UPDATE troubles SET told_time = 1');
  await ask(sue, 'POST', `${path}/webhooks/${webhookId}/modify`, { state: 'active' });
  await createLead();
  await attemptsAre(7);
  await expect.poll(async () => (await toldOf(sue)).length).toBe(2);
  await receiver.close();
});

test('a carrier that refuses the account is told of once, without the words of the carrier', async () => {
  const texting = await startTexting();
  const { superadmin, path } = texting.company;
  const person = freshCaller();
  await texting.receive(person, 'Hello');
  const leadId = (await texting.textsWith(person))[0]?.lead_id;
  const toldOf = async (): Promise<Listed[]> => {
    const answer = await sendAs(superadmin, 'GET', `${path}/notifications`);
    const { notifications } = await answerOf<{ notifications: Listed[] }>(answer);
    return notifications.filter(({ type }) => type === 'carrier.refusing');
  };
  const statusOf = async (message: string): Promise<string | undefined> =>
    (await texting.textsWith(person)).find((text) => text.message === message)?.status;
  const write = async (message: string, status: number): Promise<void> => {
    texting.answers = { status, body: { message: `Not ${person}.` } };
    expect((await texting.writeTo(leadId, message)).status).toBe(200);
    await expect.poll(() => statusOf(message)).toBe(status < 300 ? 'sent' : 'failed');
  };
  // About this message, not about the account.
  await write('one', 400);
  expect(await toldOf()).toEqual([]);
  await write('two', 401);
  await write('three', 401);

  const [told, ...others] = await toldOf();
  expect(told?.data).toEqual({ carrier: 'twilio', name: 'Twilio', detail: 'The carrier answered 401.' });
  expect(others).toEqual([]);
});
