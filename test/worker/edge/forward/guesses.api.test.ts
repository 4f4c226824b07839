/** Failed credentials at the edge: which networks may continue, and which requests reach a company's Durable Object. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { basic, freshIp, problemOf } from '../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { withinOneMinute } from '../../../harness/minutes.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';

const MINUTE_MS = 60_000;
/** More than the local limiter allows in two minutes. It counts by the minutes of the clock, and a test may run in two. */
const MANY = 50;

let leadline: FaultyLeadline;

interface User {
  companyId: string;
  email: string;
  authorization: string;
}

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());
beforeEach(async () => {
  await leadline.counts();
});

async function makeUser(): Promise<User> {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  const made = await leadline.sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email },
  });
  const { company_id: companyId } = (await made.json()) as { company_id: string };
  const issued = await leadline.sendAsOperator('POST', '/operator/tokens', { email });
  return { companyId, email, authorization: basic(email, (await issued.json()) as string) };
}

function get(path: string, authorization: string, ip: string): Promise<Response> {
  return leadline.send(path, { headers: { Authorization: authorization, 'CF-Connecting-IP': ip } });
}

/** A well-formed token for a company that does not exist. */
function forged(companyId: string): string {
  const bytes = Buffer.concat([
    Buffer.from(companyId.replaceAll('-', ''), 'hex'),
    crypto.getRandomValues(new Uint8Array(32)),
  ]);
  return basic('sue@acme.test', `llt_${bytes.toString('base64url')}`);
}

async function statuses(responses: Promise<Response>[]): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

describe('five hundred forged tokens at once', () => {
  test.for([
    ['the lead API', (id: string) => `/companies/${id}/users`],
    ['/me', () => '/me'],
    ['the DNI settings', (id: string) => `/dni/api/companies/${id}/settings`],
    ['the preview', (id: string) => `/dni/preview/${id}`],
  ] as const)("reach a company's object a few times: %s", async ([, pathOf]) => {
    const { companyId } = await makeUser();
    const ip = freshIp();
    await leadline.counts();

    const counted = await statuses(
      Array.from({ length: 500 }, () => get(pathOf(companyId), forged(companyId), ip)),
    );
    const { objects } = await leadline.counts();

    expect((counted[401] ?? 0) + (counted[429] ?? 0)).toBe(500);
    expect(objects).toBeLessThanOrEqual(45);
    const next = await get(pathOf(companyId), forged(companyId), ip);
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await problemOf(next)).toMatchObject({ code: 'rate_limited' });
  });

  test('or not at all, when the path names another company', async () => {
    const { companyId } = await makeUser();
    const paths = [`/dni/api/companies/${companyId}/settings`, `/dni/preview/${companyId}`];
    await leadline.counts();

    for (const path of paths) {
      expect((await get(path, forged(crypto.randomUUID()), freshIp())).status).toBe(401);
      expect((await leadline.send(path)).status).toBe(401);
    }

    expect((await leadline.counts()).objects).toBe(0);
  });
});

describe('pages of sites that no company has named', () => {
  const SITE = { Origin: 'https://elsewhere.example' };
  const PREFLIGHT = { 'Access-Control-Request-Method': 'POST' };

  test.for([
    ['that send preflights', 'OPTIONS', PREFLIGHT],
    ['that send without credentials', 'GET', {}],
  ] as const)('start only a few objects a minute: %s', async ([, method, asked]) => {
    const { allowed, objects } = await withinOneMinute(async () => {
      const headers = { ...SITE, ...asked, 'CF-Connecting-IP': freshIp() };
      const origins: (string | null)[] = [];
      await leadline.counts();
      for (let count = 0; count < 60; count += 1) {
        const answer = await leadline.send(`/companies/${crypto.randomUUID()}/users`, { method, headers });
        origins.push(answer.headers.get('Access-Control-Allow-Origin'));
      }
      return { allowed: origins, ...(await leadline.counts()) };
    });

    expect(objects).toBeLessThanOrEqual(25);
    expect(new Set(allowed)).toEqual(new Set([null]));
  });

  test('do not affect pages of the same network for companies that allow their site', async () => {
    const user = await makeUser();
    const site = 'https://app.acme.test';
    const ip = freshIp();
    const options = JSON.stringify({ name: 'Acme', default_region: 'US', cors_origins: [site] });
    await leadline.send(`/companies/${user.companyId}/settings`, {
      method: 'PUT',
      headers: { Authorization: user.authorization, 'Content-Type': 'application/json' },
      body: options,
    });
    const preflight = (companyId: string, origin: string): Promise<Response> =>
      leadline.send(`/companies/${companyId}/users`, {
        method: 'OPTIONS',
        headers: { ...PREFLIGHT, Origin: origin, 'CF-Connecting-IP': ip },
      });
    await preflight(user.companyId, site);
    for (let count = 0; count < MANY; count += 1) await preflight(crypto.randomUUID(), SITE.Origin);

    const answer = await preflight(user.companyId, site);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site);
  });
});

test.for([
  ['GET', 'confirm'],
  ['POST', 'confirm'],
  ['HEAD', 'shared'],
] as const)(
  'links in mail that somebody makes up start only a few objects a minute: %s %s',
  async ([method, page]) => {
    const { codes, objects } = await withinOneMinute(async () => {
      const headers = { 'CF-Connecting-IP': freshIp() };
      await leadline.counts();
      const found: number[] = [];
      for (let count = 0; count < 60; count += 1) {
        const link = `/reports/${page}/${crypto.randomUUID()}/${crypto.randomUUID()}`;
        found.push((await leadline.send(link, { method, headers })).status);
      }
      return { codes: found, ...(await leadline.counts()) };
    });

    expect(objects).toBeLessThanOrEqual(25);
    expect([codes[0], codes.at(-1)]).toEqual([410, 429]);
  },
);

describe('a network whose credentials fail', () => {
  test('may still use credentials that worked, and no others', async () => {
    const user = await makeUser();
    const ip = freshIp();
    expect((await get('/me', user.authorization, ip)).status).toBe(200);
    for (let guess = 0; guess < MANY; guess += 1) await get('/me', forged(user.companyId), ip);

    expect((await get('/me', user.authorization, ip)).status).toBe(200);
    expect((await get('/me', forged(user.companyId), ip)).status).toBe(429);
    expect((await get('/me', forged(user.companyId), freshIp())).status).toBe(401);
  });

  test('is the same with all IPv6 addresses of a /64', async () => {
    const { companyId } = await makeUser();
    const network = `2001:db8:${crypto.getRandomValues(new Uint16Array(1))[0]!.toString(16)}:7`;
    const codes: number[] = [];
    for (let guess = 1; guess <= MANY; guess += 1) {
      codes.push((await get('/me', forged(companyId), `${network}::${guess.toString(16)}`)).status);
    }

    expect(codes.slice(0, 20)).toEqual(Array<number>(20).fill(401));
    expect(codes.slice(-3)).toEqual([429, 429, 429]);
  });

  test('is not affected by one client with an expired token', async () => {
    const user = await makeUser();
    const colleague = await makeUser();
    const ip = freshIp();
    const ended = forged(user.companyId);

    const codes: number[] = [];
    for (let request = 0; request < MANY; request += 1) codes.push((await get('/me', ended, ip)).status);

    expect([codes[0], codes.at(-1)]).toEqual([401, 429]);
    expect((await get('/me', colleague.authorization, ip)).status).toBe(200);
  });

  test('may try again a minute later', async () => {
    const user = await makeUser();
    const ip = freshIp();
    for (let guess = 0; guess < MANY; guess += 1) await get('/me', forged(user.companyId), ip);
    expect((await get('/me', user.authorization, ip)).status).toBe(429);

    await leadline.set({ ahead: 2 * MINUTE_MS });

    expect((await get('/me', user.authorization, ip)).status).toBe(200);
  });
});

describe('successes do not count', () => {
  test('for a user or for the operator', async () => {
    const user = await makeUser();
    const ip = freshIp();
    const operator = `Bearer ${OPERATOR_TOKEN}`;
    const settings = `/dni/api/companies/${user.companyId}/settings`;

    const asUser = await statuses(Array.from({ length: 60 }, () => get('/me', user.authorization, ip)));
    const asOperator = await statuses(Array.from({ length: 60 }, () => get(settings, operator, ip)));

    expect(asUser).toEqual({ 200: 60 });
    expect(asOperator).toEqual({ 404: 60 });
  });
});

test.for([
  '/operator/tokens',
  `/dni/api/companies/${crypto.randomUUID()}/settings`,
  `/dni/preview/${crypto.randomUUID()}`,
])('guesses of the operator token are limited at %s, and call no object', async (path) => {
  const ip = freshIp();
  const codes: number[] = [];
  for (let guess = 0; guess < MANY; guess += 1)
    codes.push((await get(path, `Bearer guess-${guess}`, ip)).status);

  expect([codes[0], codes.at(-1)]).toEqual([401, 429]);
  expect((await leadline.counts()).objects).toBe(0);
});

test('a path without a check of credentials does not prove them', async () => {
  const { companyId } = await makeUser();
  const ip = freshIp();
  for (let guess = 0; guess < MANY; guess += 1) await get('/me', forged(companyId), ip);
  const guess = forged(companyId);
  await leadline.send('/auth/revoke_token', {
    method: 'POST',
    headers: { Authorization: guess, 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: '{"token":"llt_x"}',
  });
  await get('/nothing', guess, ip);
  await get(`/companies/${companyId}/`, guess, ip);

  expect((await get('/me', guess, ip)).status).toBe(429);
});
