import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { freshIp, problemOf, send, sendAs } from '../../harness/client.ts';
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

test('only pages of the sites in cors_origins may send requests and read answers, for every kind of credentials', async () => {
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

test('pages may read refusals of the edge, and their own company’s answers below /me', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const options = { name: 'Acme', default_region: 'US', cors_origins: [SITE] };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  const origin = { Origin: SITE };
  const guesser = { 'CF-Connecting-IP': freshIp(), Authorization: 'Bearer llk_guess' };
  const allowed = async (response: Response): Promise<[number, string | null]> => {
    await response.body?.cancel();
    return [response.status, response.headers.get('Access-Control-Allow-Origin')];
  };

  // Without credentials, with credentials without a company, too long, of an unknown operation, and too many.
  expect(await allowed(await send(`${path}/users`, { headers: origin }))).toEqual([401, SITE]);
  expect(await allowed(await send('/me', { headers: origin }))).toEqual([401, SITE]);
  expect(await allowed(await sendAs(superadmin, 'GET', `${path}/nothing`, undefined, origin))).toEqual([
    404,
    SITE,
  ]);
  const long = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  expect(await allowed(await sendAs(superadmin, 'POST', `${path}/leads/create`, long, origin))).toEqual([
    413,
    SITE,
  ]);
  const statuses = new Set<number>();
  for (let turn = 0; turn < 60 && !statuses.has(429); turn += 1) {
    const headers = { ...guesser, ...origin, Authorization: `Bearer llk_guess${turn}` };
    const [status, site] = await allowed(await send(`${path}/users`, { headers }));
    statuses.add(status);
    expect(site).toBe(SITE);
  }
  expect([...statuses]).toEqual([401, 429]);

  expect((await preflight('/me', SITE)).headers.get('Access-Control-Allow-Origin')).toBe(SITE);
  expect(await allowed(await sendAs(superadmin, 'GET', '/me', undefined, origin))).toEqual([200, SITE]);
  expect(await allowed(await sendAs(superadmin, 'GET', '/me/companies', undefined, origin))).toEqual([
    200,
    SITE,
  ]);
  expect(await allowed(await sendAs(other.superadmin, 'GET', '/me', undefined, origin))).toEqual([200, null]);
  expect(await allowed(await send(`${other.path}/users`, { headers: origin }))).toEqual([401, null]);
});

test('without the option no site may read answers, nor those of unknown companies', async () => {
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
])('%s is not a site', async (origin) => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const options = { name: 'Acme', default_region: 'US', cors_origins: [origin] };
  const problem = await problemOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/cors_origins/0']);
});
