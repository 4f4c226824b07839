import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs, sendAsOperator } from '../../../harness/client.ts';

test('a company is created with its super admin', async () => {
  const email = `Sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;

  const response = await sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email, password: 'a long enough one' },
  });

  const { company_id: companyId, user_id: userId } = await answerOf<Record<string, string>>(response);
  const token = await answerOf<string>(await sendAsOperator('POST', '/operator/tokens', { email }));
  const me = await sendAs({ authorization: `Basic ${btoa(`${email}:${token}`)}` }, 'GET', '/me');
  expect(await answerOf(me)).toMatchObject({
    user_id: userId,
    company_id: companyId,
    email,
    role_id: 'superadmin',
  });
});

test('an existing company keeps its people when it is created again', async () => {
  const { companyId, superadmin } = await makeCompanyWithUsers();

  const again = await sendAsOperator('POST', '/operator/companies', {
    company_id: companyId,
    name: 'Again',
    default_region: 'US',
    superadmin: { name: 'Eve', email: `eve.${crypto.randomUUID()}@acme.test` },
  });

  expect(again.status).toBe(409);
  expect(await problemOf(again)).toMatchObject({ code: 'company_exists', company_id: companyId });
  expect((await sendAs(superadmin, 'GET', '/me')).status).toBe(200);
});

test('all faults of the super admin are listed at once', async () => {
  const response = await sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: ' ', email: 'no address', password: 'short' },
  });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toMatchObject([
    { pointer: '/superadmin/name', code: 'invalid_parameter' },
    { pointer: '/superadmin/email', code: 'invalid_email' },
    { pointer: '/superadmin/password', code: 'invalid_parameter' },
  ]);
});

test('the operator can issue tokens for users only', async () => {
  const unknown = await sendAsOperator('POST', '/operator/tokens', { email: 'nobody@nowhere.test' });
  const forever = await sendAsOperator('POST', '/operator/tokens', {
    email: 'nobody@nowhere.test',
    valid_seconds: 15 * 24 * 3600,
  });

  expect(unknown.status).toBe(400);
  expect(await problemOf(unknown)).toMatchObject({ code: 'unknown_user' });
  expect((await problemOf(forever)).errors).toMatchObject([{ pointer: '/valid_seconds' }]);
});
