/** One person in several companies: the companies of each password, and the data that companies learn about each other. */
import { describe, expect, test } from 'vitest';
import { type Login, tryLogins, withPassword } from '../../../worker/accounts/logins.ts';
import { guessOf, hashPassword, type Salt } from '../../../worker/accounts/factors/passwords.ts';
import { answerOf, makeCompanyWithUsers, makeUser, type PeopledCompany } from '../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, sendAsOperator } from '../../harness/client.ts';

const OWN = 'the one of her own';
const GIVEN = 'the one that was given';

interface Caller {
  authorization: string;
}

function freshEmail(): string {
  return `ann.${crypto.randomUUID()}@agency.test`;
}

function signIn(username: string, password: string, more: object = {}, ip = freshIp()): Promise<Response> {
  return send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify({ username, password, ...more }),
  });
}

async function signedIn(email: string, password: string, more: object = {}): Promise<Caller> {
  return { authorization: basic(email, await answerOf<string>(await signIn(email, password, more))) };
}

function add(company: PeopledCompany, body: Record<string, unknown>): Promise<Response> {
  return sendAs(company.superadmin, 'POST', `${company.path}/users`, {
    name: 'Ann',
    role_id: 'agent',
    ...body,
  });
}

async function companyOf(caller: Caller): Promise<unknown> {
  const me = await answerOf<{ company_id: string }>(await sendAs(caller, 'GET', '/me'));
  return me.company_id;
}

async function companiesOf(caller: Caller): Promise<unknown[]> {
  const companies = await answerOf<{ company_id: string }[]>(await sendAs(caller, 'GET', '/me/companies'));
  return companies.map((company) => company.company_id);
}

async function actionsOf(company: PeopledCompany): Promise<string[]> {
  const { entries } = await answerOf<{ entries: { action: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/audit?limit=200`),
  );
  return entries.map(({ action }) => action);
}

/** Two companies with the user Ann, who is signed in to the first one with her own password. Their logins are not merged yet. */
async function twoCompanies(more: Record<string, unknown> = {}): Promise<{
  email: string;
  first: PeopledCompany;
  second: PeopledCompany;
  ann: Caller;
}> {
  const [first, second] = await Promise.all([
    makeCompanyWithUsers(),
    makeCompanyWithUsers({ name: 'Second' }),
  ]);
  const email = freshEmail();
  await answerOf(await add(first, { email, password: OWN }));
  await answerOf(await add(second, { email, password: GIVEN, ...more }));
  return { email, first, second, ann: await signedIn(email, OWN) };
}

function accept(ann: Caller, password = GIVEN, below = ''): Promise<Response> {
  return sendAs(ann, 'POST', `/me/invitations${below}/accept`, { password });
}

describe("a stranger's address", () => {
  test('is added like any other, and a password that a company sets is valid only for that company', async () => {
    const { email, first, second, ann } = await twoCompanies();
    const fresh = freshEmail();

    const known = await answerOf<Record<string, unknown>>(
      await add(await makeCompanyWithUsers(), { email, password: 'a third long one' }),
    );
    const unknown = await answerOf<Record<string, unknown>>(
      await add(await makeCompanyWithUsers(), { email: fresh, password: 'a third long one' }),
    );

    const varying = { user_id: '', company_id: '', group_id: '', email: '' };
    expect({ ...known, ...varying }).toEqual({ ...unknown, ...varying });
    expect(await companyOf(await signedIn(email, 'a third long one'))).toBe(known['company_id']);
    expect(await companyOf(await signedIn(fresh, 'a third long one'))).toBe(unknown['company_id']);
    expect(await companyOf(ann)).toBe(first.companyId);
    expect(await companyOf(await signedIn(email, GIVEN))).toBe(second.companyId);
    expect(await companiesOf(await signedIn(email, GIVEN))).toEqual([second.companyId]);
    expect(await companiesOf(ann)).toEqual([first.companyId]);
  });

  test('is not revealed by wrong passwords, for any company', async () => {
    const { email, first, second } = await twoCompanies();
    const strangers = await makeCompanyWithUsers();
    const ids = [undefined, first, second, strangers].map((company) => company?.companyId);

    for (const [username, password] of [
      [email, 'wrong password'],
      [freshEmail(), OWN],
    ] as const) {
      for (const id of ids) {
        const refused = await signIn(username, password, id === undefined ? {} : { company_id: id });
        expect(refused.status).toBe(401);
        expect(await problemOf(refused)).toMatchObject({ code: 'invalid_credentials' });
      }
    }
    expect((await signIn(email, OWN, { company_id: second.companyId })).status).toBe(401);
    expect((await signIn(email, GIVEN, { company_id: first.companyId })).status).toBe(401);
  });

  test('can be used for a new company, which makes nobody a super admin elsewhere', async () => {
    const { superadmin, companyId } = await makeCompanyWithUsers();

    const made = await sendAsOperator('POST', '/operator/companies', {
      name: 'Another',
      default_region: 'US',
      superadmin: { name: 'Sue again', email: superadmin.email, password: GIVEN },
    });

    const { company_id: other } = await answerOf<{ company_id: string }>(made);
    expect(await companyOf(await signedIn(superadmin.email, GIVEN))).toBe(other);
    expect(await companyOf(superadmin)).toBe(companyId);
    for (const company_id of [companyId, other]) {
      const email = superadmin.email;
      const token = await sendAsOperator('POST', '/operator/tokens', { email, company_id });
      const caller = { authorization: basic(email, await answerOf<string>(token)) };
      expect(await companyOf(caller)).toBe(company_id);
    }
  });
});

describe('an invitation', () => {
  test('is accepted with the password from the company, and then one password is for both', async () => {
    const { email, first, second, ann } = await twoCompanies();
    const before = await signedIn(email, GIVEN);

    expect((await accept(ann, GIVEN, `/${first.companyId}`)).status).toBe(403);
    const joined = await accept(ann);

    expect(await answerOf(joined)).toEqual({
      joined: [{ company_id: second.companyId, name: 'Second', role_id: 'agent', is_suspended: false }],
    });
    expect((await sendAs(before, 'GET', '/me')).status).toBe(401);
    expect((await signIn(email, GIVEN)).status).toBe(401);
    expect(await companyOf(await signedIn(email, OWN))).toBe(first.companyId);
    const there = await signedIn(email, OWN, { company_id: second.companyId.toUpperCase() });
    expect(await companyOf(there)).toBe(second.companyId);
    expect(await answerOf(await sendAs(there, 'GET', '/me/companies'))).toEqual([
      {
        company_id: first.companyId,
        name: 'Acme Plumbing',
        role_id: 'agent',
        is_suspended: false,
        is_current: false,
      },
      {
        company_id: second.companyId,
        name: 'Second',
        role_id: 'agent',
        is_suspended: false,
        is_current: true,
      },
    ]);
    expect(await actionsOf(second)).toContain('user.invitation_accepted');
    expect(await actionsOf(first)).not.toContain('user.invitation_accepted');
  });

  test('needs the password: nobody gets into another company by accepting alone', async () => {
    const { email, second, ann } = await twoCompanies({ invite: true });

    const guesses = [];
    for (let guess = 0; guess < 5; guess += 1) guesses.push(await accept(ann, `a wrong guess ${guess}`));
    const ip = { 'CF-Connecting-IP': freshIp() };
    for (let guess = 0; guess < 5; guess += 1) {
      await sendAs(ann, 'POST', '/me/invitations/accept', { password: 'wrong' }, ip);
    }
    const next = await sendAs(ann, 'POST', '/me/invitations/accept', { password: GIVEN }, ip);

    expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await problemOf(guesses[0]!)).toMatchObject({ code: 'wrong_password' });
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await sendAs(ann, 'GET', second.path + '/users')).status).toBe(404);
    expect((await sendAs(ann, 'POST', `/me/companies/${second.companyId}/token`, {})).status).toBe(404);
    expect(await companyOf(await signedIn(email, GIVEN))).toBe(second.companyId);
    expect(await actionsOf(second)).toContain('sign_in.refused');
  });

  test('is shown only if the company asked for it, and not after it was declined', async () => {
    const { email, second, ann } = await twoCompanies({ invite: true });
    const silent = await makeCompanyWithUsers();
    await answerOf(await add(silent, { email, password: 'a third long one' }));
    const list = async (caller: Caller): Promise<unknown> =>
      answerOf(await sendAs(caller, 'GET', '/me/invitations'));

    const shown = await list(ann);
    const toItself = await list(await signedIn(email, GIVEN));
    const decline = (id: string): Promise<Response> =>
      sendAs(ann, 'POST', `/me/invitations/${id}/decline`, {});
    const unknown = await decline(silent.companyId);
    const declined = await decline(second.companyId);

    expect(shown).toEqual([
      {
        invitation_id: second.companyId,
        company_id: second.companyId,
        name: 'Second',
        role_id: 'agent',
        is_suspended: false,
        invited_time: expect.stringMatching(/Z$/) as string,
      },
    ]);
    expect(toItself).toEqual([]);
    expect([unknown.status, declined.status]).toEqual([404, 200]);
    expect(await list(ann)).toEqual([]);
    expect(await companyOf(await signedIn(email, GIVEN))).toBe(second.companyId);
    expect((await accept(ann, GIVEN, `/${silent.companyId}`)).status).toBe(403);
    expect((await accept(ann, GIVEN, `/${second.companyId}`)).status).toBe(200);
  });

  test('cannot be accepted with an API key', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const made = await sendAs(superadmin, 'POST', `${path}/api_keys`, { name: 'K', scopes: ['admin'] });
    const { key } = await answerOf<{ key: string }>(made);

    for (const [method, below] of [
      ['GET', 'companies'],
      ['GET', 'invitations'],
      ['POST', 'invitations/accept'],
      ['POST', 'password'],
    ] as const) {
      const body = { password: OWN, ...(below === 'password' ? { current_password: OWN } : {}) };
      const response = await sendAs(
        { authorization: `Bearer ${key}` },
        method,
        `/me/${below}`,
        method === 'GET' ? undefined : body,
      );
      expect([below, response.status]).toEqual([below, 403]);
    }
  });
});

describe('a person in two companies', () => {
  test('gets a token for the other one that ends with their own', async () => {
    const { email, first, second, ann } = await twoCompanies();
    await accept(ann);
    const short = await sendAsOperator('POST', '/operator/tokens', { email, valid_seconds: 60 });
    const caller = { authorization: basic(email, await answerOf<string>(short)) };

    const issued = await sendAs(caller, 'POST', `/me/companies/${second.companyId}/token`, {});

    const { token, expires_time: end } = await answerOf<{ token: string; expires_time: string }>(issued);
    const there = { authorization: basic(email, token) };
    expect(await companyOf(there)).toBe(second.companyId);
    expect(Date.parse(end) - Date.now()).toBeLessThanOrEqual(60_000);
    const back = await sendAs(there, 'POST', `/me/companies/${first.companyId}/token`, {});
    expect(Date.parse((await answerOf<{ expires_time: string }>(back)).expires_time)).toBeLessThanOrEqual(
      Date.parse(end),
    );
    for (const stranger of [crypto.randomUUID(), 'no-uuid']) {
      expect((await sendAs(caller, 'POST', `/me/companies/${stranger}/token`, {})).status).toBe(404);
    }
  });

  test('who is suspended in one stays in the other', { tags: ['full'] }, async () => {
    const { email, first, second, ann } = await twoCompanies();
    await accept(ann);
    const { user_id: userId } = await answerOf<{ user_id: string }>(await sendAs(ann, 'GET', '/me'));

    await sendAs(first.superadmin, 'POST', `${first.path}/users/${userId}/modify`, { is_suspended: true });

    const there = await signedIn(email, OWN);
    expect(await companyOf(there)).toBe(second.companyId);
    const refused = await signIn(email, OWN, { company_id: first.companyId });
    expect(await problemOf(refused)).toMatchObject({ code: 'user_suspended' });
    const back = await sendAs(there, 'POST', `/me/companies/${first.companyId}/token`, {});
    expect(await problemOf(back)).toMatchObject({ code: 'user_suspended' });
    expect(await companiesOf(there)).toEqual([first.companyId, second.companyId]);
  });

  test('who is erased in one stays in the other', { tags: ['full'] }, async () => {
    const { email, first, second, ann } = await twoCompanies();
    await accept(ann);
    const { user_id: userId } = await answerOf<{ user_id: string }>(await sendAs(ann, 'GET', '/me'));

    await answerOf(await sendAs(first.superadmin, 'POST', `${first.path}/users/${userId}/erase`, {}));

    const there = await signedIn(email, OWN);
    expect(await companyOf(there)).toBe(second.companyId);
    expect(await companiesOf(there)).toEqual([second.companyId]);
  });

  test('changes the password of both, and the current session stays valid', { tags: ['full'] }, async () => {
    const { email, first, second, ann } = await twoCompanies();
    await accept(ann);
    const there = await signedIn(email, OWN, { company_id: second.companyId });
    const change = { current_password: OWN, password: 'a new one of her own' };

    const wrong = await sendAs(ann, 'POST', '/me/password', { ...change, current_password: GIVEN });
    const changed = await sendAs(ann, 'POST', '/me/password', change);

    expect([wrong.status, changed.status]).toEqual([403, 200]);
    expect((await sendAs(ann, 'GET', '/me')).status).toBe(200);
    expect((await sendAs(there, 'GET', '/me')).status).toBe(401);
    for (const company of [first, second]) {
      const company_id = company.companyId;
      expect((await signIn(email, OWN, { company_id })).status).toBe(401);
      expect(await companyOf(await signedIn(email, change.password, { company_id }))).toBe(company_id);
      expect(await actionsOf(company)).toContain('user.password_changed');
    }
  });

  test(
    'gets a new password from one of them for that one alone, and may accept it again',
    { tags: ['full'] },
    async () => {
      const { email, first, second, ann } = await twoCompanies();
      await accept(ann);
      const { user_id: userId } = await answerOf<{ user_id: string }>(await sendAs(ann, 'GET', '/me'));

      const modify = `${first.path}/users/${userId}/modify`;
      await answerOf(await sendAs(first.superadmin, 'POST', modify, { password: 'reset by the first' }));

      expect((await sendAs(ann, 'GET', '/me')).status).toBe(401);
      const reset = await signedIn(email, 'reset by the first');
      expect(await companiesOf(reset)).toEqual([first.companyId]);
      expect((await signIn(email, 'reset by the first', { company_id: second.companyId })).status).toBe(401);
      const own = await signedIn(email, OWN);
      expect(await companiesOf(own)).toEqual([second.companyId]);
      expect((await accept(own, 'reset by the first')).status).toBe(200);
      expect(await companiesOf(own)).toEqual([second.companyId, first.companyId]);
    },
  );

  test(
    'gets another address in one of them, and the common password does not move there',
    { tags: ['full'] },
    async () => {
      const { email, first, second, ann } = await twoCompanies();
      await accept(ann);
      const { user_id: userId } = await answerOf<{ user_id: string }>(await sendAs(ann, 'GET', '/me'));
      const moved = freshEmail();

      await answerOf(
        await sendAs(first.superadmin, 'POST', `${first.path}/users/${userId}/modify`, { email: moved }),
      );

      expect((await signIn(moved, OWN)).status).toBe(401);
      expect(await companiesOf(await signedIn(email, OWN))).toEqual([second.companyId]);
    },
  );
});

test(
  'a password that moves to an address of other companies stays valid for its own company',
  { tags: ['full'] },
  async () => {
    const [mover, other] = await Promise.all([makeCompanyWithUsers(), makeCompanyWithUsers()]);
    const target = freshEmail();
    await makeUser(other.superadmin, other.path, { email: target, password: OWN });
    const user = await makeUser(mover.superadmin, mover.path, { password: GIVEN });

    const modify = `${mover.path}/users/${user.userId}/modify`;
    await answerOf(await sendAs(mover.superadmin, 'POST', modify, { email: target }));

    for (let time = 1; time <= 2; time += 1) {
      expect(await companyOf(await signedIn(target, GIVEN))).toBe(mover.companyId);
      expect(await companyOf(await signedIn(target, OWN))).toBe(other.companyId);
    }
  },
);

describe('passwords that a company sets to guess the password of another login', () => {
  // The result does not depend on the cost of a hash.
  const salt: Salt = { N: 2, r: 1, p: 1, salt: 'salt' };
  const now = 1_000_000_000;
  const login = (company: string, password: string): Login => ({
    companies: [company],
    password: hashPassword(password, salt),
  });
  const tried = (logins: readonly Login[], password: string, network = 'theirs'): string | undefined =>
    tryLogins(logins, { guess: guessOf(password, [salt]), sender: { network, block: network }, now })
      ?.companies[0];

  test('count as wrong attempts, and after five of them even the right one is refused', () => {
    let logins: Login[] = [login('victim', 'p-7'), login('guesser', 'p-0')];
    const opened: unknown[] = [];
    for (let guess = 0; guess < 8; guess += 1) {
      logins = withPassword(logins, 'guesser', hashPassword(`p-${guess}`, salt));
      opened.push(tried(logins, `p-${guess}`));
    }

    expect(opened).toEqual(Array<string>(8).fill('guesser'));
    expect(tried(logins, 'p-7', 'hers')).toBe('victim');
  });

  test('count once however often they are used', () => {
    const logins = [login('victim', 'hers'), login('guesser', 'given')];
    for (let time = 0; time < 20; time += 1) expect(tried(logins, 'given')).toBe('guesser');

    expect(logins[0]?.misses).toHaveLength(1);
    expect(tried(logins, 'hers')).toBe('victim');
  });

  test('are compared with a skipped login as soon as it may be tried again', () => {
    const logins = [login('first', 'a'), login('victim', 'b'), login('guesser', 'c')];
    // The second login had so many wrong passwords that it is skipped for this network.
    if (logins[1] !== undefined)
      logins[1].misses = Array.from({ length: 5 }, () => ({ time: now, network: 'theirs' }));

    expect(tried(logins, 'c')).toBe('guesser');
    expect(logins.map(({ misses }) => misses?.length ?? 0)).toEqual([1, 5, 0]);
    // From another network it is not skipped, so this attempt counts there.
    expect(tried(logins, 'c', 'others')).toBe('guesser');
    expect(logins.map(({ misses }) => misses?.length ?? 0)).toEqual([2, 6, 0]);
    // Now it was compared with all logins.
    expect(tried(logins, 'c', 'others')).toBe('guesser');
    expect(logins.map(({ misses }) => misses?.length ?? 0)).toEqual([2, 6, 0]);
  });

  test('are compared with a login that was moved before them', () => {
    const guesser = login('guesser', 'c');
    expect(tried([guesser], 'c')).toBe('guesser');

    const logins = [login('victim', 'a'), guesser];
    expect(tried(logins, 'c')).toBe('guesser');

    expect(logins[0]?.misses).toHaveLength(1);
  });
});
