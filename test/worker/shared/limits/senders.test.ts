/**
 * Each counter of senders counts a /48, of which one sender may have all 65,536 networks, as well as its networks, and a network
 * over its limit uses up nothing of its neighbours.
 */
import { globSync, readFileSync } from 'node:fs';
import { Hono } from 'hono/tiny';
import { expect, test } from 'vitest';
import {
  CODE_LIMITS,
  type Failure,
  PASSWORD_LIMITS,
  secondsToWait,
} from '../../../../worker/accounts/factors/throttle.ts';
import type { Limits } from '../../../../worker/accounts/factors/throttle.ts';
import { Resets } from '../../../../worker/accounts/resets.ts';
import { Letters, type NewLetter } from '../../../../worker/accounts/signing-in/letters.ts';
import { AccountStorage } from '../../../../worker/accounts/storage.ts';
import { FormLimits } from '../../../../worker/dni/reports/form-limits.ts';
import { guardCredentials } from '../../../../worker/edge/credential-guard.ts';
import { pageOrigins } from '../../../../worker/edge/forward/page-origins.ts';
import { reportPageRoutes } from '../../../../worker/edge/reports/routes.ts';
import { PublishedReader } from '../../../../worker/shared/published-reader.ts';
import { Problem } from '../../../../worker/shared/http/problems.ts';
import { type Sender, senderOfRequest } from '../../../../worker/shared/limits/networks.ts';
import { enforceLimits, SenderFailures } from '../../../../worker/shared/limits/rate-limits.ts';
import { SenderLimits } from '../../../../worker/shared/limits/sender-limit.ts';
import { decideLease, type Lease } from '../../../../worker/visits/pools/leases.ts';

const NOW = 1_800_000_000_000;
/** More than any limit of a network, and more networks than any /48 may use. */
const MANY = 70;

/** Sends something from an address. @returns whether it was let through */
type Attempt = (ip: string) => Promise<boolean> | boolean;

function headersOf(ip: string): Headers {
  return new Headers({ 'CF-Connecting-IP': ip });
}

function senderAt(ip: string): Sender {
  const sender = senderOfRequest(headersOf(ip), (text) => text);
  if (sender === undefined) throw new Error(`${ip} is no address`);
  return sender;
}

/** The platform's limiters, with small limits. */
function limiters(): Record<'AUTH_RATE_LIMIT' | 'LOOKUP_RATE_LIMIT' | 'BLOCK_RATE_LIMIT', RateLimit> {
  const limiter = (most: number): RateLimit => {
    const counts = new Map<string, number>();
    return {
      limit: async ({ key }) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return { success: (counts.get(key) ?? 0) <= most };
      },
    };
  };
  return { AUTH_RATE_LIMIT: limiter(3), LOOKUP_RATE_LIMIT: limiter(9), BLOCK_RATE_LIMIT: limiter(27) };
}

async function isLetThrough(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false;
    throw error;
  }
}

function triesOf(limits: Limits): Attempt {
  const failures: Failure[] = [];
  return (ip) => {
    const sender = senderAt(ip);
    if (secondsToWait(failures, { sender, isFamiliar: false, now: NOW }, limits) > 0) return false;
    failures.push({ time: NOW, ...sender });
    return true;
  };
}

function keptInMemory(): SyncKvStorage {
  const kept = new Map<string, unknown>();
  const kv: Pick<SyncKvStorage, 'get' | 'put' | 'delete'> = {
    get: <Value>(key: string) => kept.get(key) as Value | undefined,
    put: (key, value) => void kept.set(key, value),
    delete: (key) => kept.delete(key),
  };
  return kv as SyncKvStorage;
}

/** Returns the links for a forgotten password to an address. @param mailbox of the address without its tag */
function resetsOf(email: string, stored: AccountStorage, mailbox: AccountStorage): Resets {
  const letters = new Letters(mailbox);
  const ACCOUNTS = {
    getByName: () => ({
      takeLetter: (companyId: string, letter: NewLetter) =>
        Promise.resolve(letters.take({ ...letter, companyId, time: NOW })),
    }),
  };
  const mail = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'a@mail.test', PUBLIC_URL: 'https://leads.test' };
  return new Resets(stored, { ...mail, ACCOUNTS }, () => email);
}

/** What counts senders, by its name; each begins anew. */
const COUNTERS: Record<string, () => Attempt> = {
  'lookups, taps, forms, previews, sign-ins and challenges': () => {
    const { LOOKUP_RATE_LIMIT: network, BLOCK_RATE_LIMIT: block } = limiters();
    return (ip) => isLetThrough(() => enforceLimits(ip, { network, block }));
  },
  failures: () => {
    const failures = new SenderFailures('test');
    const limits = limiters();
    return async (ip) => {
      if (failures.isOver(senderAt(ip))) return false;
      await failures.count(limits, senderAt(ip));
      return true;
    };
  },
  'failures that were let through before': () => {
    const failures = new SenderFailures('test');
    const limits = limiters();
    return async (ip) => {
      const isLet = !failures.isOver(senderAt(ip));
      await failures.count(limits, senderAt(ip));
      return isLet;
    };
  },
  'failed credentials': () => {
    const env = { OPERATOR_TOKEN: crypto.randomUUID(), ...limiters() };
    return (ip) => {
      const headers = headersOf(ip);
      headers.set('Authorization', `Bearer ${crypto.randomUUID()}`);
      const request = new Request('https://leads.test/', { headers });
      return isLetThrough(() =>
        guardCredentials(request, env, async () => new Response(null, { status: 401 })),
      );
    };
  },
  'unproved credentials at once': () => {
    const env = { OPERATOR_TOKEN: crypto.randomUUID() };
    return async (ip) => {
      const headers = headersOf(ip);
      headers.set('Authorization', `Bearer ${crypto.randomUUID()}`);
      const request = new Request('https://leads.test/', { headers });
      let isChecked = false;
      void guardCredentials(request, env, () => {
        isChecked = true;
        return new Promise(() => undefined);
      }).catch(() => undefined);
      return isChecked;
    };
  },
  'pages of unknown sites': () => {
    let asked = 0;
    const COMPANIES = { getByName: () => ({ allowsOrigin: async () => (asked += 1) < 0 }) };
    const env = { OPERATOR_TOKEN: crypto.randomUUID(), COMPANIES, ...limiters() } as never;
    return async (ip) => {
      const before = asked;
      const asking = {
        companyId: crypto.randomUUID(),
        origin: 'https://site.example',
        headers: headersOf(ip),
      };
      await pageOrigins.isAllowed(asking, env);
      return asked > before;
    };
  },
  'links of reports that do not work': () => {
    let asked = 0;
    const app = new Hono().route('/', reportPageRoutes).onError(() => new Response(null, { status: 429 }));
    const COMPANIES = { getByName: () => ({ questionOf: async () => void (asked += 1) }) };
    const env = { OPERATOR_TOKEN: crypto.randomUUID(), COMPANIES, ...limiters() } as never;
    return async (ip) => {
      const before = asked;
      const link = `https://leads.test/confirm/${crypto.randomUUID()}/secret`;
      await app.fetch(new Request(link, { headers: headersOf(ip) }), env);
      return asked > before;
    };
  },
  'unknown companies': () => {
    const reader = new PublishedReader({
      name: 'settings',
      readKv: async () => null,
      askCompany: async () => undefined,
      open: () => null,
      sizeOf: () => 1,
      maxSize: 1,
      usableMs: 1,
      retryMs: 1,
      objectTimeoutMs: 1_000,
    });
    const env = limiters();
    return (ip) =>
      isLetThrough(() =>
        reader.read(crypto.randomUUID(), { env, sender: senderAt(ip), background: () => undefined }),
      );
  },
  'visits and taps': () => {
    const limits = new SenderLimits({ network: 10, block: 30 });
    return (ip) => limits.take(senderAt(ip), NOW);
  },
  forms: () => {
    const limits = new FormLimits();
    return (ip) => limits.take(senderAt(ip), NOW) !== 'dropped';
  },
  'wrong passwords of an address': () => triesOf(PASSWORD_LIMITS),
  'wrong codes of an address': () => triesOf(CODE_LIMITS),
  'links for a forgotten password': () => {
    const stored = new AccountStorage(keptInMemory());
    const resets = resetsOf('ann@acme.test', stored, new AccountStorage(keptInMemory()));
    return async (ip) => {
      const before = stored.resets().length;
      await resets.request(senderAt(ip), NOW);
      return stored.resets().length > before;
    };
  },
  'numbers of a pool': () => {
    const leases = new Map<string, Lease>();
    const numbers = Array.from({ length: 40 }, (_, index) => `+1512555${String(index).padStart(4, '0')}`);
    return (ip) => {
      const request = { ...senderAt(ip), holder: crypto.randomUUID(), now: NOW, numbers, holdMs: 60_000 };
      const lease = decideLease(leases, request, Math.random);
      if (lease !== undefined) leases.set(lease.number, lease);
      return lease !== undefined;
    };
  },
};

test('a mailbox gets twenty links for a forgotten password in a day by all its addresses with tags', async () => {
  const mailbox = new AccountStorage(keptInMemory());
  const links = async (email: string): Promise<number> => {
    const stored = new AccountStorage(keptInMemory());
    await resetsOf(email, stored, mailbox).request(senderAt('198.51.100.1'), NOW);
    return stored.resets().length;
  };
  let tagged = 0;
  for (let tag = 0; tag < 30; tag += 1) tagged += await links(`ann+${tag}@acme.test`);

  expect([tagged, await links('ann@acme.test')]).toEqual([20, 1]);
});

const ALL = Object.entries(COUNTERS);

test.for(ALL)(
  'the networks of a /48 have one limit together, and others have theirs: %s',
  async ([, begin]) => {
    const attempt = begin();
    const passed: boolean[] = [];
    for (let network = 0; network < 4 * MANY; network += 1)
      passed.push(await attempt(`2001:db8:1:${network.toString(16)}::1`));

    expect(passed[0]).toBe(true);
    expect(passed.slice(-MANY)).toEqual(Array<boolean>(MANY).fill(false));
    expect(await attempt('2001:db8:2:1::1')).toBe(true);
    expect(await attempt('198.51.100.1')).toBe(true);
  },
);

test.for(ALL)('a network over its limit uses up nothing of its neighbours: %s', async ([, begin]) => {
  const attempt = begin();
  const passed: boolean[] = [];
  for (let count = 0; count < 10 * MANY; count += 1)
    passed.push(await attempt(`2001:db8:3:1::${count.toString(16)}`));

  expect(passed.at(-1)).toBe(false);
  expect(await attempt('2001:db8:3:2::1')).toBe(true);
});

/** What makes a counter of senders, or compares them. */
const COUNTING =
  /new (?:SenderLimits?|FailureLimit|SenderFailures)\(|enforceLimits?\(|secondsToWait\(|\.(?:network|block) ===/;

test('these are all: no other file counts senders', () => {
  const files = globSync('worker/**/*.ts').filter((file) => COUNTING.test(readFileSync(file, 'utf8')));

  expect(files.toSorted()).toEqual([
    'worker/accounts/factors/throttle.ts',
    // Wrong passwords and codes, and the networks that an owner has signed in from.
    'worker/accounts/logins.ts',
    'worker/accounts/resets.ts',
    'worker/accounts/signing-in/second-factors.ts',
    'worker/accounts/signing-in/tries.ts',
    'worker/dni/reports/form-limits.ts',
    'worker/edge/credential-guard.ts',
    'worker/edge/forward/page-origins.ts',
    'worker/edge/forward/routes.ts',
    'worker/edge/lookup/questions.ts',
    'worker/edge/reports/routes.ts',
    'worker/shared/limits/rate-limits.ts',
    'worker/shared/limits/sender-limit.ts',
    'worker/shared/published-reader.ts',
    'worker/visits/evidence/evidence.ts',
    'worker/visits/pools/leases.ts',
  ]);
});
