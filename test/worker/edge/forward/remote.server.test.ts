import { createHash } from 'node:crypto';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf } from '../../../harness/client.ts';
import { type OwnWorker, startServer, startWorker } from '../../../harness/own-worker.ts';

const TIMEOUT_MS = 400;

/** The last request to the core. */
interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let worker: OwnWorker;
/** Waits as long as in production: large bodies take their time. */
let patientWorker: OwnWorker;
let core: Awaited<ReturnType<typeof startServer>>;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let received: Received[] = [];

beforeAll(async () => {
  core = await startServer((request, response) => {
    // The runtime itself repeats a GET on a reused connection, but the tests count attempts.
    response.setHeader('Connection', 'close');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(response, request);
    });
  });
  const CORE_API_URL = `${core.url}/base/`;
  worker = await startWorker({ CORE_API_URL, CORE_TIMEOUT_MS: String(TIMEOUT_MS) });
  patientWorker = await startWorker({ CORE_API_URL });
});

afterAll(async () => {
  await worker.close();
  await patientWorker.close();
  await core.close();
});

/** Sends a request while the core answers with `next`. @returns the answer, and the requests to the core */
async function ask(
  path: string,
  init: RequestInit,
  next: typeof answer = (response) => response.end('{}'),
  { url } = worker,
): Promise<{ response: Response; seen: Received[] }> {
  received = [];
  answer = next;
  const response = await fetch(url + path, init);
  return { response, seen: received };
}

test('method, path, query, body and end-to-end headers are forwarded unchanged', async () => {
  const path = `/companies/${crypto.randomUUID()}/leads/create%20x?q=a%2Fb&q=2&empty=`;

  const { seen } = await ask(path, {
    method: 'POST',
    headers: {
      Authorization: 'Basic am86eA==',
      'Content-Type': 'application/json',
      'If-Match': '"7"',
      'X-Custom': 'kept',
    },
    body: '{"email": "jo@example.com"}',
  });

  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: `/base${path}`,
    headers: {
      authorization: 'Basic am86eA==',
      'content-type': 'application/json',
      'if-match': '"7"',
      'x-custom': 'kept',
    },
  });
  expect(seen[0]?.body.toString()).toBe('{"email": "jo@example.com"}');
});

test('hop-by-hop headers and cookies are not forwarded, and only the edge sets X-Forwarded headers', async () => {
  received = [];
  answer = (response) => response.end('{}');
  const { hostname, port, host } = new URL(worker.url);
  // fetch refuses to send some of these.
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest({
      hostname,
      port,
      path: '/me',
      headers: {
        Connection: 'keep-alive, X-Secret-Hop',
        'X-Secret-Hop': '1',
        'Keep-Alive': 'timeout=5',
        'Proxy-Authorization': 'Basic x',
        TE: 'trailers',
        Cookie: 'session=1',
        Forwarded: 'for=10.0.0.1',
        'X-Forwarded-For': '10.0.0.1',
        'X-Forwarded-Host': 'evil.test',
        'X-Forwarded-Prefix': '/evil',
        'CF-Connecting-IP': '198.51.100.9',
        'X-Request-Id': 'abc-1',
      },
    });
    request.on('response', (response) => response.resume().on('end', resolve));
    request.on('error', reject).end();
  });

  const headers = received[0]?.headers ?? {};
  for (const name of [
    'x-secret-hop',
    'keep-alive',
    'proxy-authorization',
    'te',
    'cookie',
    'forwarded',
    'x-forwarded-prefix',
  ]) {
    expect(headers).not.toHaveProperty(name);
  }
  expect(headers).toMatchObject({
    'x-forwarded-for': '198.51.100.9',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': host,
    'x-request-id': 'abc-1',
  });
});

test('status, headers and body of the answer come back unchanged', async () => {
  const { response } = await ask('/me', {}, (answer) => {
    answer.writeHead(418, {
      'Content-Type': 'text/plain; charset=utf-8',
      ETag: '"x"',
      'X-Core': 'yes',
      'X-Request-Id': 'of-the-core',
    });
    answer.end('short and stout');
  });

  expect(response.status).toBe(418);
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('ETag')).toBe('"x"');
  expect(response.headers.get('X-Core')).toBe('yes');
  expect(response.headers.get('X-Request-Id')).toBe('of-the-core');
  expect(await response.text()).toBe('short and stout');
});

test('cookies are not forwarded in either direction, and everything else of the answer is', async () => {
  const { response, seen } = await ask('/me', { headers: { Cookie: 'session=1' } }, (answer) => {
    answer.setHeader('Set-Cookie', ['session=2; HttpOnly', 'other=3']);
    answer.writeHead(201, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'X-Core': 'yes',
    });
    answer.end(gzipSync('{"name":"Jo"}'));
  });

  expect(seen[0]?.headers).not.toHaveProperty('cookie');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.status).toBe(201);
  expect(response.headers.get('X-Core')).toBe('yes');
  expect(await response.json()).toEqual({ name: 'Jo' });
});

test('an answer without a request id gets the id of the request', async () => {
  const { response, seen } = await ask('/me', { headers: { 'X-Request-Id': 'mine-1' } });

  expect(response.headers.get('X-Request-Id')).toBe('mine-1');
  expect(seen[0]?.headers['x-request-id']).toBe('mine-1');
});

test('a redirect is forwarded, not followed', async () => {
  const { response, seen } = await ask('/auth/issue_token', { redirect: 'manual' }, (answer) => {
    answer.writeHead(302, { Location: 'https://elsewhere.test/' }).end();
  });

  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toBe('https://elsewhere.test/');
  expect(seen).toHaveLength(1);
});

test('a compressed answer stays readable', async () => {
  const { response } = await ask('/me', {}, (answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    answer.end(gzipSync('{"name":"Jo"}'));
  });

  expect(await response.json()).toEqual({ name: 'Jo' });
});

test('a large body is forwarded completely in both directions', async () => {
  const body = Buffer.alloc(5_000_000, 'leadline ');
  const digest = createHash('sha256').update(body).digest('hex');

  const { response, seen } = await ask(
    '/companies/x/leads/import',
    { method: 'POST', body, headers: { 'Content-Type': 'text/csv' } },
    (answer) => answer.end(body),
    patientWorker,
  );

  expect(
    createHash('sha256')
      .update(seen[0]?.body ?? '')
      .digest('hex'),
  ).toBe(digest);
  expect(
    createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex'),
  ).toBe(digest);
});

test('an answer streams: its start arrives before its end is written, after any time', async () => {
  let finish = (): void => undefined;
  const { response } = await ask('/companies/x/leads/export.csv', {}, (answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/csv' });
    answer.write('first\n');
    finish = () => answer.end('last\n');
  });
  const reader = response.body!.getReader();

  const first = await reader.read();
  expect(Buffer.from(first.value ?? []).toString()).toBe('first\n');

  // Beyond the timeout, which is only for the headers.
  setTimeout(finish, TIMEOUT_MS + 100);
  const last = await reader.read();
  expect(Buffer.from(last.value ?? []).toString()).toBe('last\n');
});

test('a core that does not answer in time is a 504', async () => {
  const { response, seen } = await ask('/me', {}, () => undefined);

  expect(response.status).toBe(504);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(await problemOf(response)).toMatchObject({ code: 'gateway_timeout', instance: '/me' });
  expect(seen).toHaveLength(1);
});

test('a GET is tried once more when the connection fails', async () => {
  let attempts = 0;
  const { response } = await ask('/me', {}, (answer, request) => {
    attempts += 1;
    if (attempts === 1) request.socket.destroy();
    else answer.end('{"tries":2}');
  });

  expect(await response.json()).toEqual({ tries: 2 });
});

test('a GET that fails twice and a POST that fails once are a 502', async () => {
  const fail = (_answer: ServerResponse, request: IncomingMessage): void => {
    request.socket.destroy();
  };

  const get = await ask('/me', {}, fail);
  const post = await ask('/companies/x/leads/create', { method: 'POST', body: '{}' }, fail);

  expect([get.response.status, post.response.status]).toEqual([502, 502]);
  expect([get.seen.length, post.seen.length]).toEqual([2, 1]);
  expect(await problemOf(post.response)).toMatchObject({ code: 'bad_gateway' });
});

test('only /companies/, /auth/ and /me are forwarded', async () => {
  for (const path of [
    '/',
    '/mess',
    '/mex',
    '/companies',
    '/admin',
    '/operator/companies',
    '/companies/../admin',
    '/companies/%2e%2e/admin',
    '//evil.test/me',
  ]) {
    const { seen } = await ask(path, {});
    expect({ path, seen }).toEqual({ path, seen: [] });
  }
});

test('an unreachable core is a 502', async () => {
  // A port that no other test gets: a port that was just released may belong to another server by now.
  const lonely = await startWorker({ CORE_API_URL: 'http://127.0.0.1:9' });

  const response = await fetch(`${lonely.url}/me`);
  await lonely.close();

  expect(response.status).toBe(502);
  expect(await problemOf(response)).toMatchObject({ code: 'bad_gateway' });
});
