import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshIp, problemOf, send } from '../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import { startWorker } from '../../../harness/own-worker.ts';

const PATH = '/console/session/new';

type Send = typeof send;

interface NewCompany {
  operator_token: string;
  company_id: string;
  name: string;
  default_region: string;
  time_zone?: string | null;
  superadmin: { name: string; email: string; password: string };
}

/** What the page sends. */
function newCompany(overrides: Partial<NewCompany> = {}): NewCompany {
  const email = `pat.${crypto.randomUUID().slice(0, 8)}@bright.test`;
  return {
    operator_token: OPERATOR_TOKEN,
    company_id: crypto.randomUUID(),
    name: 'Bright Plumbing',
    default_region: 'GB',
    time_zone: 'Europe/London',
    superadmin: { name: 'Pat', email, password: ' a long password ' },
    ...overrides,
  };
}

function post(body: unknown, headers: Record<string, string> = {}, sender: Send = send): Promise<Response> {
  return sender(PATH, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'CF-Connecting-IP': freshIp(),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe('a new company by its page', () => {
  test('has the person as its super admin, who is signed in by the cookie', async () => {
    const body = newCompany();

    const made = await post(body);

    const cookie = (made.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    const text = await made.text();
    const read = (part: string): Promise<Response> =>
      send(`/console/api/companies/${body.company_id}${part}`, {
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      });
    const options = await read('/settings');
    const money = await read('/lead_settings/currencies');
    expect(made.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      company_id: body.company_id,
      role_id: 'superadmin',
      name: 'Pat',
    });
    expect(text + cookie).not.toContain(OPERATOR_TOKEN);
    expect(await options.json()).toMatchObject({
      name: 'Bright Plumbing',
      default_region: 'GB',
      time_zone: 'Europe/London',
    });
    expect(await money.json()).toMatchObject({
      currencies: [
        { unit: 'GBP', symbol: '£', name: 'British Pound', company_default: true },
        { unit: 'USD', rate: 1, company_default: false },
      ],
    });
  });

  test('is one, however often the same is sent, and at once', async () => {
    const body = newCompany();

    const answers = await Promise.all([post(body), post(body)]);
    const again = await post(body);

    const users = (await Promise.all([...answers, again].map((answer) => answer.json()))) as object[];
    expect(users[1]).toMatchObject({ user_id: Reflect.get(users[0] ?? {}, 'user_id') });
    expect(users[2]).toMatchObject({ user_id: Reflect.get(users[0] ?? {}, 'user_id') });
  });

  test('is not changed by the same id with other details', async () => {
    const body = newCompany();
    await post(body);

    const renamed = await post({ ...body, name: 'Dark Plumbing' });
    const other = await post({ ...newCompany(), company_id: body.company_id });
    const password = await post({
      ...body,
      superadmin: { ...body.superadmin, password: 'another one' },
    });

    expect([renamed.status, other.status, password.status]).toEqual([409, 409, 403]);
    expect(await problemOf(renamed)).toMatchObject({ code: 'company_exists' });
    expect((await problemOf(password)).errors).toMatchObject([
      { pointer: '/superadmin/password', code: 'wrong_password' },
    ]);
  });

  test('is refused with all faults at once, a wrong token among them', async () => {
    const empty = {
      name: ' ',
      default_region: 'XX',
      superadmin: { name: '', email: 'pat', password: 'short' },
    };

    const wrong = await problemOf(await post(newCompany({ ...empty, operator_token: 'wrong' })));
    const none = await problemOf(await post(newCompany({ ...empty, operator_token: '' })));
    const strange = await problemOf(await post(newCompany({ operator_token: 'ŧoken' })));

    const others = [
      '/name',
      '/default_region',
      '/superadmin/name',
      '/superadmin/email',
      '/superadmin/password',
    ];
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(wrong.errors.map(({ pointer }) => pointer)).toEqual(['/operator_token', ...others]);
    expect(none).toMatchObject({ status: 400, code: 'missing_parameter' });
    expect(none.errors.map(({ pointer }) => pointer)).toEqual(['/operator_token', ...others]);
    expect(strange.errors).toMatchObject([{ pointer: '/operator_token', code: 'invalid_credentials' }]);
  });

  test('is refused after too many wrong tokens of a network, also with the right one', async () => {
    const headers = { 'CF-Connecting-IP': freshIp() };
    const guesses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) {
      guesses.push((await post(newCompany({ operator_token: `guess-${guess}` }), headers)).status);
    }

    const right = await post(newCompany(), headers);
    expect(guesses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('cannot be made by a page of another site', async () => {
    const body = newCompany();

    const foreign = await post(body, { 'Sec-Fetch-Site': 'cross-site' });
    const own = await post(body);

    expect([foreign.status, own.status]).toEqual([403, 200]);
  });
});

describe('a new company whose object is killed', () => {
  let leadline: FaultyLeadline;
  beforeAll(async () => {
    leadline = await startFaultyLeadline();
  });
  afterAll(() => leadline.close());

  test.for(['dies-claimed', 'dies-saved'] as const)(
    '(%s) is there after the same is sent again, with the password of the last time',
    async (fault) => {
      const body = newCompany();
      await leadline.set({ faults: [fault] });
      const broken = await post(body, {}, (path, init) => leadline.send(path, init));
      await leadline.set();

      const again = await post(body, {}, (path, init) => leadline.send(path, init));

      expect(broken.status).not.toBe(200);
      expect(await again.json()).toMatchObject({ company_id: body.company_id, role_id: 'superadmin' });
    },
  );

  test('before it was saved gets the password of the next try, also later', async () => {
    const body = newCompany();
    const { email } = body.superadmin;
    await leadline.set({ faults: ['dies-claimed'] });
    await post({ ...body, superadmin: { ...body.superadmin, password: 'the first try' } }, {}, (path, init) =>
      leadline.send(path, init),
    );
    await leadline.set();
    await post(body, {}, (path, init) => leadline.send(path, init));
    // The account has looked after the first claim.
    await leadline.set({ ahead: 11 * 60_000 });
    await leadline.send(`/test/account/${encodeURIComponent(email)}`, { method: 'PUT' });

    const signIn = (password: string): Promise<Response> =>
      leadline.send('/auth/issue_token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
        body: JSON.stringify({ username: email, password }),
      });
    expect((await signIn(' a long password ')).status).toBe(200);
    expect((await signIn('the first try')).status).toBe(401);
  });
});

describe('the page of a new company', () => {
  test('says that companies can be made', async () => {
    const answer = await send(PATH, { headers: { 'Sec-Fetch-Site': 'same-origin' } });

    expect(await answer.json()).toEqual({ state: 'ready' });
  });

  test('says that the deployment has no operator token', async () => {
    const bare = await startWorker({ OPERATOR_TOKEN: '' });

    const answer = await fetch(bare.url + PATH, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    const state: unknown = await answer.json();
    await bare.close();
    expect(state).toEqual({ state: 'no_token' });
  });
});
