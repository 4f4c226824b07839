import { beforeEach, describe, expect, test } from 'vitest';
import type { SessionBody } from '../../../../../worker/core/people/sessions/reference.ts';
import { answerOf, makeCompany, makeUser } from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';

const PASSWORD = 'correct horse: battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

let email: string;
let companyId: string;

beforeEach(async () => {
  email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  companyId = await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
});

async function signIn(userAgent: string, kind = 'session'): Promise<TestUser> {
  const response = await send('/auth/issue_token', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      'CF-Connecting-IP': freshIp(),
    },
    body: JSON.stringify({ username: email, password: PASSWORD, kind }),
  });
  const token = await answerOf<string>(response);
  const authorization = basic(email, token);
  return { userId: '', groupId: '', name: 'Sue', email, token, authorization };
}

async function sessionsOf(user: TestUser): Promise<SessionBody[]> {
  return answerOf(await sendAs(user, 'GET', '/me/sessions'));
}

test('the caller sees their own sign-ins, newest first, by browser and program, with their last use', async () => {
  const before = Date.now();
  const browser = await signIn(FIREFOX);
  const program = await signIn('curl/8.5.0', 'token');

  const [newest, first, ...others] = await sessionsOf(browser);

  expect(others).toEqual([]);
  expect(newest).toMatchObject({ kind: 'token', device: 'curl', is_current: false, last_used_time: null });
  expect(first).toMatchObject({ kind: 'session', device: 'Firefox on Linux', is_current: true });
  expect(Date.parse(first?.last_used_time ?? '')).toBeGreaterThanOrEqual(before);
  expect(Date.parse(first?.expires_time ?? '')).toBeGreaterThan(before);
  const [seen] = await sessionsOf(program);
  expect(seen).toMatchObject({ is_current: true, last_used_time: expect.any(String) as string });
});

describe('an ended session', () => {
  test('is refused at once, and the others stay', async () => {
    const [here, there] = [await signIn(FIREFOX), await signIn('curl/8.5.0')];
    const [{ session_id: id } = { session_id: '' }] = await sessionsOf(here);

    const ended = await sendAs(here, 'POST', `/me/sessions/${id}/revoke`);

    expect(ended.status).toBe(200);
    expect((await sendAs(there, 'GET', '/me')).status).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
    const again = await sendAs(here, 'POST', `/me/sessions/${id}/revoke`);
    expect(again.status).toBe(404);
  });

  test('may be the caller’s own', async () => {
    const here = await signIn(FIREFOX);
    const [{ session_id: id } = { session_id: '' }] = await sessionsOf(here);

    expect((await sendAs(here, 'POST', `/me/sessions/${id}/revoke`)).status).toBe(200);
    expect((await sendAs(here, 'GET', '/me')).status).toBe(401);
  });

  test('is in the audit log', async () => {
    const here = await signIn(FIREFOX);
    await signIn('curl/8.5.0');
    await sendAs(here, 'POST', '/me/sessions/revoke_others');

    const log = await sendAs(here, 'GET', `/companies/${companyId}/audit?action=session.others_ended`);

    expect(await answerOf(log)).toMatchObject({ entries: [{ action: 'session.others_ended' }] });
  });
});

test('all others end together, and only the one of the request stays', async () => {
  const [here, ...others] = [
    await signIn(FIREFOX),
    await signIn(FIREFOX),
    await signIn('curl/8.5.0', 'token'),
  ];

  expect((await sendAs(here, 'POST', '/me/sessions/revoke_others')).status).toBe(200);

  expect(await sessionsOf(here)).toMatchObject([{ is_current: true }]);
  for (const other of others) expect((await sendAs(other, 'GET', '/me')).status).toBe(401);
});

test('nobody sees or ends the sessions of somebody else, and an API key sees none', async () => {
  const here = await signIn(FIREFOX);
  const path = `/companies/${companyId}`;
  const [{ session_id: id } = { session_id: '' }] = await sessionsOf(here);
  const colleague = await makeUser(here, path, { role_id: 'superadmin' });

  expect((await sendAs(colleague, 'POST', `/me/sessions/${id}/revoke`)).status).toBe(404);
  expect((await sendAs(colleague, 'POST', '/me/sessions/revoke_others')).status).toBe(200);
  expect(await sessionsOf(here)).toHaveLength(1);
  const key = await sendAs(here, 'POST', `${path}/api_keys`, {
    name: 'A program',
    owner: 'user',
    scopes: ['read'],
  });
  const { key: secret } = await answerOf<{ key: string }>(key);
  const refused = await sendAs({ authorization: basic(email, secret) }, 'GET', '/me/sessions');
  expect((await problemOf(refused)).code).toBe('permission_denied');
});
