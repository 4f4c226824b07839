import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { startReceiver, startServerForTest } from '../../../../harness/receiver.ts';

const KEY = Buffer.from('a key of twenty-four bytes, or more');
const SECRET = `whsec_${KEY.toString('base64')}`;

interface NotificationPage {
  count: number;
  start: number;
  notifications: Record<string, unknown>[];
}

async function setWebhook({ path, superadmin }: PeopledCompany, url: string | null): Promise<void> {
  const webhook = url === null ? null : { url, secret: SECRET };
  const body = { name: 'Acme', default_region: 'US', notification_webhook: webhook };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, body));
}

/** Creates and assigns a lead; returns its id. */
async function assignNewLead({ path, manager }: PeopledCompany, to: TestUser): Promise<string> {
  const created = await sendAs(manager, 'POST', `${path}/leads/create`, {
    email: `${crypto.randomUUID()}@example.com`,
  });
  const { lead_ids: ids } = await answerOf<{ lead_ids: string[] }>(created);
  const leadId = ids[0] ?? '';
  const assigned = await sendAs(manager, 'POST', `${path}/leads/${leadId}/assign`, {
    to_user_email: to.email,
  });
  expect(assigned.status).toBe(200);
  return leadId;
}

async function list(caller: TestUser, path: string, query = ''): Promise<NotificationPage> {
  return answerOf<NotificationPage>(await sendAs(caller, 'GET', `${path}/notifications${query}`));
}

/** The newest notification of the company's agent. */
async function newest({ agent, path }: PeopledCompany): Promise<Record<string, unknown>> {
  return (await list(agent, path)).notifications[0] ?? {};
}

test('an assignment is delivered to the webhook with a signature of Standard Webhooks', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(204);
  await setWebhook(company, receiver.url);
  const before = Math.floor(Date.now() / 1000);

  const leadId = await assignNewLead(company, company.agent);

  await expect.poll(async () => (await newest(company))['status']).toBe('delivered');
  const { headers, body } = receiver.deliveries[0]!;
  const message = JSON.parse(body) as { timestamp: string };
  expect(message).toMatchObject({
    type: 'lead.assigned',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    data: { company_id: company.companyId, user_id: company.agent.userId, lead_id: leadId },
  });
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(await list(company.agent, company.path)).toEqual({
    count: 1,
    start: 0,
    unread: 1,
    notifications: [
      {
        notification_id: id,
        type: 'lead.assigned',
        user_id: company.agent.userId,
        data: expect.objectContaining({ lead_id: leadId }) as object,
        created_time: message.timestamp,
        channels: { mail: expect.objectContaining({ attempts: 0 }) as object },
        status: 'delivered',
        attempts: 1,
        delivered_time: expect.stringMatching(/Z$/) as string,
        answer_status: 204,
        answer_milliseconds: expect.any(Number) as number,
      },
    ],
  });
});

test(
  'a failed delivery is repeated later with the same id and a new signature',
  { tags: ['full'] },
  async () => {
    const company = await makeCompanyWithUsers();
    const receiver = await startReceiver(503, 200);
    await setWebhook(company, receiver.url);

    await assignNewLead(company, company.agent);

    await expect
      .poll(() => newest(company))
      .toMatchObject({ status: 'pending', attempts: 1, last_error: 'The receiver answered 503.' });
    await expect.poll(() => newest(company)).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(receiver.deliveries).toHaveLength(2);
    const [first, second] = receiver.deliveries;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
  },
);

test('a receiver that answers 410 gets no further attempts', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(410);
  await setWebhook(company, receiver.url);

  await assignNewLead(company, company.agent);

  await expect
    .poll(() => newest(company))
    .toMatchObject({ status: 'failed', attempts: 1, last_error: 'The receiver answered 410.' });
  expect(await newest(company)).not.toHaveProperty('next_attempt_time');
});

test('a redirect counts as a failure and is not followed', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const redirecting = await startServerForTest((_request, response) => {
    response.writeHead(307, { Location: receiver.url }).end();
  });
  await setWebhook(company, redirecting.url);

  await assignNewLead(company, company.agent);

  await expect.poll(() => newest(company)).toMatchObject({ status: 'pending', attempts: 1 });
  expect(receiver.deliveries).toEqual([]);
});

test('pending deliveries are not sent after the webhook is removed', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(500);
  await setWebhook(company, receiver.url);
  await assignNewLead(company, company.agent);
  await expect.poll(() => newest(company)).toMatchObject({ attempts: 1 });

  await setWebhook(company, null);

  await expect.poll(() => newest(company)).toMatchObject({ status: 'not_sent' });
  expect(receiver.deliveries).toHaveLength(1);
});

test('many assignments at once are all delivered, each once', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  await setWebhook(company, receiver.url);

  await Promise.all(Array.from({ length: 20 }, () => assignNewLead(company, company.agent)));

  await expect
    .poll(async () => {
      const { notifications } = await list(company.agent, company.path, '?size=100');
      return notifications.filter((each) => each['status'] === 'delivered').length;
    })
    .toBe(20);
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect(receiver.deliveries).toHaveLength(20);
});

test('without a webhook, a notification is only listed, for its user and for super admins', async () => {
  const company = await makeCompanyWithUsers();
  const { path, agent, colleague, superadmin } = company;
  const first = await assignNewLead(company, agent);
  const second = await assignNewLead(company, agent);

  const own = await list(agent, path);
  expect(own).toMatchObject({
    count: 2,
    notifications: [
      { status: 'not_sent', attempts: 0, data: { lead_id: second } },
      { status: 'not_sent', attempts: 0, data: { lead_id: first } },
    ],
  });
  expect((await list(agent, path, '?start=1&size=1')).notifications).toEqual([own.notifications[1]]);
  expect(await list(agent, path, '?size=0')).toEqual({
    count: 2,
    start: 0,
    unread: 2,
    notifications: [],
  });
  expect(await list(colleague, path)).toEqual({
    count: 0,
    start: 0,
    unread: 0,
    notifications: [],
  });
  expect(await list(superadmin, path)).toMatchObject({ count: 0 });
  expect(await list(superadmin, path, '?scope=company')).toMatchObject({ count: 2 });
  const refused = await sendAs(agent, 'GET', `${path}/notifications?scope=company`);
  expect(refused.status).toBe(403);
});

test('a refusal of the list names every bad parameter', async () => {
  const { path, agent } = await makeCompanyWithUsers();

  const response = await sendAs(agent, 'GET', `${path}/notifications?start=-1&size=x&scope=all`);

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toMatchObject([
    { parameter: 'start', code: 'invalid_parameter' },
    { parameter: 'size', code: 'invalid_parameter' },
    { parameter: 'scope', code: 'invalid_parameter' },
  ]);
});
