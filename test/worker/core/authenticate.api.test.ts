import { expect, test } from 'vitest';
import { makeCompanyWithUsers, makeUser, signInByOperator } from '../../harness/builders.ts';
import { basic, problemOf, send, sendAs } from '../../harness/client.ts';

const CHALLENGE = 'Basic realm="leadline", charset="UTF-8"';

test.for([
  ['no header', undefined, 'credentials_required'],
  ['another scheme', 'Digest llt_x', 'credentials_required'],
  ['a Bearer token that is none of ours', 'Bearer llt_x', 'invalid_credentials'],
  ['a Bearer token of somebody else', 'Bearer x', 'credentials_required'],
  ['nothing after the scheme', 'Basic', 'invalid_credentials'],
  ['no base64', 'Basic %%%', 'invalid_credentials'],
  ['no colon', `Basic ${btoa('jo@example.com')}`, 'invalid_credentials'],
  ['no UTF-8', `Basic ${btoa('j\xff@example.com:llt_x')}`, 'invalid_credentials'],
  ['no token of ours', basic('jo@example.com', 'password'), 'invalid_credentials'],
  [
    'a token of a company that is not there',
    basic('jo@example.com', `llt_${'A'.repeat(64)}`),
    'invalid_credentials',
  ],
] as const)('%s is a 401 with a Basic challenge', async ([, authorization, code]) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };

  for (const path of ['/me', `/companies/${crypto.randomUUID()}/users`]) {
    const response = await send(path, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe(CHALLENGE);
    expect(await problemOf(response)).toMatchObject({ code });
  }
});

test('the scheme and the e-mail address are compared without case', async () => {
  const { agent } = await makeCompanyWithUsers();
  const authorization = basic(agent.email.toUpperCase(), agent.token).replace('Basic', 'bAsIc');

  const response = await sendAs({ authorization }, 'GET', '/me');

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user_id: agent.userId });
});

test('a colleague’s token is refused with another user’s address', async () => {
  const { agent, colleague } = await makeCompanyWithUsers();

  const response = await sendAs({ authorization: basic(agent.email, colleague.token) }, 'GET', '/me');

  expect(response.status).toBe(401);
  expect(await problemOf(response)).toMatchObject({ code: 'invalid_credentials' });
});

test('an expired token is reported as expired only to its own user', async () => {
  const { superadmin, path, colleague } = await makeCompanyWithUsers();
  const { email } = await makeUser(superadmin, path);
  const shortLived = await signInByOperator(email, 1);

  await expect
    .poll(async () => (await sendAs(shortLived, 'GET', '/me')).status, { timeout: 30_000, interval: 100 })
    .toBe(401);
  const own = await sendAs(shortLived, 'GET', '/me');
  const foreign = await sendAs({ authorization: basic(colleague.email, shortLived.token) }, 'GET', '/me');

  expect(own.headers.get('WWW-Authenticate')).toBe(CHALLENGE);
  expect(await problemOf(own)).toMatchObject({ code: 'token_expired' });
  expect(await problemOf(foreign)).toMatchObject({ code: 'invalid_credentials' });
});

test('a path with another company answers the same 404 if it exists, does not exist or is not a UUID', async () => {
  const { agent } = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const companies = [other.companyId, crypto.randomUUID(), 'no-uuid'];

  const problems = await Promise.all(
    companies.map(async (company) => {
      const response = await sendAs(agent, 'GET', `/companies/${company}/users`);
      expect(response.status).toBe(404);
      const { instance, request_id: _, ...rest } = await problemOf(response);
      expect(instance).toBe(`/companies/${company}/users`);
      return rest;
    }),
  );

  expect(problems[0]).toMatchObject({ code: 'not_found' });
  expect(problems[1]).toEqual(problems[0]);
  expect(problems[2]).toEqual(problems[0]);
});

test('the company in the path may be written in capitals', async () => {
  const { agent, companyId } = await makeCompanyWithUsers();

  const response = await sendAs(agent, 'GET', `/companies/${companyId.toUpperCase()}/users`);

  expect(response.status).toBe(200);
});
