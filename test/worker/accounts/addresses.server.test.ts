/** Sign-in addresses: the companies of an address, and the limits for passwords. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attempt, type Failure, secondsToWait } from '../../../worker/accounts/factors/throttle.ts';
import type { Fault } from '../../faults/faults.ts';
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

async function later(minutes: number, faults: Fault[] = []): Promise<void> {
  ahead += minutes * MINUTE_MS;
  await leadline.set({ ahead, faults });
}

interface Sue {
  companyId: string;
  userId: string;
  email: string;
  headers: Record<string, string>;
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
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
    headers,
    send: (path, body, more = {}) =>
      leadline.send(`/companies/${companyId}${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      }),
  };
}

function addUser(sue: Sue, email: string, password?: string): Promise<Response> {
  return sue.send('/users', {
    name: 'Uma',
    email,
    role_id: 'agent',
    ...(password === undefined ? {} : { password }),
  });
}

/** The addresses of the company's users. */
async function addressesOf(sue: Sue): Promise<string[]> {
  const users = await leadline.send(`/companies/${sue.companyId}/users`, { headers: sue.headers });
  return ((await users.json()) as { email: string }[]).map(({ email }) => email);
}

/** Runs a function while a fault is active. */
async function during<Result>(fault: Fault, work: () => Promise<Result>): Promise<Result> {
  await leadline.set({ faults: [fault] });
  try {
    return await work();
  } finally {
    await leadline.set();
  }
}

/** Returns the storage keys of an account after its alarms have run. */
async function keysLater(email: string, faults: Fault[] = []): Promise<string[]> {
  await later(11, faults);
  return (await (await account(email, { method: 'PUT' })).json()) as string[];
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

async function tokenOf(email: string, password: string): Promise<string> {
  return (await (await signIn(email, password)).json()) as string;
}

describe('a new user whose company’s object is killed', () => {
  test('after the claim does not exist, and ten minutes later the claim is deleted', async () => {
    const sue = await makeCompany();
    const email = freshEmail();

    const broken = await during('dies-claimed', () => addUser(sue, email, PASSWORD));

    expect(broken.status).toBe(500);
    expect(await addressesOf(sue)).toEqual([sue.email]);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect(await keysLater(email)).toEqual([]);
    expect((await addUser(sue, email)).status).toBe(200);
  });

  test('after the change is saved can sign in at once and from then on', async () => {
    const sue = await makeCompany();
    const email = freshEmail();

    const broken = await during('dies-saved', () => addUser(sue, email, PASSWORD));

    expect(broken.status).toBe(500);
    expect(await addressesOf(sue)).toContain(email);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect(await keysLater(email)).toContain('logins');
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('is not affected when a refused claim of the same address is cancelled', async () => {
    const sue = await makeCompany();
    const email = freshEmail();

    const twins = await Promise.all([PASSWORD, 'another long one'].map((each) => addUser(sue, email, each)));

    expect(twins.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    const right = twins[0]?.status === 200 ? PASSWORD : 'another long one';
    expect((await signIn(email, right)).status).toBe(200);
    await keysLater(email);
    expect((await signIn(email, right)).status).toBe(200);
    expect((await signIn(email, right === PASSWORD ? 'another long one' : PASSWORD)).status).toBe(401);
  });
});

describe('a new address whose company’s object is killed', () => {
  test.for([
    ['dies-claimed', 'after the claim is not taken: the old one stays', 'before'],
    ['dies-saved', 'after the change is saved has the password, and the old one is free', 'after'],
  ] as const)('%s: %s', async ([fault, , kept]) => {
    const sue = await makeCompany();
    const addresses = { before: freshEmail(), after: freshEmail() };
    const added = await addUser(sue, addresses.before, PASSWORD);
    const { user_id: userId } = (await added.json()) as { user_id: string };

    const broken = await during(fault, () => sue.send(`/users/${userId}/modify`, { email: addresses.after }));

    expect(broken.status).toBe(500);
    const lost = kept === 'before' ? 'after' : 'before';
    for (const when of ['at once', 'later']) {
      const gotIn = [await signIn(addresses[kept], PASSWORD), await signIn(addresses[lost], PASSWORD)];
      expect([when, ...gotIn.map(({ status }) => status)]).toEqual([when, 200, 401]);
      await keysLater(addresses.before);
      await account(addresses.after, { method: 'PUT' });
    }
    expect(await keysLater(addresses[lost])).toEqual([]);
  });
});

test('the next user of an address keeps it when the former one’s move completes late', async () => {
  const sue = await makeCompany();
  const [email, moved] = [freshEmail(), freshEmail()];
  const { user_id: userId } = (await (await addUser(sue, email, PASSWORD)).json()) as { user_id: string };

  await during('account-later', () => sue.send(`/users/${userId}/modify`, { email: moved }));
  await addUser(sue, email, 'the one of the next');
  await keysLater(email);

  expect((await signIn(email, 'the one of the next')).status).toBe(200);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  expect((await signIn(moved, PASSWORD)).status).toBe(200);
});

describe('an account that cannot be reached', () => {
  test('refuses changes that need it, and nothing is changed', async () => {
    const sue = await makeCompany(freshEmail(), PASSWORD);
    const email = freshEmail();
    const modify = `/users/${sue.userId}/modify`;

    const refused = await during('account', () =>
      Promise.all([
        addUser(sue, email),
        sue.send(modify, { email, name: 'New' }),
        sue.send(modify, { password: 'another long one', name: 'New' }),
      ]),
    );

    for (const response of refused) {
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('5');
      expect(await problemOf(response)).toMatchObject({ code: 'service_unavailable' });
    }
    expect(await addressesOf(sue)).toEqual([sue.email]);
    expect((await signIn(sue.email, PASSWORD)).status).toBe(200);
  });

  test('after the change was saved, does not undo it', async () => {
    const sue = await makeCompany();
    const [first, second] = [freshEmail(), freshEmail()];
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { name: 'Uma', email: first, role_id: 'agent', password: PASSWORD };

    const added = await during('account-later', () => sue.send('/users', body, key));
    const again = await sue.send('/users', body, key);
    const { user_id: userId } = (await added.json()) as { user_id: string };
    expect([added.status, again.status]).toEqual([200, 200]);
    expect(await again.json()).toMatchObject({ user_id: userId });
    expect((await signIn(first, PASSWORD)).status).toBe(200);

    const moved = await during('account-later', () => sue.send(`/users/${userId}/modify`, { email: second }));
    expect(moved.status).toBe(200);
    expect((await signIn(second, PASSWORD)).status).toBe(200);
    expect(await keysLater(first)).toEqual([]);
    expect(await keysLater(second)).toContain('logins');
    expect((await signIn(second, PASSWORD)).status).toBe(200);
  });

  test('leaves a new company uncreated', async () => {
    const email = freshEmail();
    const company = {
      company_id: crypto.randomUUID(),
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email, password: PASSWORD },
    };
    const make = (): Promise<Response> => leadline.sendAsOperator('POST', '/operator/companies', company);

    const refused = await during('account', make);
    const broken = await during('dies-claimed', make);

    expect([refused.status, broken.status]).toEqual([503, 500]);
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect((await during('account-later', make)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    await keysLater(email);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('a company that does not answer the account', () => {
  test('is asked about a claim until it answers', async () => {
    const sue = await makeCompany();
    const email = freshEmail();
    await during('dies-claimed', () => addUser(sue, email));

    expect(await keysLater(email, ['company-deaf'])).toContain('logins');
    expect(await keysLater(email)).toEqual([]);
  });

  test('gets the report of a new password until it succeeds, and the password is valid at once', async () => {
    const sue = await makeCompany(freshEmail(), PASSWORD);
    const old = { ...sue.headers, Authorization: basic(sue.email, await tokenOf(sue.email, PASSWORD)) };
    const me = async (headers: Record<string, string>): Promise<number> =>
      (await leadline.send('/me', { headers })).status;
    const change = { current_password: PASSWORD, password: 'another long one' };

    const changed = await during('company-deaf', () =>
      leadline.send('/me/password', { method: 'POST', headers: sue.headers, body: JSON.stringify(change) }),
    );

    expect(changed.status).toBe(200);
    expect((await signIn(sue.email, PASSWORD)).status).toBe(401);
    expect([await me(sue.headers), await me(old)]).toEqual([200, 200]);
    expect(await keysLater(sue.email)).not.toContain('errands');
    expect([await me(sue.headers), await me(old)]).toEqual([200, 401]);
  });
});

describe('the operator releases', () => {
  test('a pending claim', async () => {
    const sue = await makeCompany();
    const email = freshEmail();
    await during('dies-claimed', () => addUser(sue, email));

    const released = await leadline.sendAsOperator('POST', '/operator/addresses/release', { email });

    expect(await released.json()).toEqual({ email, company_id: sue.companyId });
    expect(await (await account(email)).json()).toEqual([]);
  });

  test('but keeps an address with a user', async () => {
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

test('passwords of one address share a salt, so that an attempt takes equally long for any number of them', async () => {
  const [one, another, mover] = [await makeCompany(), await makeCompany(), await makeCompany()];
  const [email, before] = [freshEmail(), freshEmail()];
  const salts = async (): Promise<number> => {
    const logins = await leadline.send(`/test/account/${encodeURIComponent(email)}?key=logins`);
    const stored = (await logins.json()) as { password?: { salt: string } }[];
    return new Set(stored.map(({ password }) => password?.salt)).size;
  };
  await addUser(one, email, PASSWORD);
  await addUser(another, email, 'another long one');
  expect(await salts()).toBe(1);

  const moved = await addUser(mover, before, 'the one that moves');
  const { user_id: userId } = (await moved.json()) as { user_id: string };
  await mover.send(`/users/${userId}/modify`, { email });
  expect(await salts()).toBe(2);
  expect((await signIn(email, 'the one that moves')).status).toBe(200);
  expect(await salts()).toBe(1);
});

describe('wrong passwords from many networks', () => {
  const now = 1_000_000_000;
  const attempt = (overrides: Partial<Attempt> = {}): Attempt => ({
    sender: { network: 'mine', block: 'mine' },
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

  test('close the address to unknown networks, and let the owner in from known ones', async () => {
    const { email } = await makeCompany(freshEmail(), PASSWORD);
    const [home, elsewhere] = [freshIp(), freshIp()];
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    const failures = strangers(50, Date.now() + ahead);
    await account(email, { method: 'POST', body: JSON.stringify({ failures }) });

    expect((await signIn(email, PASSWORD, elsewhere)).status).toBe(429);
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
  });
});
