import { expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  type PeopledCompany,
  signInByOperator,
} from '../../../../harness/builders.ts';
import { basic, problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';
import { createLead, getEvents, sendLead } from '../../../../harness/leads.ts';

interface KeyAnswer {
  key_id: string;
  key: string;
  hint: string;
  name: string;
  scopes: string[];
  user_id?: string;
  last_used_time?: string;
  revoked_time?: string;
}

/** The actor of a key. */
function holder(key: string): TestUser {
  return { authorization: `Bearer ${key}` } as TestUser;
}

async function makeKey(
  { path }: Pick<PeopledCompany, 'path'>,
  user: Pick<TestUser, 'authorization'>,
  body: Record<string, unknown> = {},
): Promise<KeyAnswer> {
  return answerOf(
    await sendAs(user, 'POST', `${path}/api_keys`, { name: 'Robot', scopes: ['write'], ...body }),
  );
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await problemOf(response)).code];
}

test('a key opens the API as a Bearer token and as the password of Basic', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, path } = company;
  const { key } = await makeKey(company, superadmin, { owner: 'company' });
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, basic('anything', key), basic('', key)]) {
    expect((await sendAs({ authorization }, 'GET', `${path}/users`)).status).toBe(200);
  }
  const { key: own } = await makeKey(company, agent);
  expect((await sendAs({ authorization: basic(agent.email, own) }, 'GET', '/me')).status).toBe(200);
  const beside = await sendAs({ authorization: basic(superadmin.email, own) }, 'GET', '/me');
  expect(await codeOf(beside)).toEqual([401, 'invalid_credentials']);
  expect(await codeOf(await sendAs(holder(key), 'GET', '/me'))).toEqual([403, 'permission_denied']);
  const asToken = await sendAs({ authorization: `Bearer ${agent.token}` }, 'GET', '/me');
  expect(asToken.status).toBe(200);
});

test('each scope allows its operations and includes the lower scopes', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const asked: [string, string, unknown?][] = [
    ['GET', `${path}/leads/search?q=ann`],
    ['POST', `${path}/leads/create`, { email: 'ann@example.com' }],
    ['GET', `${path}/settings`],
  ];
  const allowed = { read: [true, false, false], write: [true, true, false], admin: [true, true, true] };
  for (const [scope, expected] of Object.entries(allowed)) {
    const { key } = await makeKey(company, superadmin, { owner: 'company', scopes: [scope] });
    const answers = await Promise.all(
      asked.map(([method, address, body]) => sendAs(holder(key), method, address, body)),
    );
    expect(answers.map(({ status }) => status === 200)).toEqual(expected);
    const refused = await Promise.all(answers.filter(({ status }) => status !== 200).map(codeOf));
    expect(refused).toEqual(refused.map(() => [403, 'insufficient_scope']));
  }
  const { key } = await makeKey(company, superadmin, { owner: 'company', scopes: ['read'] });
  const view = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'All' }),
  );
  const counted = await sendAs(
    holder(key),
    'POST',
    `${path}/smart_views/${view.smart_view_id}/aggregations`,
    { facets: { state: [] } },
  );
  expect(counted.status).toBe(200);
});

test('a key of a user has no more rights than the user, and is invalid when the user is suspended', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, colleague, manager, path } = company;
  const { key } = await makeKey(company, agent);
  const leadId = await createLead({ user: manager, path });
  await sendLead({ user: manager, path }, 'POST', `/${leadId}/assign`, { to_user_email: colleague.email });
  expect((await sendLead({ user: holder(key), path }, 'GET', `/${leadId}`)).status).toBe(403);
  const own = await createLead({ user: holder(key), path });
  const [event] = await getEvents({ user: holder(key), path }, own);
  expect(event?.data.created_by).toBe(`user:${agent.userId}`);
  const admin = await sendAs(agent, 'POST', `${path}/api_keys`, { name: 'x', scopes: ['admin'] });
  expect(admin.status).toBe(403);
  await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { is_suspended: true });
  expect((await sendAs(holder(key), 'GET', '/me')).status).toBe(401);
});

test('a key of the company is named on timelines, in the stream and in the audit log', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const made = await makeKey(company, superadmin, { owner: 'company', name: 'Call: centre' });
  const leadId = await createLead({ user: holder(made.key), path });
  const [event] = await getEvents({ user: superadmin, path }, leadId);
  expect(event?.data).toMatchObject({
    created_by: 'system:Call: centre',
    created_by_entity: { name: 'Call: centre', company_id: company.companyId },
  });
  const { changes } = await answerOf<{ changes: { actor: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/changes?types=lead.created`),
  );
  expect(changes.map(({ actor }) => actor)).toEqual([`key:${made.key_id}`]);
  const { entries } = await answerOf<{ entries: unknown[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?action=api_key.`),
  );
  expect(entries).toMatchObject([{ action: 'api_key.created', subject: `key:${made.key_id}` }]);
});

test('a revoked key is unknown at once, and an ended one has expired', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const revoked = await makeKey(company, superadmin, { owner: 'company' });
  expect((await sendAs(holder(revoked.key), 'GET', `${path}/users`)).status).toBe(200);
  await answerOf(await sendAs(superadmin, 'POST', `${path}/api_keys/${revoked.key_id}/revoke`, {}));
  expect(await codeOf(await sendAs(holder(revoked.key), 'GET', `${path}/users`))).toEqual([
    401,
    'invalid_credentials',
  ]);
  const past = { expires_time: '2020-01-01T00:00:00Z' };
  const refused = await sendAs(superadmin, 'POST', `${path}/api_keys`, {
    name: 'x',
    scopes: ['read'],
    ...past,
  });
  expect((await problemOf(refused)).errors).toMatchObject([{ pointer: '/expires_time' }]);
  const expires = new Date(Date.now() + 3_000).toISOString();
  const { key } = await makeKey(company, superadmin, { owner: 'company', expires_time: expires });
  expect((await sendAs(holder(key), 'GET', `${path}/users`)).status).toBe(200);
  await expect
    .poll(async () => codeOf(await sendAs(holder(key), 'GET', `${path}/users`)), {
      timeout: 30_000,
      interval: 200,
    })
    .toEqual([401, 'token_expired']);
});

test('a new password revokes the keys of its user, and no other keys', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, colleague, path } = company;
  const mayRead = async (key: KeyAnswer): Promise<number> =>
    (await sendAs(holder(key.key), 'GET', `${path}/users`)).status;
  const setPassword = async (password: string): Promise<void> => {
    const change = `${path}/users/${agent.userId}/modify`;
    await answerOf(await sendAs(superadmin, 'POST', change, { password }));
  };
  const others = [
    await makeKey(company, colleague),
    await makeKey(company, superadmin, { owner: 'company', scopes: ['admin'] }),
  ];

  const first = await makeKey(company, agent);
  await setPassword('correct horse battery');
  expect(await mayRead(first)).toBe(401);

  // The same after the person's own change.
  const signedIn = await send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: agent.email, password: 'correct horse battery' }),
  });
  const own = { authorization: basic(agent.email, await answerOf<string>(signedIn)) };
  const second = await makeKey(company, own);
  const passwords = { current_password: 'correct horse battery', password: 'another horse battery' };
  await answerOf(await sendAs(own, 'POST', '/me/password', passwords));
  expect(await mayRead(second)).toBe(401);

  expect(await Promise.all(others.map(mayRead))).toEqual([200, 200]);
  const log = await answerOf<{ entries: { subject: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?action=api_key.revoked`),
  );
  expect(JSON.stringify(log)).toContain(first.key_id);
  expect(JSON.stringify(log)).toContain(second.key_id);
});

test('keys are listed without their secrets, with the time of their last use', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, manager, path } = company;
  const ofCompany = await makeKey(company, superadmin, { owner: 'company', name: 'Company' });
  const ofAgent = await makeKey(company, agent, { name: 'Agent' });
  await sendAs(holder(ofAgent.key), 'GET', '/me');
  const own = await answerOf<KeyAnswer[]>(await sendAs(agent, 'GET', `${path}/api_keys`));
  expect(own).toMatchObject([{ name: 'Agent', user_id: agent.userId, hint: ofAgent.key.slice(-4) }]);
  expect(own[0]?.last_used_time).toMatch(/^\d{4}-.*Z$/);
  const all = await answerOf<KeyAnswer[]>(await sendAs(superadmin, 'GET', `${path}/api_keys?scope=company`));
  expect(all.map(({ name }) => name)).toEqual(['Agent', 'Company']);
  expect(JSON.stringify(all)).not.toContain('llk_');
  expect((await sendAs(manager, 'GET', `${path}/api_keys?scope=company`)).status).toBe(403);
  const revoke = (user: TestUser, id: string): Promise<Response> =>
    sendAs(user, 'POST', `${path}/api_keys/${id}/revoke`, {});
  expect((await revoke(agent, ofCompany.key_id)).status).toBe(404);
  expect((await revoke(manager, ofAgent.key_id)).status).toBe(404);
  expect((await revoke(superadmin, ofAgent.key_id)).status).toBe(200);
});

test('a key cannot extend its rights, and is neither a password nor valid for another company', async () => {
  const [company, other] = [await makeCompanyWithUsers(), await makeCompanyWithUsers()];
  const { superadmin, path } = company;
  const { key } = await makeKey(company, superadmin, { owner: 'company', scopes: ['write'] });
  const more = await sendAs(holder(key), 'POST', `${path}/api_keys`, {
    name: 'more',
    scopes: ['admin'],
    owner: 'company',
  });
  expect(more.status).toBe(403);
  expect((await sendAs(holder(key), 'GET', `${other.path}/users`)).status).toBe(404);
  const signIn = await send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: superadmin.email, password: key }),
  });
  expect(signIn.status).toBe(401);
  const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  expect((await sendAs(holder(wrong), 'GET', `${path}/users`)).status).toBe(401);
});

test('an admin key gives access to the DNI settings, and twenty sign-ins do not displace a key', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, companyId } = company;
  const { key } = await makeKey(company, superadmin, { owner: 'company', scopes: ['admin'] });
  const weak = await makeKey(company, superadmin, { owner: 'company', scopes: ['write'] });
  const settings = `/dni/api/companies/${companyId}/settings`;
  expect((await sendAs(holder(key), 'GET', settings)).status).toBe(404);
  expect(await codeOf(await sendAs(holder(weak.key), 'GET', settings))).toEqual([403, 'insufficient_scope']);
  for (let count = 0; count < 21; count += 1) await signInByOperator(superadmin.email);
  expect((await sendAs(superadmin, 'GET', `${path}/users`)).status).toBe(401);
  expect((await sendAs(holder(key), 'GET', `${path}/users`)).status).toBe(200);
});
