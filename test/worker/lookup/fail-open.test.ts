import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestHarness } from 'wrangler';
import { dniSettings } from '../../harness/dni-company.ts';
import { freshIp, problemOf, visitorHeaders } from '../../harness/client.ts';
import { createFaultServer } from '../../harness/fault-server.ts';
import type { Fault } from '../../faults/faults.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { type Answer, AUSTIN } from './ask.ts';

/** What a resolver knows about an IP; a missing entry hangs for ever. */
const resolverAnswers = new Map<string, { status: number; body: string }>();

/** What the tests use of the KV namespace. */
interface Bindings {
  CACHE: {
    get(key: string, type?: 'json'): Promise<unknown>;
    list(options?: { prefix: string }): Promise<{ keys: { name: string }[] }>;
  };
}

let server: TestHarness;
let resolver: Server;

beforeAll(async () => {
  resolver = createServer((request, response) => {
    const answer = resolverAnswers.get(decodeURIComponent(request.url?.slice(1) ?? ''));
    if (answer !== undefined) response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => resolver.listen(0, '127.0.0.1', resolve));
  const { port } = resolver.address() as AddressInfo;
  server = createFaultServer({ GEO_URL: `http://127.0.0.1:${port}/{ip}` });
  await server.listen();
});

afterAll(async () => {
  await server.close();
  resolver.closeAllConnections();
  resolver.close();
});

beforeEach(() => breakBindings());

async function breakBindings(...faults: Fault[]): Promise<void> {
  await server.fetch('/test/faults', { method: 'POST', body: JSON.stringify(faults) });
}

async function sendAsOperator(method: string, path: string, body: unknown): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${OPERATOR_TOKEN}`,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  return (await server.fetch(path, { method, headers, body: JSON.stringify(body) })) as unknown as Response;
}

async function makeCompany(): Promise<string> {
  const response = await sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email: `sue.${crypto.randomUUID()}@acme.test` },
  });
  const { company_id: companyId } = (await response.json()) as { company_id: string };
  const saved = await sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, dniSettings());
  expect(saved.status).toBe(200);
  return companyId;
}

async function ask(companyId: string, visitor: { ip?: string; cf?: object } = {}): Promise<Response> {
  const headers = {
    ...visitorHeaders({ cf: AUSTIN, ...visitor } as never),
    'Content-Type': 'application/json',
  };
  const path = `/dni/api/companies/${companyId}/closest`;
  return (await server.fetch(path, { method: 'POST', headers, body: '{}' })) as unknown as Response;
}

async function numberFor(companyId: string, visitor: { ip?: string; cf?: object } = {}): Promise<string> {
  const response = await ask(companyId, visitor);
  expect(response.status).toBe(200);
  return ((await response.json()) as Answer).phone_number;
}

describe('a visitor still gets the best number that is known', () => {
  test.for([
    [['kv-read']],
    [['kv-hang']],
    [['kv-write']],
    [['kv-read', 'kv-write']],
    [['rate-limit']],
  ] as const)('with %o broken from the start', async ([faults]) => {
    const companyId = await makeCompany();

    await breakBindings(...faults);

    expect(await numberFor(companyId)).toBe('+15125550101');
  });

  test.for([['company'], ['company-hang']] as const)(
    'with %s broken: KV has the settings',
    async ([fault]) => {
      const companyId = await makeCompany();

      await breakBindings(fault);

      expect(await numberFor(companyId)).toBe('+15125550101');
    },
  );

  test('with everything broken at once, as long as the settings have been read before', async () => {
    const companyId = await makeCompany();
    await numberFor(companyId);

    await breakBindings('kv-read', 'kv-write', 'company', 'rate-limit');

    expect(await numberFor(companyId)).toBe('+15125550101');
  });

  test('and keeps it while KV takes no writes', async () => {
    const companyId = await makeCompany();
    const visitor = { ip: freshIp() };
    await breakBindings('kv-write');
    await numberFor(companyId, visitor);

    const again = await ask(companyId, visitor);

    expect(again.headers.get('Leadline-Cache')).toBe('hit');
  });

  test('only when no number is known at all is the answer a 503 that says when to ask again', async () => {
    const companyId = await makeCompany();
    await breakBindings('kv-read', 'company');

    const response = await ask(companyId);

    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await problemOf(response)).toMatchObject({ code: 'service_unavailable' });
  });
});

describe('the place, when the network does not know it', () => {
  const nowhere = { cf: {} };

  test('comes from the resolver, and is kept', async () => {
    const companyId = await makeCompany();
    const ip = freshIp();
    resolverAnswers.set(ip, {
      status: 200,
      body: JSON.stringify({ lat: 39.74, lon: -104.99, countryCode: 'US' }),
    });

    expect(await numberFor(companyId, { ip, ...nowhere })).toBe('+13035550101');
    resolverAnswers.delete(ip);
    expect(await numberFor(await makeCompany(), { ip, ...nowhere })).toBe('+13035550101');
  });

  test.for([
    ['{"loc":"47.6,-122.3"}', '+12065550101'],
    ['{"postal":"98101","country":"US"}', '+12065550101'],
    ['{"latitude":"40.7","longitude":"-74.0"}', '+12125550101'],
    ['{"latitude":"here"}', '+15125550101'],
    ['<html>', '+15125550101'],
    ['null', '+15125550101'],
  ])('from an answer like %s is %s', async ([body, number]) => {
    const companyId = await makeCompany();
    const ip = freshIp();
    resolverAnswers.set(ip, { status: 200, body: body ?? '' });

    expect(await numberFor(companyId, { ip, ...nowhere })).toBe(number);
  });

  test('is unknown when the resolver fails or hangs', async () => {
    const companyId = await makeCompany();
    const failing = freshIp();
    resolverAnswers.set(failing, { status: 500, body: '{"lat":39.74,"lon":-104.99}' });

    expect(await numberFor(companyId, { ip: failing, ...nowhere })).toBe('+15125550101');
    expect(await numberFor(companyId, nowhere)).toBe('+15125550101');
  });
});

describe('publishing the settings', () => {
  test('is tried again until KV has them', async () => {
    const companyId = await makeCompany();
    const { CACHE } = await server.getWorker<Bindings>().getEnv();
    const published = async (): Promise<unknown> =>
      ((await CACHE.get(`settings:${companyId}`, 'json')) as { version: number }).version;

    await breakBindings('kv-write');
    const saved = await sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, dniSettings());
    expect(saved.headers.get('Leadline-Published')).toBe('false');
    expect(await published()).toBe(1);
    await breakBindings();

    await vi.waitFor(async () => expect(await published()).toBe(2), { timeout: 15_000, interval: 200 });
  });
});

test('no raw IP reaches the storage', async () => {
  const companyId = await makeCompany();
  const ip = '203.0.113.77';
  await numberFor(companyId, { ip });

  const { CACHE } = await server.getWorker<Bindings>().getEnv();
  const { keys } = await vi.waitFor(async () => {
    const list = await CACHE.list({ prefix: `answer:${companyId}:` });
    expect(list.keys).toHaveLength(1);
    return list;
  });

  const everything = await CACHE.list();
  const values = await Promise.all(everything.keys.map(({ name }) => CACHE.get(name)));
  expect(JSON.stringify([everything.keys, values])).not.toContain('203.0.113');
  expect(keys[0]?.name).toMatch(new RegExp(`^answer:${companyId}:[\\w-]{22}$`));
});
