/** Who holds a sign-in address, and who may still try passwords for it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attempt, type Failure, secondsToWait } from '../../../worker/accounts/throttle.ts';
import { basic, freshIp, problemOf } from '../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../harness/faulty-leadline.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'correct horse: battery';

let leadline: FaultyLeadline;
let ahead = 0;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

async function later(minutes: number): Promise<void> {
  ahead += minutes * MINUTE_MS;
  await leadline.set({ ahead });
}

interface Sue {
  companyId: string;
  userId: string;
  email: string;
  send(path: string, body: unknown): Promise<Response>;
}

function freshEmail(): string {
  return `x${crypto.randomUUID().slice(0, 8)}@acme.test`;
}

async function makeCompany(email = freshEmail(), password?: string): Promise<Sue> {
  const made = await leadline.sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email, ...(password === undefined ? {} : { password }) },
  });
  expect(made.status).toBe(200);
  const { company_id: companyId, user_id: userId } = (await made.json()) as Record<string, string>;
  const issued = await leadline.sendAsOperator('POST', '/operator/tokens', { email });
  const headers = {
    Authorization: basic(email, (await issued.json()) as string),
    'Content-Type': 'application/json',
  };
  return {
    companyId: companyId!,
    userId: userId!,
    email,
    send: (path, body) =>
      leadline.send(`/companies/${companyId}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
  };
}

/** Has the company claim an address for a change that is then refused: a company keeps its last super admin. */
async function claimInVain(sue: Sue, email: string): Promise<void> {
  const refused = await sue.send(`/users/${sue.userId}/modify`, { email, role_id: 'agent' });
  expect(await problemOf(refused)).toMatchObject({ code: 'last_superadmin' });
}

function addUser(sue: Sue, email: string): Promise<Response> {
  return sue.send('/users', { name: 'Uma', email, role_id: 'agent' });
}

function account(email: string, init: RequestInit = {}): Promise<Response> {
  return leadline.send(`/test/account/${encodeURIComponent(email)}`, init);
}

function signIn(email: string, password: string, ip = freshIp()): Promise<Response> {
  return leadline.send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify({ username: email, password }),
  });
}

describe('an address that a company claimed and did not come to use', () => {
  test('is free ten minutes later, without anybody looking after it', async () => {
    const [one, another] = [await makeCompany(), await makeCompany()];
    const email = freshEmail();
    await claimInVain(one, email);
    await later(11);

    expect((await addUser(another, email)).status).toBe(200);
    expect((await addUser(one, email)).status).toBe(409);
  });

  test('leaves nothing behind when its alarm rings', async () => {
    const one = await makeCompany();
    const email = freshEmail();
    await claimInVain(one, email);
    await later(11);

    expect(await (await account(email, { method: 'PUT' })).json()).toEqual([]);
  });

  test('is released by the operator at once', async () => {
    const [one, another] = [await makeCompany(), await makeCompany()];
    const email = freshEmail();
    await account(email, { method: 'POST', body: JSON.stringify({ company: one.companyId }) });
    expect((await addUser(another, email)).status).toBe(409);

    const released = await leadline.sendAsOperator('POST', '/operator/addresses/release', { email });

    expect(await released.json()).toEqual({ email, company_id: one.companyId });
    expect((await addUser(another, email)).status).toBe(200);
  });
});

describe('an address that somebody has', () => {
  test('stays theirs when the claim was never committed: the account asks the company', async () => {
    const one = await makeCompany(freshEmail(), PASSWORD);
    await later(11);
    await account(one.email, { method: 'PUT' });

    const taken = await addUser(await makeCompany(), one.email);

    expect(await problemOf(taken)).toMatchObject({ code: 'identifier_taken' });
    expect((await signIn(one.email, PASSWORD)).status).toBe(200);
  });

  test('is not released by the operator', async () => {
    const one = await makeCompany();

    const refused = await leadline.sendAsOperator('POST', '/operator/addresses/release', {
      email: one.email,
    });
    const nobodys = await leadline.sendAsOperator('POST', '/operator/addresses/release', {
      email: 'Nobody@acme.test',
    });

    expect(await problemOf(refused)).toMatchObject({ code: 'in_use', company_id: one.companyId });
    expect(await nobodys.json()).toEqual({ email: 'Nobody@acme.test', company_id: null });
  });
});

describe('wrong passwords from many networks', () => {
  const now = 1_000_000_000;
  const attempt = (overrides: Partial<Attempt> = {}): Attempt => ({
    network: 'mine',
    isFamiliar: false,
    now,
    ...overrides,
  });
  const strangers = (count: number, time = now - 1_000): Failure[] =>
    Array.from({ length: count }, (_, index) => ({ time, network: `network ${index}` }));

  test.for([
    ['forty-nine do not close the address', strangers(49), attempt(), 0],
    ['fifty do', strangers(50), attempt(), 899],
    [
      'but not for a network that the owner has signed in from',
      strangers(50),
      attempt({ isFamiliar: true }),
      0,
    ],
    ['and not a quarter of an hour later', strangers(50, now - 900_000), attempt(), 0],
    [
      'five of a familiar network close it there',
      Array.from({ length: 5 }, () => ({ time: now - 1_000, network: 'mine' })),
      attempt({ isFamiliar: true }),
      899,
    ],
  ] as const)('%s', ([, failures, next, seconds]) => {
    expect(secondsToWait(failures, next)).toBe(seconds);
  });

  test('keep strangers out, and let the owner in where they have been before', async () => {
    const { email } = await makeCompany(freshEmail(), PASSWORD);
    const [home, elsewhere] = [freshIp(), freshIp()];
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    // As the first version stored them: times alone.
    const failures = Array.from({ length: 50 }, () => Date.now() + ahead);
    await account(email, { method: 'POST', body: JSON.stringify({ failures }) });

    expect((await signIn(email, PASSWORD, elsewhere)).status).toBe(429);
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
  });
});
