import { expect, test } from 'vitest';
import { answerOf, makeCompany, signInByOperator } from '../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, sendAsOperator } from '../../harness/client.ts';

const PASSWORD = 'correct horse: battery';
const TWO_WEEKS_MS = 14 * 24 * 3_600_000;

interface Person {
  companyId: string;
  email: string;
}

async function makePerson(password = PASSWORD): Promise<Person> {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password } });
  return { companyId, email };
}

function signIn(username: string, password: string, ip = freshIp()): Promise<Response> {
  const query = new URLSearchParams({ username, password });
  return send(`/auth/issue_token?${query}`, { headers: { 'CF-Connecting-IP': ip } });
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify(body),
  });
}

test('issue_token answers a JSON string that is valid for two weeks and not cached', async () => {
  const { email } = await makePerson();
  const before = Date.now();

  const response = await signIn(email, PASSWORD);

  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const expires = Date.parse(response.headers.get('X-Token-Expires-At') ?? '');
  expect(expires - before).toBeGreaterThanOrEqual(TWO_WEEKS_MS);
  expect(expires - Date.now()).toBeLessThanOrEqual(TWO_WEEKS_MS);
  const text = await response.text();
  expect(text).toMatch(/^"llt_[\w-]{64}"$/);
  const me = await sendAs({ authorization: basic(email, JSON.parse(text) as string) }, 'GET', '/me');
  expect(me.status).toBe(200);
});

test('the case of the address does not matter, that of the password does', async () => {
  const { email } = await makePerson();

  expect((await signIn(email.toUpperCase(), PASSWORD)).status).toBe(200);
  expect((await signIn(email, PASSWORD.toUpperCase())).status).toBe(401);
});

test('a password is the same in every Unicode form of its letters', async () => {
  const { email } = await makePerson('Größe-élan-ﬁn');

  const response = await signIn(email, 'Größe-élan-ﬁn'.normalize('NFD'));

  expect(response.status).toBe(200);
});

test('the POST form reads the credentials from the body', async () => {
  const { email } = await makePerson();

  const response = await post('/auth/issue_token', { username: email, password: PASSWORD });

  expect(await answerOf<string>(response)).toMatch(/^llt_/);
});

test('all missing members are listed at once', async () => {
  const missing = await send('/auth/issue_token', { headers: { 'CF-Connecting-IP': freshIp() } });
  const strange = await post('/auth/issue_token', { username: '', password: 7, remember: true });

  expect(missing.status).toBe(400);
  expect((await problemOf(missing)).errors).toMatchObject([
    { parameter: 'username', code: 'missing_parameter' },
    { parameter: 'password', code: 'missing_parameter' },
  ]);
  expect((await problemOf(strange)).errors).toMatchObject([
    { pointer: '/username', code: 'missing_parameter' },
    { pointer: '/password', code: 'invalid_parameter' },
    { pointer: '/remember', code: 'unknown_parameter' },
  ]);
});

test('a wrong password, an unknown address and a user without a password get the same 401', async () => {
  const { email } = await makePerson();
  const withoutPassword = `op.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  await makeCompany({ superadmin: { name: 'Op', email: withoutPassword } });

  const problems = await Promise.all(
    [email, 'nobody@nowhere.test', withoutPassword, 'no address'].map(async (username) => {
      const response = await signIn(username, 'wrong password');
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="leadline", charset="UTF-8"');
      const { request_id: _, ...rest } = await problemOf(response);
      return rest;
    }),
  );

  expect(problems[0]).toMatchObject({ code: 'invalid_credentials' });
  for (const problem of problems) expect(problem).toEqual(problems[0]);
});

test.for(['an address of a user', 'an address that nobody has'])(
  'after five wrong passwords from one network %s is throttled there, even for the right one',
  async (whose) => {
    const email =
      whose === 'an address of a user' ? (await makePerson()).email : `x${crypto.randomUUID()}@nowhere.test`;
    const ip = freshIp();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await signIn(email, 'wrong password', ip)).status).toBe(401);
    }

    const response = await signIn(email, PASSWORD, ip);

    expect(response.status).toBe(429);
    expect(await problemOf(response)).toMatchObject({ code: 'rate_limited' });
    const retryAfter = Number(response.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
  },
);

test('five failures elsewhere do not lock out the owner', async () => {
  const { email } = await makePerson();
  const stranger = freshIp();
  for (let attempt = 1; attempt <= 6; attempt += 1) await signIn(email, 'wrong password', stranger);

  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect((await signIn(email, PASSWORD, stranger)).status).toBe(429);
});

test('a success clears the earlier failures', { tags: ['full'] }, async () => {
  const { email } = await makePerson();
  const ip = freshIp();
  const wrong = async (): Promise<number> => (await signIn(email, 'wrong password', ip)).status;

  const first = [await wrong(), await wrong(), await wrong(), await wrong()];
  expect((await signIn(email, PASSWORD, ip)).status).toBe(200);
  const second = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong()];

  expect([...first, ...second]).toEqual(Array(9).fill(401));
  expect(await wrong()).toBe(429);
});

test('simultaneous guesses, and those of one IPv6 network, are throttled', { tags: ['full'] }, async () => {
  const { email } = await makePerson();
  const network = `2001:db8:${crypto.randomUUID().slice(0, 4)}:1`;

  const statuses = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, host) => (await signIn(email, 'wrong password', `${network}::${host}`)).status,
    ),
  );

  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test('a revoked token is invalid at once, and revoking an unknown one is not an error', async () => {
  const { email } = await makePerson();
  const { token, authorization } = await signInByOperator(email);
  expect((await sendAs({ authorization }, 'GET', '/me')).status).toBe(200);

  const revoked = await post('/auth/revoke_token', { token });
  const unknown = await post('/auth/revoke_token', { token: 'llt_never' });

  expect([revoked.status, unknown.status]).toEqual([200, 200]);
  expect(await revoked.json()).toEqual(await unknown.json());
  expect((await sendAs({ authorization }, 'GET', '/me')).status).toBe(401);
});

test('a user has at most twenty valid tokens, and the oldest is deleted', async () => {
  const { email } = await makePerson();
  const tokens: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    tokens.push(await answerOf<string>(await sendAsOperator('POST', '/operator/tokens', { email })));
  }

  const statuses = await Promise.all(
    tokens.map(async (token) => (await sendAs({ authorization: basic(email, token) }, 'GET', '/me')).status),
  );

  expect(statuses).toEqual([401, ...Array<number>(20).fill(200)]);
});

test('twenty sign-ins a minute are enough for one IP', async () => {
  // The local limiter counts by minutes of the clock, so the requests may fall into two of them.
  const sent = 2 * 20 + 5;
  const headers = { 'CF-Connecting-IP': '198.51.100.77' };
  const ask = async (): Promise<Response> => send('/auth/issue_token?username=x', { headers });

  const responses = await Promise.all(Array.from({ length: sent }, ask));

  const throttled = responses.filter((response) => response.status === 429);
  expect(throttled.length).toBeGreaterThanOrEqual(5);
  expect(throttled.length).toBeLessThanOrEqual(sent - 20);
  expect(throttled[0]?.headers.get('Retry-After')).toBe('60');
});
