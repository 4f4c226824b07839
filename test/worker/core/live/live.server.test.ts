/** The socket of open consoles: what it says, to whom, and when it closes. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
  signInByOperator,
} from '../../../harness/builders.ts';
import { problemOf, send, sendAs, type TestUser } from '../../../harness/client.ts';
import { sendFile } from '../../../harness/csv.ts';
import { createLead, sendLead } from '../../../harness/leads.ts';
import { type LiveSocket, openLive } from '../../../harness/live-socket.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import type { Hint } from '../../../../worker/core/live/messages.ts';

let company: PeopledCompany;
beforeAll(async () => {
  company = await makeCompanyWithUsers();
});

describe('an open console', () => {
  test('learns which lead has changed, with the position in the stream', async () => {
    const { manager, path } = company;
    const live = await openLive(manager, path);

    const leadId = await makeLead(manager);

    await live.hint({ kind: 'lead', id: leadId });
    const [hello, ...changes] = live.messages;
    const end = await endOfStream();
    expect(hello).toMatchObject({ type: 'hello' });
    expect(changes[0]).toMatchObject({ type: 'changes', after: Reflect.get(hello ?? {}, 'sequence') });
    expect(changes.at(-1)).toMatchObject({ sequence: end });
  });

  test('learns nothing of a write that was refused', async () => {
    const { manager, path } = company;
    const live = await openLive(manager, path);

    const refused = await sendAs(manager, 'POST', `${path}/leads/create`, { email: 'not an address' });
    const leadId = await makeLead(manager);

    expect(refused.status).toBe(400);
    await live.hint({ kind: 'lead', id: leadId });
    expect(live.hints()).toEqual([{ kind: 'lead', id: leadId }]);
  });

  test('of an agent learns only of leads that the agent may see', async () => {
    const { manager, agent, path } = company;
    const live = await openLive(agent, path);
    const hidden = await makeLead(manager);
    await assign(hidden, company.colleague);
    await live.hint({ kind: 'lead' });
    const before = live.hints().length;

    await answerOf(await sendAs(manager, 'POST', `${path}/leads/${hidden}/note`, { message: 'Hush' }));
    const open = await makeLead(manager);
    await live.hint({ kind: 'lead', id: open });

    expect(live.hints().slice(before)).toEqual([{ kind: 'lead', id: open }]);
  });

  test('of an agent learns without an id that a lead has left their lists', async () => {
    const { manager, agent, path } = company;
    const leadId = await makeLead(manager);
    const live = await openLive(agent, path);
    // After the hint of a later lead, none of the former one's creation can come.
    await live.hint({ kind: 'lead', id: await makeLead(manager) });
    const before = live.hints().length;
    const later = (): Hint[] => live.hints().slice(before);

    await assign(leadId, company.colleague);

    await expect.poll(later).toContainEqual({ kind: 'lead' });
    expect(later()).not.toContainEqual({ kind: 'lead', id: leadId });
  });

  test('gets few messages for many changes, and then kinds instead of ids', async () => {
    const { manager, path } = company;
    const live = await openLive(manager, path);
    const rows = Array.from({ length: 300 }, (_, index) => `bulk${index}.${crypto.randomUUID()}@example.com`);

    await answerOf(await sendFile({ user: manager, path }, ['email', ...rows].join('\n')));

    await live.hint({ kind: 'lead' });
    await expect.poll(() => Reflect.get(live.messages.at(-1) ?? {}, 'sequence')).toBe(await endOfStream());
    expect(live.messages.length).toBeLessThan(40);
  });

  test('is answered a ping', async () => {
    const live = await openLive(company.manager, company.path);

    live.send('ping');

    await expect.poll(() => live.others).toEqual(['pong']);
  });
});

describe('a lead that is open', () => {
  test('shows its people to each other, once each, until they leave', async () => {
    const { manager, superadmin, path } = company;
    const leadId = await makeLead(manager);
    const [one, again, other] = await Promise.all(
      [manager, manager, superadmin].map((user) => openLive(user, path)),
    );
    const mary = { user_id: manager.userId, name: manager.name };
    const sue = { user_id: superadmin.userId, name: superadmin.name };
    const people = (live: LiveSocket | undefined): unknown =>
      live?.messages.findLast(({ type }) => type === 'present') ?? undefined;

    for (const live of [one, again, other]) live?.send({ lead_id: leadId.toUpperCase() });
    await expect
      .poll(() => people(other))
      .toEqual({ type: 'present', lead_id: leadId, people: expect.arrayContaining([mary, sue]) as unknown });
    expect(people(other)).toHaveProperty('people.length', 2);

    other?.send({ lead_id: null });
    await expect.poll(() => people(one)).toMatchObject({ people: [mary] });
    again?.close();
    await expect.poll(() => people(one)).toMatchObject({ people: [mary] });
  });

  test('says nothing to those who may not see it, and does not show them', async () => {
    const { manager, agent, colleague, path } = company;
    const leadId = await makeLead(manager);
    await assign(leadId, colleague);
    const [stranger, reader] = await Promise.all([openLive(agent, path), openLive(manager, path)]);

    stranger.send({ lead_id: leadId });
    reader.send({ lead_id: leadId });
    await expect.poll(() => reader.messages.filter(({ type }) => type === 'present')).toHaveLength(1);

    expect(reader.messages.at(-1)).toMatchObject({ people: [{ user_id: manager.userId }] });
    expect(stranger.messages.filter(({ type }) => type === 'present')).toEqual([]);
  });
});

test('only the user who is notified learns of a notification, and of its being read', async () => {
  const { manager, colleague, path } = company;
  const user = await makeUser(company.superadmin, path);
  const [own, others] = await Promise.all([openLive(user, path), openLive(colleague, path)]);
  const leadId = await makeLead(manager);

  await assign(leadId, user);
  await own.hint({ kind: 'notification' });
  await answerOf(
    await sendAs(user, 'POST', `${path}/notifications/read`, { until: new Date().toISOString() }),
  );

  await expect.poll(() => own.hints().filter(({ kind }) => kind === 'notification')).toHaveLength(2);
  expect(others.hints().filter(({ kind }) => kind === 'notification')).toEqual([]);
});

// The local runtime ends a closed connection after 10 seconds.
describe.concurrent('a socket closes', () => {
  test('when its session ends', async () => {
    const user = await makeUser(company.superadmin, company.path, { role_id: 'manager' });
    const live = await openLive(user, company.path);

    await send('/auth/revoke_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: user.token }),
    });

    expect(await live.closed).toBe(4001);
  });

  test.for<[string, Record<string, unknown>, number]>([
    ['is suspended', { is_suspended: true }, 4001],
    ['gets another role', { role_id: 'agent' }, 4003],
  ])('when its user %s', async ([, change, code]) => {
    const user = await makeUser(company.superadmin, company.path, { role_id: 'manager' });
    const live = await openLive(user, company.path);

    await answerOf(
      await sendAs(company.superadmin, 'POST', `${company.path}/users/${user.userId}/modify`, change),
    );

    expect(await live.closed).toBe(code);
  });

  test('when its token expires, though nothing happens', async () => {
    const { email } = await makeUser(company.superadmin, company.path, { role_id: 'manager' });
    const user = await signInByOperator(email, 2);
    const live = await openLive(user, company.path);

    expect(await live.closed).toBe(4001);
  });

  test.for<[string, unknown]>([
    ['that is not JSON', 'hello'],
    ['without a lead', { lead: 1 }],
    ['that is long', 'x'.repeat(101)],
    ['of a megabyte', 'x'.repeat(1_000_000)],
  ])('after a message %s', async ([, message]) => {
    const live = await openLive(company.manager, company.path);

    live.send(message);

    expect(await live.closed).toBe(1008);
  });

  test('after too many messages', async () => {
    const live = await openLive(company.manager, company.path);

    for (let sent = 0; sent < 31; sent += 1) live.send({ lead_id: null });

    expect(await live.closed).toBe(1008);
  });

  test('when the user opens too many others', async () => {
    const user = await makeUser(company.superadmin, company.path);
    const first = await openLive(user, company.path);
    const others = await Promise.all(Array.from({ length: 20 }, () => openLive(user, company.path)));

    expect(await first.closed).toBe(4004);
    expect(others).toHaveLength(20);
  });
});

describe('a request for a socket', () => {
  test('is answered 101', async () => {
    const { status } = await upgrade(`${company.path}/live`, {
      Authorization: company.manager.authorization,
    });

    const content = { request: {}, status, body: null };
    await expect(`${JSON.stringify(content, undefined, 2)}\n`).toMatchFileSnapshot(
      resolve('test/golden/stream/live.json'),
    );
  });

  test('that is none is refused', async () => {
    const answer = await sendAs(company.manager, 'GET', `${company.path}/live`);

    expect(answer.status).toBe(426);
    expect((await problemOf(answer)).code).toBe('upgrade_required');
  });

  test('is refused without credentials, and for another company', async () => {
    const other = await makeCompanyWithUsers();
    const { authorization } = company.manager;

    const refused = await Promise.all([
      upgrade(`${company.path}/live`, {}),
      upgrade(`${other.path}/live`, { Authorization: authorization }),
    ]);

    expect(refused.map(({ status }) => status)).toEqual([401, 404]);
  });

  test.for<[string, Record<string, string>, number]>([
    ['of the console', { Origin: '<own>' }, 101],
    ['of another site', { Origin: 'https://evil.example' }, 403],
    [
      'that claims to be of this site',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      403,
    ],
    ['without an origin', { 'Sec-Fetch-Site': 'same-origin' }, 403],
    ['of a frame without an origin', { Origin: 'null' }, 403],
  ])('with a session comes only from a page %s', async ([, headers, expected]) => {
    const cookie = Buffer.from(company.manager.authorization).toString('base64url');
    const origin = headers['Origin'] === '<own>' ? { Origin: workerUrl() } : {};

    const { status } = await upgrade(`/console/api${company.path}/live`, {
      Cookie: `leadline=${cookie}`,
      ...headers,
      ...origin,
    });

    expect(status).toBe(expected);
  });
});

function makeLead(user: TestUser): Promise<string> {
  return createLead({ user, path: company.path });
}

async function assign(leadId: string, { email }: TestUser): Promise<void> {
  const client = { user: company.manager, path: company.path };
  const answer = await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: email });
  expect(answer.status).toBe(200);
}

async function endOfStream(): Promise<number> {
  const answer = await sendAs(company.superadmin, 'GET', `${company.path}/changes?after=now`);
  return Number((await answerOf<{ next: string }>(answer)).next);
}

/** Sends the request for an upgrade, and returns the answer. */
function upgrade(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((done, fail) => {
    const request = httpRequest(new URL(path, workerUrl()), {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
        ...headers,
      },
    });
    request.on('upgrade', ({ statusCode = 0, headers: answered }, socket) => {
      socket.destroy();
      done({ status: statusCode, headers: answered });
    });
    request.on('response', (response) => {
      response.resume();
      done({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', fail);
    request.end();
  });
}
