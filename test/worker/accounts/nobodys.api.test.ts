/** Requests with unknown ids and addresses store nothing permanently. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, freshIp } from '../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../harness/faulty-leadline.ts';
import { mountedRoutes } from '../../harness/mounted-routes.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

const MINUTE_MS = 60_000;

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

/** A well-formed token or key of the company that does not exist. */
function forged(prefix: string, companyId: string): string {
  const bytes = Buffer.concat([
    Buffer.from(companyId.replaceAll('-', ''), 'hex'),
    crypto.getRandomValues(new Uint8Array(32)),
  ]);
  return `${prefix}${bytes.toString('base64url')}`;
}

/** The one operation that answers everybody the same. */
const TAP = /^\/dni\/(?:tap|form)\//;

const PAGE = { Origin: 'https://elsewhere.example' };

/** All operations on a company, by path or credentials, with a valid body. */
async function operationsOn(companyId: string): Promise<[method: string, path: string][]> {
  const routes = (await mountedRoutes()).map((route) => route.split(' ') as [string, string]);
  return routes
    .filter(([, path]) => path.includes('{company}') || path.startsWith('/me'))
    .map(([method, path]) => [
      method,
      path
        .replace('{company}', companyId)
        .replace('{zip}', '80202')
        .replace('{carrier}', 'twilio')
        .replace('{turn}', '0')
        .replaceAll(/\{\w+\}/g, () => crypto.randomUUID()),
    ]);
}

function ask(
  method: string,
  path: string,
  authorization?: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const isRead = method === 'GET';
  return leadline.send(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': freshIp(),
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...more,
    },
    ...(isRead ? {} : { body: '{"name":"Acme"}' }),
  });
}

test('an unknown company is refused by every operation and stores nothing', async () => {
  const companyId = crypto.randomUUID();
  const credentials = [
    `Bearer ${OPERATOR_TOKEN}`,
    basic('sue@acme.test', forged('llt_', companyId)),
    `Bearer ${forged('llk_', companyId)}`,
  ];
  const operations = (await operationsOn(companyId)).filter(([, path]) => !TAP.test(path));
  const tap = await ask('POST', `/dni/tap/${companyId}`, undefined, PAGE);
  const form = await ask('POST', `/dni/form/${companyId}`, undefined, PAGE);

  const answers = await Promise.all(
    operations.flatMap(([method, path]) =>
      // The request of a page, for whose site the company is asked.
      credentials.map(async (authorization) => (await ask(method, path, authorization, PAGE)).status),
    ),
  );
  const revoked = await leadline.send('/auth/revoke_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify({ token: forged('llt_', companyId) }),
  });

  expect(operations.length).toBeGreaterThan(60);
  expect(answers).toEqual(expect.arrayContaining([401, 404]));
  expect(answers.filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect(revoked.status).toBe(200);
  expect([tap.status, form.status]).toEqual([204, 204]);
  // The test runtime keeps the object's name; on the platform, an object that writes nothing does not exist.
  const body = "SELECT name FROM sqlite_master WHERE name <> '__miniflare_do_name'";
  const tables = await leadline.send(`/test/sql/${companyId}`, { method: 'POST', body });
  expect(await tables.json()).toEqual([]);
  expect(await (await leadline.send(`/test/alarm/${companyId}`)).json()).toBeNull();
});

test(
  'without credentials, only the operations of visitors ask a company’s object',
  { tags: ['full'] },
  async () => {
    const operations = await operationsOn(crypto.randomUUID());
    const ofVisitors = /\/(?:closest|swap|amp)\b|^\/reports\/(?:confirm|shared)\//;
    await leadline.counts();

    const answers = await Promise.all(
      operations
        .filter(([, path]) => !ofVisitors.test(path) && !TAP.test(path))
        .map(async ([method, path]) => [path, (await ask(method, path)).status]),
    );

    // The credentials of a carrier, and of a link in mail, are a signature.
    const signed: Record<string, number> = { carriers: 403, unsubscribe: 404 };
    const expectedOf = (path: string): number =>
      // An unknown step of a call is no address at all.
      path.includes('/outgoing/') ? 404 : (signed[path.split('/')[1] ?? ''] ?? 401);
    const refusals = answers.map(([path, status]) => [path, status, expectedOf(String(path))]);
    expect(refusals.filter(([, status, expected]) => status !== expected)).toEqual([]);
    expect((await leadline.counts()).objects).toBe(0);
  },
);

test('an unknown address is stored as long as its wrong passwords count', async () => {
  const email = `nobody.${crypto.randomUUID()}@acme.test`;
  const account = `/test/account/${encodeURIComponent(email)}`;
  const refused = await leadline.send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify({ username: email, password: 'wrong password', company_id: crypto.randomUUID() }),
  });

  expect(refused.status).toBe(401);
  expect(await (await leadline.send(account)).json()).toEqual(['failures']);
  await leadline.set({ ahead: 16 * MINUTE_MS });
  expect(await (await leadline.send(account, { method: 'PUT' })).json()).toEqual([]);
});

test('a request to the operator for a token or a release of such an address stores nothing', async () => {
  const email = `nobody.${crypto.randomUUID()}@acme.test`;

  const token = await leadline.sendAsOperator('POST', '/operator/tokens', { email });
  const release = await leadline.sendAsOperator('POST', '/operator/addresses/release', { email });

  expect([token.status, release.status]).toEqual([400, 200]);
  const keys = await leadline.send(`/test/account/${encodeURIComponent(email)}`);
  expect(await keys.json()).toEqual([]);
});
