import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';

const SITE = 'https://app.example.com';

function preflight(path: string, origin: string): Promise<Response> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
  };
  return send(path, { method: 'OPTIONS', headers });
}

test('pages of the sites in cors_origins may ask and read, by every way in, and no others', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const options = { name: 'Acme', default_region: 'US', cors_origins: [SITE, 'http://localhost:3000'] };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  const leadId = await createLead({ user: superadmin, path });

  const asked = await preflight(`${path}/leads/create`, SITE);
  expect(asked.status).toBe(204);
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': SITE,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
    vary: 'Origin',
  });
  expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('Authorization, Content-Type');
  for (const rest of [`/leads/${leadId}`, '/users', `/leads/${crypto.randomUUID()}`]) {
    const answer = await sendAs(superadmin, 'GET', path + rest, undefined, { Origin: SITE });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SITE);
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag');
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(answer.headers.get('Vary')).toContain('Origin');
    const other = await sendAs(superadmin, 'GET', path + rest, undefined, { Origin: 'https://evil.example' });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(other.headers.get('Vary')).toContain('Origin');
  }
  const refused = await preflight(`${path}/leads/create`, 'https://app.example.com.evil.example');
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

test('without the option no site may, nor at companies that are not there', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  for (const company of [path, `/companies/${crypto.randomUUID()}`]) {
    const asked = await preflight(`${company}/users`, SITE);
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, null]);
  }
  const answer = await sendAs(superadmin, 'GET', `${path}/users`, undefined, { Origin: SITE });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

test.for([
  '*',
  'null',
  'app.example.com',
  'https://app.example.com/',
  'https://App.example.com',
  'ftp://a.example',
])('%s is no site', async (origin) => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const options = { name: 'Acme', default_region: 'US', cors_origins: [origin] };
  const problem = await problemOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/cors_origins/0']);
});
