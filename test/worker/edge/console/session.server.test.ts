import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { freshIp, problemOf, send, sendAs } from '../../../harness/client.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

const PASSWORD = 'correct horse battery';

let company: PeopledCompany;
/** The lifetime of a session. */
let cookie: string;
beforeAll(async () => {
  company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/modify`, { password: PASSWORD }),
  );
  cookie = cookieOf((await signIn(superadmin.email, PASSWORD)).headers.get('Set-Cookie'));
});

describe('a session', () => {
  test('begins with e-mail and password, and gives access to the API', async () => {
    const answer = await signIn(company.superadmin.email, PASSWORD);
    const header = answer.headers.get('Set-Cookie') ?? '';

    const users = await ask(`/console/api${company.path}/users`, { Cookie: cookieOf(header) });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ user_id: company.superadmin.userId, role_id: 'superadmin' });
    expect(header).toMatch(
      /^leadline=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=(?:12095\d\d|1209600)$/,
    );
    expect(users.status).toBe(200);
    expect(users.headers.get('Cache-Control')).toBe('no-store');
  });

  test('answers its user, or null without a session', async () => {
    const own = await ask('/console/session', { Cookie: cookie });
    const none = await ask('/console/session');
    const stale = await ask('/console/session', { Cookie: 'leadline=bm90aGluZw' });

    expect(await own.json()).toMatchObject({ email: company.superadmin.email });
    expect([none.status, await none.json()]).toEqual([200, null]);
    expect([stale.status, await stale.json()]).toEqual([200, null]);
  });

  test.for(['\n', 'Basic \r\nX-Other: 1', '\0', 'Basic \u00e9', '\u00ff\u00fe', '\u007f', ' '])(
    'is ignored when its cookie has %j, which a header cannot contain',
    async (value) => {
      const own = `leadline=${Buffer.from(value, 'latin1').toString('base64url')}`;
      const answers = await Promise.all([
        ask('/console/api/me', { Cookie: own }),
        ask('/console/session', { Cookie: own }),
        ask('/console/session', { Cookie: own }, { method: 'DELETE' }),
        ask(`/console/${company.companyId}/leads`, { Cookie: own }),
      ]);

      expect(answers.map(({ status }) => status)).toEqual([401, 200, expect.any(Number), 200]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    },
  );

  test('ends for every copy of its cookie when the user signs out', async () => {
    const own = cookieOf((await signIn(company.superadmin.email, PASSWORD)).headers.get('Set-Cookie'));

    const ended = await ask('/console/session', { Cookie: own }, { method: 'DELETE' });
    const after = await ask('/console/api/me', { Cookie: own });

    expect(ended.headers.get('Set-Cookie')).toMatch(/^leadline=; .*Max-Age=0$/);
    expect(ended.headers.get('Clear-Site-Data')).toBe('"storage"');
    expect(after.status).toBe(401);
  });

  test('cannot switch to other people’s companies, or without a session', async () => {
    const other = await makeCompanyWithUsers();
    const choose = (companyId: string, headers: Record<string, string>): Promise<Response> => {
      const init = { method: 'POST', body: JSON.stringify({ company_id: companyId }) };
      return ask('/console/session/company', { 'Content-Type': 'application/json', ...headers }, init);
    };

    const answers = await Promise.all([
      choose(other.companyId, { Cookie: cookie }),
      choose(other.companyId, {}),
      choose('../users', { Cookie: cookie }),
      choose(company.companyId, { Cookie: cookie, 'Sec-Fetch-Site': 'same-site' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 401, 400, 403]);
    expect(answers.map(({ headers }) => headers.get('Set-Cookie'))).toEqual([null, null, null, null]);
    expect((await ask('/console/api/me', { Cookie: cookie })).status).toBe(200);
  });

  test('is refused with a challenge that does not open the browser’s dialog', async () => {
    const refusals = await Promise.all([
      ask('/console/api/me'),
      ask('/console/api/me', { Cookie: 'leadline=QmFzaWMgYTpi' }),
      ask('/console/api/me', { Cookie: 'leadline=%%%' }),
      signIn(company.superadmin.email, 'not the password'),
    ]);

    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    for (const refusal of refusals) {
      expect(refusal.headers.get('WWW-Authenticate')).toBe('Session realm="leadline"');
      expect(refusal.headers.get('Set-Cookie')).toBeNull();
    }
  });

  test('lists every fault of the input', async () => {
    const problem = await problemOf(await signIn('', ''));

    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/email', '/password']);
  });
});

describe('the cookie', () => {
  test.for([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['an old browser on another site', { Origin: 'https://evil.example' }],
    ['nobody knows who', {}],
  ] as const)('is ignored when the request comes from %s', async ([, headers]) => {
    const body = JSON.stringify({ email: company.superadmin.email, password: PASSWORD });
    const json = { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() };

    const refusals = await Promise.all([
      send('/console/api/me', { headers: { Cookie: cookie, ...headers } }),
      send('/console/session', { headers: { Cookie: cookie, ...headers } }),
      send('/console/session', { method: 'POST', headers: { ...json, ...headers }, body }),
      send('/console/session', { method: 'DELETE', headers: { Cookie: cookie, ...headers } }),
    ]);

    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await ask('/console/api/me', { Cookie: cookie })).status).toBe(200);
  });

  test('is accepted from a browser that sends only the origin', async () => {
    const answer = await send('/console/api/me', {
      headers: { Cookie: cookie, Origin: workerUrl() },
    });

    expect(answer.status).toBe(200);
  });

  test('gives no access to the public API itself', async () => {
    const answers = await Promise.all(
      ['/me', `${company.path}/users`].map((path) => ask(path, { Cookie: cookie })),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  test.for(['/auth/issue_token', '/operator/companies', '/dni/swap/x', '/console/api/me', '/', '/mee'])(
    'does not lead to %s',
    async (path) => {
      expect((await ask(`/console/api${path}`, { Cookie: cookie })).status).toBe(404);
    },
  );
});

describe('the page', () => {
  test.for(['/console', '/console/', '/console/some/leads?f.state=open', '/console/anything'])(
    'is the same at %s, with a policy that allows nothing from other origins',
    async (path) => {
      const page = await send(path);

      const policy = page.headers.get('Content-Security-Policy') ?? '';
      expect(page.status).toBe(200);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    },
  );

  test('names files that may be cached forever, and is itself revalidated each time', async () => {
    const page = await send('/console/');
    const html = await page.text();
    const [script = ''] = /\/console\/assets\/\w+\/main\.js/.exec(html) ?? [];

    const file = await send(script);
    const gone = await send('/console/assets/0000000000/main.js');
    const known = await send('/console/', { headers: { 'If-None-Match': page.headers.get('ETag') ?? '' } });

    expect(page.headers.get('Cache-Control')).toBe('no-cache');
    expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('Content-Type')).toMatch(/javascript/);
    expect(gone.status).toBe(404);
    expect(known.status).toBe(304);
  });

  test('marks a request with a session for the company in the URL, as another version', async () => {
    const pageOf = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      send(path, { headers });
    const other = await makeCompanyWithUsers();
    const [own, anybody, elsewhere, nowhere, broken] = await Promise.all([
      pageOf(`/console/${company.companyId}/leads`, { Cookie: cookie }),
      pageOf(`/console/${company.companyId}/leads`),
      pageOf(`/console/${other.companyId}/leads`, { Cookie: cookie }),
      pageOf('/console/', { Cookie: cookie }),
      pageOf(`/console/${company.companyId}/leads`, { Cookie: 'leadline=bm90aGluZw' }),
    ]);
    const tag = own.headers.get('ETag') ?? '';
    const leads = `/console/${company.companyId}/leads`;
    const known = await pageOf(leads, { Cookie: cookie, 'If-None-Match': tag });
    const signedOut = await pageOf(leads, { 'If-None-Match': tag });

    const pages = [own, anybody, elsewhere, nowhere, broken, signedOut];
    const texts = await Promise.all(pages.map((page) => page.text()));
    expect(texts.map((text) => text.includes('<html data-expected'))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(pages.map((page) => page.headers.get('Vary'))).toEqual(pages.map(() => 'Cookie'));
    expect([known.status, signedOut.status]).toEqual([304, 200]);
  });

  test('answers only GET and HEAD', async () => {
    expect((await send('/console/leads', { method: 'POST' })).status).toBe(404);
  });
});

function signIn(email: string, password: string): Promise<Response> {
  const body = JSON.stringify({ email, password });
  return ask('/console/session', { 'Content-Type': 'application/json' }, { method: 'POST', body });
}

/** Sends a request as a page of the console does. */
function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return send(path, {
    ...init,
    headers: { 'Sec-Fetch-Site': 'same-origin', 'CF-Connecting-IP': freshIp(), ...headers },
  });
}

function cookieOf(header: string | null): string {
  return (header ?? '').split(';', 1)[0] ?? '';
}
