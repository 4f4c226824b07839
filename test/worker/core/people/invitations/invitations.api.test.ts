/** Invitations by link, and links for a new password that a super admin makes. */
import { expect, test } from 'vitest';
import { answerOf, makeCompany, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';

const PASSWORD = 'correct horse: battery';
const WEEK_MS = 7 * 24 * 3_600_000;

interface Invited {
  invitation_id: string;
  link: string;
  state: string;
  expires_time: string;
  is_mailed: boolean;
}

function newEmail(): string {
  return `ida.${crypto.randomUUID().slice(0, 8)}@acme.test`;
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify(body),
  });
}

async function invite(superadmin: TestUser, path: string, more: object = {}): Promise<Invited> {
  const body = { email: newEmail(), role_id: 'manager', ...more };
  return answerOf(await sendAs(superadmin, 'POST', `${path}/invitations`, body));
}

function tokenOf({ link }: Pick<Invited, 'link'>): string {
  return new URL(link).hash.slice(1);
}

function use(invited: Pick<Invited, 'link'>, more: object): Promise<Response> {
  return post('/auth/link/use', { link: tokenOf(invited), ...more });
}

async function signsIn(username: string, password: string): Promise<number> {
  return (await post('/auth/issue_token', { username, password })).status;
}

test('an invited person chooses a password, is a user with the role, and is signed in', async () => {
  const { companyId, superadmin, path } = await makeCompanyWithUsers();
  const email = newEmail();
  const before = Date.now();
  const invited = await invite(superadmin, path, { email, name: 'Ida Invited' });
  expect(invited).toMatchObject({ state: 'open', is_mailed: false });
  expect(Date.parse(invited.expires_time) - before).toBeGreaterThanOrEqual(WEEK_MS);
  expect(new URL(invited.link).pathname).toBe('/console/link');

  const purpose = await answerOf(await post('/auth/link', { link: tokenOf(invited) }));
  expect(purpose).toEqual({
    kind: 'invitation',
    company_id: companyId,
    email,
    name: 'Ida Invited',
    company_name: 'Acme Plumbing',
    expires_time: invited.expires_time,
  });
  const { token } = await answerOf<{ token: string }>(await use(invited, { password: PASSWORD }));

  const me = await answerOf(await sendAs({ authorization: basic(email, token) }, 'GET', '/me'));
  expect(me).toMatchObject({ name: 'Ida Invited', role_id: 'manager', email });
  expect(await signsIn(email, PASSWORD)).toBe(200);
  const [listed] = await answerOf<Invited[]>(await sendAs(superadmin, 'GET', `${path}/invitations`));
  expect(listed).toMatchObject({ state: 'accepted', user_id: (me as { user_id: string }).user_id });
  expect(JSON.stringify(listed)).not.toContain(tokenOf(invited));
});

test('an invitation into a group that was deleted since adds the user to the first group', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const put = (groups: object[]): Promise<{ id: string }[]> =>
    sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, groups).then(answerOf<{ id: string }[]>);
  const everybody = { id: superadmin.groupId, label: 'Everybody', deletable: false };
  const [, texas] = await put([everybody, { label: 'Texas' }]);
  const invited = await invite(superadmin, path, { email: newEmail(), name: 'Ida', group_id: texas?.id });
  await put([everybody]);

  await answerOf(await use(invited, { password: PASSWORD }));

  const users = await answerOf<{ name: string; group_id: string }[]>(
    await sendAs(superadmin, 'GET', `${path}/users`),
  );
  expect(users.find(({ name }) => name === 'Ida')?.group_id).toBe(everybody.id);
});

test('a link works once, also for two who use it at the same moment', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const invited = await invite(superadmin, path, { name: 'Ida' });

  const answers = await Promise.all(
    ['one password', 'two passwords'].map((password) => use(invited, { password })),
  );

  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410]);
  const again = await use(invited, { password: PASSWORD });
  expect((await problemOf(again)).code).toBe('link_ended');
  const users = await answerOf<{ name: string }[]>(await sendAs(superadmin, 'GET', `${path}/users`));
  expect(users.filter(({ name }) => name === 'Ida')).toHaveLength(1);
});

test('without a name in the invitation the person has to give one', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const invited = await invite(superadmin, path);

  const nameless = await use(invited, { password: PASSWORD });
  expect((await problemOf(nameless)).code).toBe('missing_parameter');

  expect((await use(invited, { password: PASSWORD, name: 'Ida' })).status).toBe(200);
});

test('a withdrawn invitation opens nothing, nor does the former link of a renewed one', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const first = await invite(superadmin, path, { name: 'Ida' });
  const at = `${path}/invitations/${first.invitation_id}`;

  const second = await answerOf<Invited>(await sendAs(superadmin, 'POST', `${at}/renew`));
  expect((await problemOf(await post('/auth/link', { link: tokenOf(first) }))).code).toBe('link_ended');
  expect((await use(first, { password: PASSWORD })).status).toBe(410);
  expect((await post('/auth/link', { link: tokenOf(second) })).status).toBe(200);

  const withdrawn = await answerOf(await sendAs(superadmin, 'POST', `${at}/withdraw`));
  expect(withdrawn).toMatchObject({ state: 'withdrawn' });
  expect((await sendAs(superadmin, 'POST', `${at}/withdraw`)).status).toBe(200);
  expect((await use(second, { password: PASSWORD })).status).toBe(410);
  expect((await problemOf(await sendAs(superadmin, 'POST', `${at}/renew`))).code).toBe('in_use');
});

test('a person who signs in elsewhere joins with that password; another password joins nothing', async () => {
  const email = newEmail();
  const elsewhere = await makeCompany({ superadmin: { name: 'Ida', email, password: PASSWORD } });
  const { superadmin, path, companyId } = await makeCompanyWithUsers();
  const invited = await invite(superadmin, path, { email, name: 'Ida' });

  const wrong = await use(invited, { present_password: 'another password' });
  expect((await problemOf(wrong)).code).toBe('wrong_password');
  const { token } = await answerOf<{ token: string }>(await use(invited, { present_password: PASSWORD }));

  const mine = await answerOf<{ company_id: string }[]>(
    await sendAs({ authorization: basic(email, token) }, 'GET', '/me/companies'),
  );
  expect(mine.map((company) => company.company_id).toSorted()).toEqual([companyId, elsewhere].toSorted());
});

test('a password chosen with an invitation opens this company alone, whoever made it', async () => {
  const email = newEmail();
  await makeCompany({ superadmin: { name: 'Ida', email, password: PASSWORD } });
  const { superadmin, path } = await makeCompanyWithUsers();
  const invited = await invite(superadmin, path, { email, name: 'Ida' });

  const { token } = await answerOf<{ token: string }>(await use(invited, { password: 'a stranger’s own' }));

  const mine = await answerOf<object[]>(
    await sendAs({ authorization: basic(email, token) }, 'GET', '/me/companies'),
  );
  expect(mine).toHaveLength(1);
  expect(await signsIn(email, PASSWORD)).toBe(200);
});

test('only super admins invite; addresses of users and of open invitations are refused', async () => {
  const { superadmin, manager, agent, path } = await makeCompanyWithUsers();
  const body = { email: newEmail(), role_id: 'agent' };
  expect((await sendAs(manager, 'POST', `${path}/invitations`, body)).status).toBe(403);
  expect((await sendAs(manager, 'GET', `${path}/invitations`)).status).toBe(403);
  await invite(superadmin, path, body);

  for (const email of [body.email, body.email.toUpperCase(), agent.email]) {
    const refused = await sendAs(superadmin, 'POST', `${path}/invitations`, { ...body, email });
    expect((await problemOf(refused)).errors).toMatchObject([
      { pointer: '/email', code: 'identifier_taken' },
    ]);
  }
  const group = await sendAs(superadmin, 'POST', `${path}/invitations`, { ...body, group_id: 'none' });
  expect((await problemOf(group)).code).toBe('unknown_group');
});

test('a company makes at most 200 links a day', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const make = (): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/password_link`);
  for (let made = 0; made < 200; made += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, make));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  }

  expect((await problemOf(await make())).code).toBe('too_many_values');
});

test.for([
  ['made up', 'lli_AAAA'],
  ['of another signature', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['of an account', `llr_${'A'.repeat(44)}YUBiLmM`],
  ['too long', 'x'.repeat(1_000)],
] as const)('a link that is %s opens nothing', async ([, forged]) => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const token = tokenOf(await invite(superadmin, path, { name: 'Ida' }));
  const link = typeof forged === 'string' ? forged : forged(token);

  const read = await post('/auth/link', { link });
  const used = await post('/auth/link/use', { link, password: PASSWORD });

  expect((await problemOf(read)).code).toBe('link_ended');
  expect((await problemOf(used)).code).toBe('link_ended');
});

test('a super admin hands over a link for a new password, which ends sessions and keys', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const former = await answerOf<Invited>(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/password_link`),
  );
  const link = await answerOf<Invited>(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/password_link`),
  );
  expect(Date.parse(link.expires_time) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  expect((await use(former, { password: PASSWORD })).status).toBe(410);

  const { token } = await answerOf<{ token: string }>(await use(link, { password: PASSWORD }));

  expect((await sendAs({ authorization: basic(agent.email, token) }, 'GET', '/me')).status).toBe(200);
  expect((await sendAs(agent, 'GET', '/me')).status).toBe(401);
  expect(await signsIn(agent.email, PASSWORD)).toBe(200);
  expect((await use(link, { password: 'once again, please' })).status).toBe(410);
});

test('a link for a suspended user opens nothing, and none is made', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const link = await answerOf<Invited>(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/password_link`),
  );
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { is_suspended: true }),
  );

  expect((await use(link, { password: PASSWORD })).status).toBe(410);
  const none = await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/password_link`);
  expect((await problemOf(none)).code).toBe('in_use');
});

test('of an erased user no link stays', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const invited = await invite(superadmin, path, { name: 'Ida' });
  await answerOf(await use(invited, { password: PASSWORD }));
  const [{ user_id: userId } = { user_id: '' }] = await answerOf<{ user_id: string }[]>(
    await sendAs(superadmin, 'GET', `${path}/invitations`),
  );

  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${userId}/erase`));

  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/invitations`))).toEqual([]);
});
