import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';
import {
  type ReceivedMessage,
  type Receiver,
  startReceiver,
  startServerForTest,
} from '../../../../harness/receiver.ts';

interface WebhookAnswer {
  webhook_id: string;
  url: string;
  events: string[];
  state: string;
  secrets: number;
  position: string;
  behind: number;
  last_attempt?: Delivery & { time: string };
  failing_since?: string;
  secret?: string;
}

interface Delivery {
  delivery_id: string;
  type: string;
  sequence?: number;
  status: string;
  attempts: number;
  answer_status?: number;
  last_error?: string;
  next_attempt_time?: string;
}

interface Message {
  sequence: number;
  type: string;
  data: { lead?: { lead_id: string; name?: string }; lead_id?: string };
}

function post({ superadmin, path }: PeopledCompany, rest: string, body?: unknown): Promise<Response> {
  return sendAs(superadmin, 'POST', `${path}/webhooks${rest}`, body ?? {});
}

async function subscribe(
  company: PeopledCompany,
  receiver: Pick<Receiver, 'url'>,
  events?: string[],
): Promise<WebhookAnswer & { secret: string }> {
  return answerOf(
    await post(company, '', { url: receiver.url, ...(events === undefined ? {} : { events }) }),
  );
}

async function webhook({ superadmin, path }: PeopledCompany, id: string): Promise<WebhookAnswer> {
  return answerOf(await sendAs(superadmin, 'GET', `${path}/webhooks/${id}`));
}

async function log({ superadmin, path }: PeopledCompany, id: string, query = ''): Promise<Delivery[]> {
  const answer = await sendAs(superadmin, 'GET', `${path}/webhooks/${id}/deliveries?${query}`);
  return (await answerOf<{ deliveries: Delivery[] }>(answer)).deliveries;
}

function verify(secret: string, { headers, body }: ReceivedMessage): Message {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
}

test('a receiver gets every change in order, signed according to Standard Webhooks', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(204);
  const { secret, webhook_id: id } = await subscribe(company, receiver);
  const client = { user: company.manager, path: company.path };
  const leadId = await createLead(client, { name: 'Ann' });
  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann Lee' });

  await expect.poll(() => receiver.deliveries.length).toBe(3);
  const messages = receiver.deliveries.map((each) => verify(secret, each));
  expect(messages.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type)).toEqual([
    'settings.changed',
    'lead.created',
    'lead.changed',
  ]);
  expect(messages.at(-1)?.data.lead).toMatchObject({ lead_id: leadId, name: 'Ann Lee' });
  await expect
    .poll(async () => (await log(company, id)).map(({ status }) => status))
    .toEqual(['delivered', 'delivered', 'delivered']);
  await expect.poll(async () => (await webhook(company, id)).behind).toBe(0);
});

test('a receiver gets only the events that it subscribed to', async () => {
  const company = await makeCompanyWithUsers();
  const [leads, users] = [await startReceiver(200), await startReceiver(200)];
  await subscribe(company, leads, ['lead.created', 'lead.merged']);
  await subscribe(company, users, ['user.*']);
  const client = { user: company.manager, path: company.path };
  const leadId = await createLead(client);
  await sendLead(client, 'POST', `/${leadId}/note`, { message: 'x' });
  await sendAs(company.superadmin, 'POST', `${company.path}/users/${company.agent.userId}/modify`, {
    name: 'Al B.',
  });
  await createLead(client);

  await expect.poll(() => leads.deliveries.length).toBe(2);
  await expect.poll(() => users.deliveries.length).toBe(1);
  expect(leads.deliveries.map(({ body }) => (JSON.parse(body) as Message).type)).toEqual([
    'lead.created',
    'lead.created',
  ]);
});

test('after a rotation, messages can be verified with the new secret and for a while with the former one', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const { secret: former, webhook_id: id } = await subscribe(company, receiver, ['lead.*']);
  const rotated = await answerOf<WebhookAnswer & { secret: string }>(
    await post(company, `/${id}/rotate_secret`),
  );
  expect(rotated.secrets).toBe(2);
  await createLead({ user: company.manager, path: company.path });
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  const [message] = receiver.deliveries;
  expect(verify(former, message!)).toEqual(verify(rotated.secret, message!));

  const last = await answerOf<WebhookAnswer & { secret: string }>(
    await post(company, `/${id}/rotate_secret`, { former_valid_seconds: 0 }),
  );
  await createLead({ user: company.manager, path: company.path });
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  expect(() => verify(rotated.secret, receiver.deliveries[1]!)).toThrow('No matching signature');
  verify(last.secret, receiver.deliveries[1]!);
});

test('a test answers the receiver’s status at once, and is in the log', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200, 500);
  const { secret, webhook_id: id } = await subscribe(company, receiver, ['lead.merged']);
  const first = await answerOf<Delivery>(await post(company, `/${id}/test`));
  expect(first).toMatchObject({ type: 'webhook.test', status: 'delivered', answer_status: 200 });
  expect(verify(secret, receiver.deliveries[0]!)).toMatchObject({
    type: 'webhook.test',
    data: { company_id: company.companyId, webhook_id: id },
  });
  const second = await answerOf<Delivery>(await post(company, `/${id}/test`));
  expect(second).toMatchObject({ status: 'pending', answer_status: 500, attempts: 1 });
  expect((await log(company, id)).map(({ delivery_id: delivery }) => delivery)).toEqual([
    second.delivery_id,
    first.delivery_id,
  ]);
});

test('after thirty tests, further ones are refused for a while, and nothing is sent', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const { webhook_id: id } = await subscribe(company, receiver, ['lead.*']);
  const statuses: number[] = [];
  for (let index = 0; index < 30; index += 1) statuses.push((await post(company, `/${id}/test`)).status);
  expect(statuses.every((status) => status === 200)).toBe(true);

  const { webhook_id: other } = await subscribe(company, receiver, ['lead.created']);
  const refused = await post(company, `/${other}/test`);

  expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(300);
  expect(receiver.deliveries).toHaveLength(30);
});

test('a webhook has the result of its last attempt, and since when no attempt succeeds', async () => {
  const company = await makeCompanyWithUsers();
  const answers = [204, 500, 503, 204];
  // Failed messages are not sent again while this test runs.
  const receiver = await startServerForTest((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(answers.shift() ?? 200, { 'Retry-After': '3600' }).end();
    });
  });
  const { webhook_id: id, ...made } = await subscribe(company, receiver, ['lead.merged']);
  expect(made).not.toHaveProperty('last_attempt');
  const tested = async (): Promise<WebhookAnswer> => {
    await answerOf(await post(company, `/${id}/test`));
    return webhook(company, id);
  };
  const taken = await tested();
  expect(taken.last_attempt).toMatchObject({ status: 'delivered', answer_status: 204 });
  expect(taken).not.toHaveProperty('failing_since');
  const refused = await tested();
  expect(refused.last_attempt).toMatchObject({
    status: 'pending',
    answer_status: 500,
    last_error: 'The receiver answered 500.',
  });
  expect(refused.failing_since).toBe(refused.last_attempt?.time);
  const again = await tested();
  expect(again).toMatchObject({ failing_since: refused.failing_since, last_attempt: { answer_status: 503 } });
  // A change of the webhook does not affect the result of the last attempt.
  await answerOf(await post(company, `/${id}/modify`, { description: 'Warehouse' }));
  const list = await sendAs(company.superadmin, 'GET', `${company.path}/webhooks`);
  const { last_attempt: last, failing_since: since } = again;
  expect(await answerOf(list)).toMatchObject([
    { description: 'Warehouse', last_attempt: last, failing_since: since },
  ]);
  expect(await tested()).not.toHaveProperty('failing_since');
});

test('a receiver that answers 410 gets nothing until it is reactivated', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(410, 200);
  const { webhook_id: id } = await subscribe(company, receiver, ['lead.created']);
  const client = { user: company.manager, path: company.path };
  await createLead(client);
  await expect.poll(async () => (await webhook(company, id)).state).toBe('ended');
  const { entries } = await answerOf<{ entries: { subject: string; detail: object }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=settings.changed`),
  );
  expect(entries[0]).toMatchObject({ subject: `settings:webhooks:${id}`, detail: { version: 2 } });
  const other = await startReceiver(200);
  await subscribe(company, other, ['lead.created']);
  await createLead(client);
  await expect.poll(() => other.deliveries.length).toBe(1);
  expect(receiver.deliveries).toHaveLength(1);
  await answerOf(await post(company, `/${id}/modify`, { state: 'active' }));
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  expect((await log(company, id)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
});

test('changes during the pause of a webhook are sent when it is active again', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const { webhook_id: id } = await subscribe(company, receiver, ['lead.created']);
  await answerOf(await post(company, `/${id}/modify`, { state: 'paused' }));
  const client = { user: company.manager, path: company.path };
  const other = await startReceiver(200);
  await subscribe(company, other, ['lead.created']);
  for (let count = 0; count < 3; count += 1) await createLead(client);
  await expect.poll(() => other.deliveries.length).toBe(3);
  expect((await webhook(company, id)).behind).toBeGreaterThanOrEqual(3);
  expect(receiver.deliveries).toEqual([]);
  await answerOf(await post(company, `/${id}/modify`, { state: 'active' }));
  await expect.poll(() => receiver.deliveries.length).toBe(3);
});

test(
  'a backlog that is longer than one run of the alarm is sent completely',
  { tags: ['full'] },
  async () => {
    const company = await makeCompanyWithUsers();
    const receiver = await startReceiver(204);
    const { webhook_id: id } = await subscribe(company, receiver, ['lead.created']);
    await answerOf(await post(company, `/${id}/modify`, { state: 'paused' }));
    const leads = Array.from({ length: 500 }, (_, index) => ({
      lead: { email: `person.${index}@example.com` },
      creation_time: '2026-01-02T03:04:05Z',
    }));
    await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/leads/history`, { leads }));
    await answerOf(await post(company, `/${id}/modify`, { state: 'active' }));
    await expect.poll(() => receiver.deliveries.length, { timeout: 50_000 }).toBe(500);
    expect(await webhook(company, id)).toMatchObject({ behind: 0 });
  },
);

test('a message and a part of the stream can be sent again', async () => {
  const company = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const { webhook_id: id, position } = await subscribe(company, receiver, ['lead.created']);
  const client = { user: company.manager, path: company.path };
  await createLead(client);
  await createLead(client);
  await expect.poll(async () => (await log(company, id, 'status=delivered')).length).toBe(2);
  const [newest] = await log(company, id);
  await answerOf(await post(company, `/${id}/deliveries/${newest!.delivery_id}/replay`));
  await expect.poll(() => receiver.deliveries.length).toBe(3);
  expect(receiver.deliveries[2]?.headers['webhook-id']).toBe(newest?.delivery_id);

  await answerOf(await post(company, `/${id}/replay`, { after: position }));
  await expect.poll(() => receiver.deliveries.length).toBe(5);
  const future = await problemOf(await post(company, `/${id}/replay`, { after: 999_999 }));
  expect(future.errors).toMatchObject([{ pointer: '/after' }]);
});

test('a hanging receiver does not delay others, and its messages wait only in the stream', async () => {
  const company = await makeCompanyWithUsers();
  const hanging = await startServerForTest(() => undefined);
  const receiver = await startReceiver(200);
  const { webhook_id: id } = await subscribe(company, hanging, ['lead.*']);
  await subscribe(company, receiver, ['lead.created']);
  const body = {
    leads: Array.from({ length: 130 }, (_, index) => ({ email: `hang.${index}@example.com` })),
  };
  for (const lead of body.leads) await createLead({ user: company.manager, path: company.path }, lead);

  await expect.poll(() => receiver.deliveries.length, { timeout: 9_000 }).toBe(130);
  const waiting = await log(company, id, 'status=pending&limit=100');
  expect(waiting).toHaveLength(100);
  expect((await webhook(company, id)).behind).toBeGreaterThan(25);
});

test(
  'the other receivers get messages at once, no matter how many receivers hang',
  { tags: ['full'] },
  async () => {
    const company = await makeCompanyWithUsers();
    const arrived: string[] = [];
    const hanging = await startServerForTest(({ url }) => arrived.push(url ?? ''));
    const receiver = await startReceiver(200);
    for (const name of ['a', 'b', 'c']) await subscribe(company, { url: `${hanging.url}/${name}` });
    await subscribe(company, receiver, ['lead.created']);
    const create = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        await createLead(
          { user: company.manager, path: company.path },
          { email: `${crypto.randomUUID()}@a.test` },
        );
      }
    };

    await create(24);
    await expect.poll(() => receiver.deliveries.length, { timeout: 6_000 }).toBe(24);

    // The first messages to the hanging receivers time out after 10 seconds. Each is repeated and delivered later.
    await expect
      .poll(() => new Set(arrived.filter((_, index) => index >= 3)).size, { timeout: 25_000 })
      .toBe(3);
    await create(24);
    await expect.poll(() => receiver.deliveries.length, { timeout: 6_000 }).toBe(48);
  },
);

test('only super admins may use webhooks, their number is bounded, and a refusal names wrong input', async () => {
  const company = await makeCompanyWithUsers();
  expect((await sendAs(company.manager, 'GET', `${company.path}/webhooks`)).status).toBe(403);
  const bad = await problemOf(
    await post(company, '', { url: 'ftp://x', events: ['lead.eaten'], secret: 'short', more: 1 }),
  );
  expect(new Set(bad.errors.map(({ pointer }) => pointer))).toEqual(
    new Set(['/events/0', '/more', '/secret']),
  );
  expect((await problemOf(await post(company, '', { url: 'ftp://x' }))).errors).toMatchObject([
    { pointer: '/url' },
  ]);
  for (let count = 0; count < 20; count += 1) {
    await subscribe(company, { url: 'http://127.0.0.1:9/hooks' }, ['lead.merged']);
  }
  const full = await post(company, '', { url: 'http://127.0.0.1:9/hooks' });
  expect([full.status, (await problemOf(full)).code]).toEqual([409, 'too_many_values']);
  const list = await answerOf<WebhookAnswer[]>(
    await sendAs(company.superadmin, 'GET', `${company.path}/webhooks`),
  );
  expect(list).toHaveLength(20);
  expect(JSON.stringify(list)).not.toContain('whsec_');
  const removed = await answerOf<WebhookAnswer>(await post(company, `/${list[0]!.webhook_id}/remove`));
  expect((await post(company, `/${removed.webhook_id}/test`)).status).toBe(404);
});
