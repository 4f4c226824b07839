/** Web Push, with a push service on this machine, read by `http_ece` as a browser does. */
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import ece from 'http_ece';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dniSettings } from '../../../../harness/dni-company.ts';
import { ask, type Session } from '../../../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';
import { type OwnWorker, startServer, startWorker } from '../../../../harness/own-worker.ts';
import { type Mailing, type Person, startMailing } from '../../../mail/mailing.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser: its subscription, and how it reads messages. */
interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string }; name: string };
  read(pushed: Pushed): { title: string; body?: string; url: string; tag: string };
}

interface Devices {
  public_key: string;
  devices: { device_id: string; name: string }[];
}

let worker: OwnWorker;
let service: { url: string; close: () => Promise<void> };
let arrived: Pushed[] = [];
let statusFor: (path: string) => number = () => 201;
/** `Retry-After` of the service. */
let retryAfter: string | undefined;
let company: Mailing;

beforeAll(async () => {
  service = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      arrived.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
      response.writeHead(statusFor(path), { Location: 'http://169.254.169.254/', ...headers }).end();
    });
  });
  worker = await startWorker({ PRIVATE_ADDRESSES: 'allowed' });
});
afterAll(async () => {
  await worker.close();
  await service.close();
});
beforeEach(async () => {
  company = await startMailing(worker.url);
});
afterEach(() => {
  arrived = [];
  statusFor = () => 201;
  retryAfter = undefined;
});

function browser(name = 'Phone'): Browser {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${service.url}/push/${crypto.randomUUID()}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      name,
    },
    read: ({ body }) => {
      const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth });
      return JSON.parse(text.toString()) as ReturnType<Browser['read']>;
    },
  };
}

function devicesOf(person: Session): Promise<Devices> {
  return ask<Devices>(person, `${person.path}/notifications/devices`);
}

async function subscribe(person: Person, one: Browser): Promise<string> {
  const at = `${person.path}/notifications/devices`;
  return (await ask<{ device_id: string }>(person, at, one.subscription)).device_id;
}

interface PushState {
  status: string;
  attempts: number;
  next_attempt_time?: string;
}

async function pushState(): Promise<PushState | undefined> {
  const [newest] = await company.notifications();
  return (newest?.channels as { push?: PushState } | undefined)?.push;
}

function pushesTo(one: Browser): Pushed[] {
  return arrived.filter(({ path }) => one.subscription.endpoint.endsWith(path));
}

test('a missed call is pushed with its source and branch, and not with its number', async () => {
  const { superadmin, agent } = company;
  const phone = browser();
  await subscribe(agent, phone);
  const saved = await fetch(`${worker.url}/dni/api${superadmin.path}/settings`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(dniSettings()),
  });
  expect(saved.status).toBe(200);

  const call = { carrier_call_id: crypto.randomUUID(), number: '+15125550102', from: '+12065550162' };
  await ask(superadmin, `${superadmin.path}/calls`, { ...call, started_at: new Date().toISOString() });

  await expect.poll(() => pushesTo(phone).length, PATIENCE).toBe(1);
  const message = phone.read(pushesTo(phone)[0]!);
  expect(message).toMatchObject({
    title: 'Missed call from a lead',
    body: 'Source: Paid search\nBranch: Austin',
  });
  expect(JSON.stringify(message)).not.toContain('5550162');
});

test('an assignment is pushed to each browser of the user, with a name and a link and nothing else', async () => {
  const [phone, laptop] = [browser(), browser('Laptop')];
  await subscribe(company.agent, phone);
  await subscribe(company.agent, laptop);

  const leadId = await company.assignLead('Lena Lead');

  await expect.poll(() => arrived.length, PATIENCE).toBe(2);
  const [pushed] = pushesTo(phone);
  const message = phone.read(pushed!);
  expect(message).toEqual({
    title: 'Sue assigned Lena Lead to you',
    url: `/console/${company.agent.path.split('/')[2]}/leads/${leadId}`,
    tag: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  expect(pushesTo(laptop).map((each) => laptop.read(each))).toEqual([message]);
  expect(pushed?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'high',
    topic: message.tag.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
  });
  expect(pushed?.body.length).toBeLessThanOrEqual(4096);
  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'delivered', attempts: 1 });
});

test('the service can check who sends: a signature for its origin, with the key that browsers subscribe with', async () => {
  const phone = browser();
  await subscribe(company.agent, phone);
  await company.assignLead();
  await expect.poll(() => arrived.length, PATIENCE).toBe(1);

  const header = arrived[0]?.headers.authorization ?? '';
  const [, signed = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];

  expect(key).toBe((await devicesOf(company.agent)).public_key);
  const point = Buffer.from(key, 'base64url').subarray(1);
  const [x = '', y = ''] = [point.subarray(0, 32), point.subarray(32)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const given = Buffer.from(signature, 'base64url');
  expect(verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)).toBe(
    true,
  );
  const [, claims = ''] = signed.split('.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  expect([aud, sub]).toEqual([service.url, 'mailto:nobody@leadline.invalid']);
  expect(Number(exp) * 1000 - Date.now()).toBeLessThan(24 * 3_600_000);
});

test.for([404, 410, 403])('a browser whose service answers %i is forgotten', async (status) => {
  const [gone, there] = [browser('Gone'), browser('There')];
  await subscribe(company.agent, gone);
  await subscribe(company.agent, there);
  statusFor = (path) => (gone.subscription.endpoint.endsWith(path) ? status : 201);

  await company.assignLead();

  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'delivered' });
  expect((await devicesOf(company.agent)).devices.map(({ name }) => name)).toEqual(['There']);
});

test('a service that fails is asked again, and a browser that has the message does not get it twice', async () => {
  const [failing, there] = [browser('Failing'), browser('There')];
  await subscribe(company.agent, failing);
  await subscribe(company.agent, there);
  statusFor = (path) => (failing.subscription.endpoint.endsWith(path) ? 503 : 201);
  await company.assignLead();
  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'pending', attempts: 1 });

  statusFor = () => 201;

  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'delivered', attempts: 2 });
  expect(pushesTo(there)).toHaveLength(1);
  const tags = pushesTo(failing).map((pushed) => failing.read(pushed).tag);
  expect([tags.length, new Set(tags).size]).toEqual([2, 1]);
});

test('a service that asks for a pause gets it, also from further messages', async () => {
  await subscribe(company.agent, browser());
  statusFor = () => 429;
  retryAfter = '3600';
  const start = Date.now();
  await company.assignLead();
  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'pending', attempts: 1 });
  const { next_attempt_time: next = '' } = (await pushState())!;
  await company.assignLead('Liam Later');
  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'pending', attempts: 1 });

  expect(Date.parse(next) - start).toBeGreaterThan(3_600_000);
  expect(arrived).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  await subscribe(company.agent, browser());
  statusFor = () => 302;

  await company.assignLead();

  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'pending', attempts: 1 });
  expect(arrived).toHaveLength(1);
});

test('a storm of assignments is one message', async () => {
  const phone = browser();
  await subscribe(company.agent, phone);

  await Promise.all(Array.from({ length: 12 }, async (_, index) => company.assignLead(`Lead ${index}`)));

  await expect.poll(pushState, PATIENCE).toMatchObject({ status: 'delivered' });
  const titles = pushesTo(phone).map((pushed) => phone.read(pushed).title);
  expect(titles.length).toBeLessThan(12);
  expect(titles.some((title) => /^\d+ notifications: /.test(title))).toBe(true);
});

test('nothing is pushed of kinds that the user does not want', async () => {
  await subscribe(company.agent, browser());
  const { agent } = company;
  const answer = await fetch(`${agent.url}${agent.path}/notifications/choices`, {
    method: 'PUT',
    headers: { Authorization: agent.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kinds: { assigned: { push: false } } }),
  });
  expect(await answer.json()).toMatchObject({ kinds: { assigned: { push: false }, text: { push: true } } });

  await company.assignLead();

  expect((await company.notifications())[0]?.channels).not.toHaveProperty('push');
});

test('a browser belongs to the session that added it, to one user, and to ten at most', async () => {
  const { agent, superadmin } = company;
  const phone = browser('Shared');
  const id = await subscribe(agent, phone);
  expect(await subscribe(agent, phone)).toBe(id);
  await subscribe({ ...agent, ...superadmin }, phone);
  expect((await devicesOf(agent)).devices).toEqual([]);
  for (let index = 0; index < 11; index += 1) await subscribe(agent, browser(`Number ${index}`));
  const names = (await devicesOf(agent)).devices.map(({ name }) => name);
  expect([names.length, names[0]]).toEqual([10, 'Number 1']);

  const [, token = ''] = Buffer.from(agent.authorization.slice(6), 'base64').toString().split(':');
  await fetch(`${agent.url}/auth/revoke_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const operator = { url: agent.url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  const next = await ask<string>(operator, '/operator/tokens', { email: agent.email });
  const again = { ...agent, authorization: `Basic ${btoa(`${agent.email}:${next}`)}` };
  expect((await devicesOf(again)).devices).toEqual([]);
});

test('an address in a private network is refused where those are not allowed', async () => {
  const public_ = await startWorker({});
  try {
    const { agent } = await startMailing(public_.url);
    for (const endpoint of ['http://push.example.com/', 'https://127.0.0.1/', 'https://169.254.169.254/']) {
      const answer = await fetch(`${agent.url}${agent.path}/notifications/devices`, {
        method: 'POST',
        headers: { Authorization: agent.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...browser().subscription, endpoint }),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/endpoint' }] });
    }
  } finally {
    await public_.close();
  }
});

test('a key for which nothing can be encrypted is refused', async () => {
  const { subscription } = browser();
  const point = Buffer.from(subscription.keys.p256dh, 'base64url');
  point[64] = (point[64] ?? 0) ^ 1;
  const { agent } = company;
  const answer = await fetch(`${agent.url}${agent.path}/notifications/devices`, {
    method: 'POST',
    headers: { Authorization: agent.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...subscription,
      keys: { ...subscription.keys, p256dh: point.toString('base64url') },
    }),
  });

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/keys/p256dh' }] });
});
