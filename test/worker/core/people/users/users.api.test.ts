import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, makeUser, signInByOperator } from '../../../../harness/builders.ts';
import { freshIp, problemOf, send, sendAs, sendAsOperator } from '../../../../harness/client.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PASSWORD = 'a long enough one';

function signIn(username: string, password: string): Promise<Response> {
  return send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify({ username, password }),
  });
}

test('the current user is answered with every member of the interface', async () => {
  const { companyId, path, superadmin } = await makeCompanyWithUsers();
  const email = `al.${crypto.randomUUID()}@acme.test`;
  const { user_id: userId } = await answerOf<{ user_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/users`, {
      name: 'Al Agent',
      email,
      role_id: 'agent',
      password: PASSWORD,
      // As people write them.
      phone: '(512) 555-0111',
      tracking_number: '+1 (512) 555-0112',
      caller_id_name: 'Acme',
      forward_numbers: '+15125550113',
      auto_assignable: true,
      notify_reminders_by_sms: true,
    }),
  );
  const token = await answerOf<string>(await signIn(email, PASSWORD));

  const me = await sendAs({ authorization: `Basic ${btoa(`${email}:${token}`)}` }, 'GET', '/me');

  expect(await answerOf(me)).toEqual({
    user_id: userId,
    name: 'Al Agent',
    caller_id_name: 'Acme',
    notify_reminders_by_sms: true,
    is_suspended: false,
    company_id: companyId,
    group_id: superadmin.groupId,
    role_id: 'agent',
    phone: '+15125550111',
    tracking_number: '+15125550112',
    auto_assignable: true,
    email,
    last_login: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    forward_numbers: '+15125550113',
    may_hear_recordings: true,
  });
  expect(userId).toMatch(UUID);
});

test('the list can be read in pages, with the number of all users', async () => {
  const { path, agent } = await makeCompanyWithUsers();
  const everybody = await answerOf<unknown[]>(await sendAs(agent, 'GET', `${path}/users`));

  const page = await sendAs(agent, 'GET', `${path}/users?start=1&size=2`);
  expect(page.headers.get('X-Total-Count')).toBe('4');
  expect(await answerOf(page)).toEqual(everybody.slice(1, 3));
  expect(await answerOf(await sendAs(agent, 'GET', `${path}/users?start=9`))).toEqual([]);
  expect((await sendAs(agent, 'GET', `${path}/users?size=x`)).status).toBe(400);
});

test('the list has all users by name, including suspended ones, without members that only the user sees', async () => {
  const { path, companyId, superadmin, agent, colleague, manager } = await makeCompanyWithUsers();
  await sendAs(superadmin, 'POST', `${path}/users/${colleague.userId}/modify`, { is_suspended: true });

  const users = await answerOf<Record<string, unknown>[]>(await sendAs(agent, 'GET', `${path}/users`));

  expect(users.map((user) => user['user_id'])).toEqual([
    agent.userId,
    colleague.userId,
    manager.userId,
    superadmin.userId,
  ]);
  expect(users[1]).toEqual({
    user_id: colleague.userId,
    name: 'Cora Colleague',
    caller_id_name: '',
    notify_reminders_by_sms: false,
    is_suspended: true,
    company_id: companyId,
    group_id: colleague.groupId,
    role_id: 'agent',
    phone: '',
    tracking_number: '',
    auto_assignable: false,
    email: colleague.email,
  });
});

test('only a super admin may create and change users', async () => {
  const { path, manager, agent } = await makeCompanyWithUsers();

  for (const caller of [manager, agent]) {
    const create = await sendAs(caller, 'POST', `${path}/users`, {
      name: 'Eve',
      email: `eve.${crypto.randomUUID()}@acme.test`,
      role_id: 'superadmin',
    });
    const modify = await sendAs(caller, 'POST', `${path}/users/${caller.userId}/modify`, {
      role_id: 'superadmin',
    });

    expect([create.status, modify.status]).toEqual([403, 403]);
    expect(await problemOf(create)).toMatchObject({ code: 'permission_denied' });
  }
});

test('a refusal of a new user lists all faults', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  const response = await sendAs(superadmin, 'POST', `${path}/users`, {
    email: 'x@',
    role_id: 'king',
    phone: '12',
    colour: 'red',
  });

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/name', 'missing_parameter'],
    ['/email', 'invalid_email'],
    ['/role_id', 'invalid_parameter'],
    ['/phone', 'invalid_phone'],
    ['/colour', 'unknown_parameter'],
  ]);
});

test('an unknown group is refused with the groups that the company has', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  const response = await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/modify`, {
    group_id: crypto.randomUUID(),
  });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toMatchObject([
    { pointer: '/group_id', code: 'unknown_group', allowed: [superadmin.groupId] },
  ]);
});

test('an address of another user of the company is refused, and one of another company’s user is accepted', async () => {
  const { path, superadmin, agent, manager } = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const body = (email: string): object => ({ name: 'Eve', role_id: 'agent', email });

  const same = await sendAs(superadmin, 'POST', `${path}/users`, body(agent.email.toUpperCase()));
  const across = await sendAs(superadmin, 'POST', `${path}/users`, body(other.agent.email));
  const changed = await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, {
    email: agent.email,
  });

  expect(across.status).toBe(200);
  for (const response of [same, changed]) {
    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({ code: 'identifier_taken' });
  }
});

test('of two concurrent new users with one address, one is created', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const email = `twin.${crypto.randomUUID()}@acme.test`;

  const responses = await Promise.all(
    ['One', 'Two'].map((name) =>
      sendAs(superadmin, 'POST', `${path}/users`, { name, email, role_id: 'agent' }),
    ),
  );

  const statuses = responses.map((response) => response.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(1);
});

test('a suspension revokes the tokens at once, and only a caller with the password learns of it', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const user = await makeUser(superadmin, path, { password: PASSWORD });
  const modify = `${path}/users/${user.userId}/modify`;
  expect((await sendAs(user, 'GET', '/me')).status).toBe(200);

  const suspended = await sendAs(superadmin, 'POST', modify, { is_suspended: true });
  expect(await answerOf(suspended)).toMatchObject({ is_suspended: true });

  expect((await sendAs(user, 'GET', '/me')).status).toBe(401);
  const right = await signIn(user.email, PASSWORD);
  const wrong = await signIn(user.email, 'a wrong one');
  const byOperator = await sendAsOperator('POST', '/operator/tokens', { email: user.email });
  expect([right.status, wrong.status, byOperator.status]).toEqual([403, 401, 403]);
  expect(await problemOf(right)).toMatchObject({ code: 'user_suspended' });

  await sendAs(superadmin, 'POST', modify, { is_suspended: false });
  expect((await signIn(user.email, PASSWORD)).status).toBe(200);
});

test('changes of a user apply from the user’s next request on', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const user = await makeUser(superadmin, path, { role_id: 'agent' });
  const before = await answerOf(await sendAs(user, 'GET', '/me'));
  const refused = await sendAs(user, 'PUT', `${path}/lead_settings/fields`, []);

  const change = { name: 'New Name', role_id: 'superadmin' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${user.userId}/modify`, change));

  expect(before).toMatchObject({ role_id: 'agent' });
  expect(await answerOf(await sendAs(user, 'GET', '/me'))).toMatchObject(change);
  const allowed = await sendAs(user, 'PUT', `${path}/lead_settings/fields`, []);
  expect([refused.status, allowed.status]).toEqual([403, 200]);
});

test('a new password revokes the tokens and replaces the old password', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const user = await makeUser(superadmin, path, { password: PASSWORD });
  expect((await sendAs(user, 'GET', '/me')).status).toBe(200);

  await sendAs(superadmin, 'POST', `${path}/users/${user.userId}/modify`, { password: 'another long one' });

  expect((await sendAs(user, 'GET', '/me')).status).toBe(401);
  expect((await signIn(user.email, PASSWORD)).status).toBe(401);
  expect((await signIn(user.email, 'another long one')).status).toBe(200);
});

test('a new address keeps the password and releases the old address', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const user = await makeUser(superadmin, path, { password: PASSWORD });
  const email = `new.${crypto.randomUUID()}@acme.test`;

  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${user.userId}/modify`, { email }));

  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect((await signIn(user.email, PASSWORD)).status).toBe(401);
  const other = await makeCompanyWithUsers();
  const taken = await sendAs(other.superadmin, 'POST', `${other.path}/users`, {
    name: 'Next',
    email: user.email,
    role_id: 'agent',
  });
  expect(taken.status).toBe(200);
});

test('the last super admin cannot be suspended or lose the role', async () => {
  const { path, superadmin, manager } = await makeCompanyWithUsers();
  const modify = `${path}/users/${superadmin.userId}/modify`;

  for (const change of [{ is_suspended: true }, { role_id: 'agent' }]) {
    const refused = await sendAs(superadmin, 'POST', modify, change);
    expect(refused.status).toBe(409);
    expect(await problemOf(refused)).toMatchObject({ code: 'last_superadmin' });
  }
  await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, { role_id: 'superadmin' });
  expect((await sendAs(superadmin, 'POST', modify, { role_id: 'agent' })).status).toBe(200);
  expect((await signInByOperator(superadmin.email)).userId).toBe(superadmin.userId);
});

test('an unknown user answers 404', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  for (const user of [crypto.randomUUID(), 'no-uuid']) {
    const response = await sendAs(superadmin, 'POST', `${path}/users/${user}/modify`, { name: 'X' });
    expect(response.status).toBe(404);
    expect(await problemOf(response)).toMatchObject({ code: 'not_found' });
  }
});
