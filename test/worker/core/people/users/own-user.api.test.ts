/** What people change of themselves: the phone, and whether reminders are texted to it. */
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';

test('people set their own phone, and nothing that is for super admins', async () => {
  const { agent, superadmin, path } = await makeCompanyWithUsers();
  const own = { phone: '+15125550140', notify_reminders_by_sms: true };

  expect(await answerOf(await sendAs(agent, 'POST', '/me/modify', own))).toMatchObject(own);
  expect(await answerOf(await sendAs(agent, 'POST', '/me/modify', {}))).toMatchObject(own);
  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/users`))).toContainEqual(
    expect.objectContaining({ user_id: agent.userId, ...own }),
  );
  for (const more of [{ role_id: 'superadmin' }, { name: 'Boss' }, { is_suspended: false }]) {
    const problem = await problemOf(await sendAs(agent, 'POST', '/me/modify', { phone: '', ...more }));
    expect(problem).toMatchObject({ status: 400 });
  }
  expect(await answerOf(await sendAs(agent, 'GET', '/me'))).toMatchObject({ ...own, role_id: 'agent' });
  expect(await answerOf(await sendAs(agent, 'POST', '/me/modify', { phone: '' }))).toMatchObject({
    phone: '',
  });
});

test.each([
  ['abroad', '+4915112345678'],
  ['for which callers pay', '+19005550123'],
  ['that is none', '+1555'],
])('an own phone %s is refused, since it rings at the cost of the company', async (_, phone) => {
  const { agent } = await makeCompanyWithUsers();

  const problem = await problemOf(await sendAs(agent, 'POST', '/me/modify', { phone }));

  expect(problem).toMatchObject({ status: 400, code: 'invalid_phone', errors: [{ pointer: '/phone' }] });
});
