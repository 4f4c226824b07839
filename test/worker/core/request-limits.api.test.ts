import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openCompany, type Session } from '../../harness/mortal-worker.ts';
import { type OwnWorker, startWorker } from '../../harness/own-worker.ts';

const QUOTA = 20;

let worker: OwnWorker;
let session: Session;

beforeAll(async () => {
  worker = await startWorker({ REQUESTS_PER_MINUTE: String(QUOTA) });
  session = await openCompany(worker.url);
});
afterAll(() => worker.close());

function get(authorization: string, path: string): Promise<Response> {
  return fetch(worker.url + path, { headers: { Authorization: authorization } });
}

test('a caller with too many requests is refused for every kind of credentials, and others are not', async () => {
  const { key } = await ask<{ key: string }>(session, `${session.path}/api_keys`, {
    name: 'CRM',
    scopes: ['read'],
  });
  const crm = `Bearer ${key}`;
  const first = await get(crm, `${session.path}/users`);
  expect(first.headers.get('RateLimit-Policy')).toBe(`"caller";q=${QUOTA};w=60`);
  expect(first.headers.get('RateLimit')).toMatch(new RegExp(`^"caller";r=${QUOTA - 1};t=(?:60|5\\d)$`));

  const unknown = `${session.path}/leads/${crypto.randomUUID()}`;
  const paths = [`${session.path}/users`, unknown, '/companies/x/users'];
  const statuses = new Set<number>();
  for (let turn = 1; turn < QUOTA; turn += 1) statuses.add((await get(crm, paths[turn % 3] ?? '')).status);
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 404]);

  for (const path of paths) {
    const refused = await get(crm, path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit')).toMatch(/^"caller";r=0;t=\d+$/);
    expect(((await refused.json()) as { code: string }).code).toBe('rate_limited');
  }
  expect((await get(session.authorization, `${session.path}/users`)).status).toBe(200);
});

test('unknown callers get no headers about limits', async () => {
  const response = await get('Bearer llk_nothing', `${session.path}/users`);
  expect([response.status, response.headers.get('RateLimit')]).toEqual([401, null]);
});
