import { expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../../harness/client.ts';

test('edge and core use the same id for a request', async () => {
  const { agent, path } = await makeCompanyWithUsers();

  const answered = await sendAs(agent, 'GET', '/me', undefined, { 'X-Request-Id': 'trace.7' });
  const refused = await sendAs(agent, 'GET', `${path}/nothing`, undefined, { 'X-Request-Id': 'trace.8' });
  const generated = await sendAs(agent, 'GET', `${path}/nothing`, undefined, { 'X-Request-Id': 'no spaces' });

  expect(answered.headers.get('X-Request-Id')).toBe('trace.7');
  expect(refused.headers.get('X-Request-Id')).toBe('trace.8');
  expect((await problemOf(refused)).request_id).toBe('trace.8');
  const id = generated.headers.get('X-Request-Id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await problemOf(generated)).request_id).toBe(id);
});

test('a token gives access only to its own company, with or without a company in the path', async () => {
  const one = await makeCompanyWithUsers();
  const two = await makeCompanyWithUsers();

  const [first, second] = await Promise.all(
    [one, two].map(async ({ agent }) => (await sendAs(agent, 'GET', '/me')).json()),
  );

  expect(first).toMatchObject({ company_id: one.companyId, user_id: one.agent.userId });
  expect(second).toMatchObject({ company_id: two.companyId, user_id: two.agent.userId });
  expect((await sendAs(one.superadmin, 'GET', `${two.path}/users`)).status).toBe(404);
});

test.for(['/me/', '/users/', '/leads/recent_leads/', '/leads/search/ids/', '/lead_settings/fields/'])(
  '%s with a trailing slash is another path, which does not exist',
  async (path) => {
    const { agent, path: company } = await makeCompanyWithUsers();

    const response = await sendAs(agent, 'GET', path === '/me/' ? path : company + path);

    expect(response.status).toBe(404);
    expect((await problemOf(response)).request_id).toBe(response.headers.get('X-Request-Id'));
  },
);

test.for(['/auth/issue_token/', '/operator/companies/', '/operator/tokens/'])(
  '%s does not exist for anybody',
  async (path) => {
    expect((await send(path, { method: 'POST' })).status).toBe(404);
  },
);

test('an unsupported method is a 405 with the allowed ones', async () => {
  const { agent, path } = await makeCompanyWithUsers();

  const response = await sendAs(agent, 'DELETE', `${path}/users`);

  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
  expect(await problemOf(response)).toMatchObject({ code: 'method_not_allowed' });
});

test('OPTIONS answers the allowed methods, and HEAD the headers of GET', async () => {
  const { agent, path } = await makeCompanyWithUsers();

  const options = await sendAs(agent, 'OPTIONS', `${path}/users`);
  expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  expect((await sendAs(agent, 'OPTIONS', `${path}/nothing`)).status).toBe(404);
  const head = await sendAs(agent, 'HEAD', `${path}/users`);
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.for([
  ['no JSON content type', { 'Content-Type': 'text/plain' }, '{}', 415, 'unsupported_media_type'],
  ['a body that is not JSON', {}, '{"name":', 400, 'invalid_json'],
  ['an empty body', {}, '', 400, 'invalid_json'],
  ['a body over 1 MiB', {}, JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413, 'body_too_large'],
  ['an array instead of an object', {}, '[]', 400, 'invalid_parameter'],
] as const)('%s is refused', async ([, headers, body, status, code]) => {
  const { superadmin, path } = await makeCompanyWithUsers();

  const response = await sendAs(superadmin, 'POST', `${path}/users`, body, headers);

  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(await problemOf(response)).toMatchObject({ code, status });
});

test('nothing outside /companies/, /auth/ and /me is part of the core API', async () => {
  const { agent } = await makeCompanyWithUsers();

  for (const path of ['/companies', '/auth', '/me/x', '/users', '/leads']) {
    const response = await send(path, { headers: { Authorization: agent.authorization } });
    expect(response.status).toBe(404);
  }
});
