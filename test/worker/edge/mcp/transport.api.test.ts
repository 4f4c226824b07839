import { beforeAll, describe, expect, test } from 'vitest';
import { makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { freshIp, send } from '../../../harness/client.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { startWorker } from '../../../harness/own-worker.ts';
import { post } from './assistant-client.ts';
import { makeKey } from './assisted-company.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

let company: PeopledCompany;
let key: string;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  key = await makeKey(company.superadmin, company.path, { owner: 'company', scopes: ['read'] });
});

async function answered(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

function refused(code: number): object {
  return { jsonrpc: '2.0', error: { code } };
}

test('a message is answered as JSON that no cache keeps, without a session', async () => {
  const answer = await post(key, PING, { 'Mcp-Session-Id': 'x' });

  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('Mcp-Session-Id')).toBeNull();
  expect(await answered(answer)).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
});

test('a notification is accepted without an answer', async () => {
  const answer = await post(key, { jsonrpc: '2.0', method: 'notifications/initialized' });

  expect([answer.status, await answer.text()]).toEqual([202, '']);
});

test('initialize agrees on the revision of the client, or offers the latest with a handshake', async () => {
  const versions = await Promise.all(
    ['2025-06-18', '2025-11-25', '2024-11-05', 7].map(async (protocolVersion) => {
      const answer = await post(key, { ...PING, method: 'initialize', params: { protocolVersion } });
      return ((await answer.json()) as { result: { protocolVersion: string } }).result.protocolVersion;
    }),
  );
  expect(versions).toEqual(['2025-06-18', '2025-11-25', '2025-11-25', '2025-11-25']);
});

test.for(['GET', 'DELETE', 'PUT'])('%s is not allowed', async (method) => {
  const answer = await send('/mcp', { method, headers: { Authorization: key } });

  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
});

describe('is refused:', () => {
  test('a page of another site', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost:9999']) {
      expect((await post(key, PING, { Origin: origin })).status).toBe(403);
    }
    expect((await post(key, PING, { Origin: new URL(workerUrl()).origin })).status).toBe(200);
  });

  test('a batch, also one of 10,000 calls', async () => {
    for (const length of [1, 2, 4_000]) {
      const answer = await post(
        key,
        Array.from({ length }, () => PING),
      );
      expect(await answered(answer)).toMatchObject([400, refused(-32_600)]);
    }
  });

  test('a huge body, before it is read', async () => {
    const answer = await post(key, { ...PING, params: { x: 'x'.repeat(300_000) } });

    expect(answer.status).toBe(413);
  });

  test('what is no JSON, and deep nesting is no trouble', async () => {
    expect(await answered(await post(key, '{"jsonrpc": '))).toMatchObject([400, refused(-32_700)]);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_leads","arguments":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect((await post(key, deep)).status).toBe(200);
  });

  test('another content type, and an answer that is not JSON', async () => {
    expect((await post(key, PING, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(key, PING, { Accept: 'text/html' })).status).toBe(406);
    expect((await post(key, PING, { Accept: '*/*' })).status).toBe(200);
  });

  test('an unknown method, tool or revision, in the terms of the protocol', async () => {
    const unknown = await post(key, { ...PING, method: 'resources/list' });
    const tool = await post(key, { ...PING, method: 'tools/call', params: { name: 'constructor' } });
    const version = await post(key, PING, { 'MCP-Protocol-Version': '1999-01-01' });

    expect(await answered(unknown)).toMatchObject([200, refused(-32_601)]);
    expect(await answered(tool)).toMatchObject([200, refused(-32_602)]);
    expect(await answered(version)).toMatchObject([400, refused(-32_022)]);
  });

  test('arguments that are no object', async () => {
    for (const input of [[], 'x', 7, null, { __proto__: 1, constructor: 1 }]) {
      const params = { name: 'find_leads', arguments: input };
      const answer = await post(key, { ...PING, method: 'tools/call', params });
      expect(await answered(answer)).toMatchObject([200, { result: { isError: true } }]);
    }
  });

  test('the credentials of a network that has guessed too many', async () => {
    const ip = { 'CF-Connecting-IP': freshIp() };
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      const wrong = `${key.slice(0, -6)}${String(guess).padStart(6, 'A')}`;
      statuses.push((await post(wrong, PING, ip)).status);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('a deployment whose core is elsewhere has no such address', async () => {
  const remote = await startWorker({ CORE_API_URL: 'http://127.0.0.1:9' });

  const answer = await fetch(`${remote.url}/mcp`, {
    method: 'POST',
    headers: { Authorization: key, 'Content-Type': 'application/json' },
    body: JSON.stringify(PING),
  });
  await remote.close();
  expect(answer.status).toBe(404);
});
