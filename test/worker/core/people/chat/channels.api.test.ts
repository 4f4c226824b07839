/** Chat channels: who is told what, what is refused, and what becomes of a message. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { type Receiver, startReceiver, startServerForTest } from '../../../../harness/receiver.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../../phone/calls/call-company.ts';
import { read } from './judges.ts';

const DENVER = '+13035550101';
const CONTACTS = ['missed_call', 'voicemail', 'text', 'form', 'assigned'];

interface Channel {
  channel_id: string;
  state: string;
  host: string;
  waiting: number;
  failing_since?: string;
}

interface ChatMessage {
  type: string;
  title?: string;
  status: string;
  attempts: number;
  last_error?: string;
  next_attempt_time?: string;
}

function post({ superadmin, path }: CallCompany, rest: string, body: object = {}): Promise<Response> {
  return sendAs(superadmin, 'POST', `${path}${rest}`, body);
}

async function addChannel(
  company: CallCompany,
  { url }: Pick<Receiver, 'url'>,
  more: object = {},
): Promise<Channel> {
  const body = { name: '#front-desk', platform: 'slack', url, events: CONTACTS, ...more };
  return answerOf(await post(company, '/chat_channels', body));
}

async function channels({ superadmin, path }: CallCompany): Promise<Channel[]> {
  return answerOf(await sendAs(superadmin, 'GET', `${path}/chat_channels`));
}

async function messages({ superadmin, path }: CallCompany, id: string): Promise<ChatMessage[]> {
  const page = await sendAs(superadmin, 'GET', `${path}/chat_channels/${id}/messages`);
  return (await answerOf<{ messages: ChatMessage[] }>(page)).messages;
}

async function text(
  company: CallCompany,
  number: string,
  message: string,
  from = freshCaller(),
): Promise<string> {
  const body = { carrier_text_id: crypto.randomUUID(), number, from, message };
  return (await answerOf<{ lead_id: string }>(await post(company, '/texts', body))).lead_id;
}

function shown({ deliveries }: Receiver): string[] {
  return deliveries.map(({ body }) => read('slack', body).text);
}

test('a channel shows a text with its facts, a missed call and an assignment, once each', async () => {
  const company = await makeCallCompany();
  const receiver = await startReceiver(200);
  const { channel_id: id } = await addChannel(company, receiver);
  const leadId = await text(company, AUSTIN, 'Can you come at 5? <!channel>');
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  expect(shown(receiver)[0]).toMatch(
    /^Text from a lead\n[^]*Phone: \(206\) 555-\d{4}\nSource: Paid search\nBranch: Austin\nWhen: [^]*Can you come at 5\? <!channel>/,
  );
  expect(receiver.deliveries[0]?.headers).not.toHaveProperty('webhook-signature');

  expect(
    (await post(company, `/leads/${leadId}/assign`, { to_user_email: company.colleague.email })).ok,
  ).toBe(true);
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  expect(shown(receiver)[1]).toContain('Sue Super assigned a lead to Cora Colleague');
  const call = {
    number: AUSTIN,
    from: freshCaller(),
    carrier_call_id: '1',
    ring_seconds: 12,
    started_at: new Date().toISOString(),
  };
  await answerOf(await post(company, '/calls', call));
  await expect.poll(() => receiver.deliveries.length).toBe(3);
  expect(shown(receiver)[2]).toMatch(/^Missed call from a lead/);
  expect((await messages(company, id)).map(({ title, status }) => [title, status])).toEqual([
    ['Missed call from a lead', 'delivered'],
    ['Sue Super assigned a lead to Cora Colleague', 'delivered'],
    ['Text from a lead', 'delivered'],
  ]);
});

test('a channel hears of its events, groups and locations alone', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const groups = await answerOf<{ id: string }[]>(
    await sendAs(superadmin, 'GET', `${path}/lead_settings/groups`),
  );
  const more = [...groups, { label: 'East' }];
  const [west = '', east = ''] = (
    await answerOf<{ id: string }[]>(await sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, more))
  ).map(({ id }) => id);
  const receivers = {
    all: [await startReceiver(200), {}],
    denver: [await startReceiver(200), { locations: ['denver'] }],
    west: [await startReceiver(200), { groups: [west] }],
    east: [await startReceiver(200), { groups: [east] }],
    both: [await startReceiver(200), { groups: [west], locations: ['denver'] }],
    calls: [await startReceiver(200), { events: ['missed_call'] }],
  } as const;
  for (const [receiver, limits] of Object.values(receivers)) await addChannel(company, receiver, limits);
  const lead = await text(company, AUSTIN, 'One');
  await text(company, DENVER, 'Two');
  expect((await post(company, `/leads/${lead}/modify`, { lead_group: east })).ok).toBe(true);
  expect((await post(company, `/leads/${lead}/assign`, { to_user_email: company.manager.email })).ok).toBe(
    true,
  );
  const [all] = receivers.all;
  await expect.poll(() => all.deliveries.length).toBe(3);
  await expect.poll(() => receivers.both[0].deliveries.length).toBe(1);

  const heard = Object.entries(receivers).map(([name, [receiver]]) => [
    name,
    shown(receiver).map((each) => /One|Two|assigned/.exec(each)?.[0]),
  ]);
  const { west: inWest = [], ...rest } = Object.fromEntries(heard) as Record<string, string[]>;
  expect(rest).toEqual({
    all: ['One', 'Two', 'assigned'],
    denver: ['Two'],
    east: ['assigned'],
    both: ['Two'],
    calls: [],
  });
  // The lead has left the group, perhaps before its message was sent.
  expect(inWest.filter((each) => each !== 'One')).toEqual(['Two']);
});

test('reports and troubles are not for a channel of a part of the company', async () => {
  const company = await makeCallCompany();
  const body = {
    name: 'Denver',
    platform: 'slack',
    url: 'http://127.0.0.1:1/x',
    events: ['text', 'trouble'],
  };
  const refused = await post(company, '/chat_channels', { ...body, locations: ['denver'] });
  expect(await problemOf(refused)).toMatchObject({ errors: [{ pointer: '/events/1' }] });
  const { channel_id: id } = await answerOf<Channel>(await post(company, '/chat_channels', body));
  const narrowed = await post(company, `/chat_channels/${id}/modify`, { locations: ['denver'] });
  expect(await problemOf(narrowed)).toMatchObject({ errors: [{ pointer: '/events/1' }] });
  const unknown = await post(company, `/chat_channels/${id}/modify`, {
    groups: ['x'],
    locations: ['nowhere'],
  });
  expect((await problemOf(unknown)).errors.map(({ pointer }) => pointer)).toEqual([
    '/groups/0',
    '/locations/0',
  ]);
});

test.each([
  ['slack', 'https://discord.com/api/webhooks/1/x', 'This is an address of Discord, not of Slack.'],
  ['discord', 'https://10.0.0.1/api/webhooks/1/x', /^This is no address of Discord\./],
  ['teams', 'ftp://hooks.slack.com/services/1/2/3', 'Write an https URL.'],
])('an address that is none of %s is refused in words: %s', async (platform, url, detail) => {
  const company = await makeCallCompany();
  const refused = await post(company, '/chat_channels', { name: 'X', platform, url, events: ['text'] });
  const { errors } = await problemOf(refused);
  expect(errors).toMatchObject([{ pointer: '/url' }]);
  expect(errors[0]?.detail).toMatch(detail);
});

test('the address is not read back, by nothing', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const secret = 'https://hooks.slack.com/services/T01/B02/verysecret';
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const body = { name: 'Desk', platform: 'slack', url: secret, events: ['text'] };
  const made = await sendAs(superadmin, 'POST', `${path}/chat_channels`, body, key);
  const { channel_id: id } = await answerOf<Channel>(made.clone());
  const answers = [
    made,
    await sendAs(superadmin, 'POST', `${path}/chat_channels`, body, key),
    await post(company, `/chat_channels/${id}/modify`, { name: 'Front', url: `${secret}2` }),
    await sendAs(superadmin, 'GET', `${path}/chat_channels`),
    await sendAs(superadmin, 'GET', `${path}/chat_channels/${id}/messages`),
    await sendAs(superadmin, 'GET', `${path}/audit`),
    await sendAs(superadmin, 'GET', `${path}/changes`),
    await sendAs(superadmin, 'GET', `${path}/webhooks`),
    await post(company, `/chat_channels/${id}/remove`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeLessThan(300);
    expect(await answer.text()).not.toContain('verysecret');
  }
  // A channel is no webhook.
  expect((await sendAs(superadmin, 'GET', `${path}/webhooks/${id}`)).status).toBe(404);
});

test('only super admins manage channels', async () => {
  const company = await makeCallCompany();
  const asManager = await sendAs(company.manager, 'GET', `${company.path}/chat_channels`);
  expect(asManager.status).toBe(403);
});

test.each([404, 410])(
  'a channel that answers %i ends, the super admins are told, and it can be resumed',
  async (status) => {
    const company = await makeCallCompany();
    const receiver = await startReceiver(status, 200);
    const other = await startReceiver(200);
    const { channel_id: id } = await addChannel(company, receiver, { events: ['text', 'trouble'] });
    await addChannel(company, other, { name: '#troubles', events: ['trouble'] });
    await text(company, AUSTIN, 'One');
    await expect.poll(async () => (await channels(company))[0]?.state).toBe('ended');
    await expect.poll(() => other.deliveries.length).toBe(1);
    expect(shown(other)[0]).toMatch(
      /^Nothing reaches the chat channel #front-desk[^]*Slack answered 4\d\d: the channel/,
    );
    const told = await sendAs(company.superadmin, 'GET', `${company.path}/notifications`);
    expect((await answerOf<{ notifications: object[] }>(told)).notifications).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'chat.failing' })]),
    );
    await text(company, AUSTIN, 'Two');
    await answerOf(await post(company, `/chat_channels/${id}/modify`, { state: 'active' }));
    await text(company, AUSTIN, 'Three');
    await expect.poll(() => receiver.deliveries.length).toBe(2);
    expect(shown(receiver)[1]).toContain('Three');
  },
);

test('a channel that throttles is left alone as long as it asks, with what is new', async () => {
  const company = await makeCallCompany();
  let asked = 0;
  const server = await startServerForTest((request, response) => {
    asked += 1;
    request.resume().on('end', () => response.writeHead(429, { 'Retry-After': '600' }).end());
  });
  const { channel_id: id } = await addChannel(company, server);
  await text(company, AUSTIN, 'One');
  await expect.poll(async () => (await messages(company, id))[0]?.attempts).toBe(1);
  await text(company, AUSTIN, 'Two');
  const [second, first] = await messages(company, id);
  for (const { next_attempt_time: next = '' } of [first!, second!]) {
    expect(Date.parse(next) - Date.now()).toBeGreaterThan(500_000);
  }
  expect(asked).toBe(1);
  expect(first?.last_error).toBe('Slack answered 429.');
});

test('a pause drops what waits, and what happens meanwhile is not sent', async () => {
  const company = await makeCallCompany();
  const receiver = await startReceiver(200);
  const { channel_id: id } = await addChannel(company, receiver);
  await answerOf(await post(company, `/chat_channels/${id}/modify`, { state: 'paused' }));
  await text(company, AUSTIN, 'One');
  await answerOf(await post(company, `/chat_channels/${id}/modify`, { state: 'active' }));
  await text(company, AUSTIN, 'Two');
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  expect(shown(receiver)[0]).toContain('Two');
});

test('an erased person is in no message any more, neither in the log nor in what waits', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const receiver = await startReceiver(500);
  const { channel_id: id } = await addChannel(company, receiver);
  const lead = await answerOf<{ lead_ids: string[] }>(
    await post(company, '/leads/create', { name: 'Zebedee', phone: '+12065550199' }),
  );
  await text(company, AUSTIN, 'I am Zebedee', '+12065550199');
  await expect.poll(async () => (await messages(company, id))[0]?.attempts).toBe(1);
  expect((await messages(company, id))[0]?.title).toBe('Text from Zebedee');
  const erased = await sendAs(superadmin, 'POST', `${path}/leads/${lead.lead_ids[0]}/erase`, {});
  expect(erased.status).toBe(200);
  const log = await messages(company, id);
  expect(log).toHaveLength(1);
  expect(log[0]).not.toHaveProperty('title');
});
