/** A company that requires two factors, and super admins who remove somebody's second factor. */
import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { basic, problemOf, send, sendAs } from '../../harness/client.ts';
import { setUpFactor, signedIn, signIn } from '../../harness/second-factor.ts';

const PASSWORD = 'correct horse: battery';

interface Ann {
  userId: string;
  email: string;
}

async function addAnn({ superadmin, path }: PeopledCompany): Promise<Ann> {
  const email = `ann.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  const body = { name: 'Ann', role_id: 'agent', email, password: PASSWORD };
  const { user_id: userId } = await answerOf<{ user_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/users`, body),
  );
  return { userId, email };
}

async function requireTwoFactors({ superadmin, path }: PeopledCompany, isRequired = true): Promise<void> {
  const options = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/settings`));
  await answerOf(
    await sendAs(superadmin, 'PUT', `${path}/settings`, { ...options, two_factors_required: isRequired }),
  );
}

async function outcomeOf(response: Response): Promise<string> {
  return response.ok ? 'done' : (await problemOf(response)).code;
}

describe('a company that requires two factors', () => {
  test('lets a session of the password alone do nothing but set up the second one', async () => {
    const company = await makeCompanyWithUsers();
    const { email } = await addAnn(company);
    const before = await signedIn(email, PASSWORD, { kind: 'session' });
    await requireTwoFactors(company);
    const after = await signedIn(email, PASSWORD, { kind: 'session' });
    const paths = [`${company.path}/settings`, `${company.path}/users`, '/me/sessions', '/me/companies'];

    const refused = await Promise.all(
      [before, after].flatMap((session) =>
        paths.map(async (path) => outcomeOf(await sendAs(session, 'GET', path))),
      ),
    );
    const refusal = await problemOf(await sendAs(after, 'GET', `${company.path}/users`));
    const own = await answerOf(await sendAs(after, 'GET', '/me/second_factor'));
    await setUpFactor(after, PASSWORD);

    expect(refused).toEqual(Array<string>(8).fill('second_factor_required'));
    expect(refusal.detail).toBe(
      'Acme Plumbing requires two factors to sign in. Set up the second one first.',
    );
    expect(own).toMatchObject({ since_time: null, is_required: true, company_name: 'Acme Plumbing' });
    expect(await outcomeOf(await sendAs(after, 'GET', `${company.path}/users`))).toBe('done');
  });

  test('issues no token of a program for the password alone, and those that exist stay, as API keys do', async () => {
    const company = await makeCompanyWithUsers();
    const { email } = await addAnn(company);
    const program = await signedIn(email, PASSWORD);
    const made = await sendAs(program, 'POST', `${company.path}/api_keys`, {
      name: 'A program',
      owner: 'user',
      scopes: ['read'],
    });
    const { key } = await answerOf<{ key: string }>(made);
    await requireTwoFactors(company);

    const refusal = await problemOf(await signIn(email, PASSWORD));
    expect([refusal.code, refusal.detail]).toEqual([
      'second_factor_required',
      expect.stringContaining('Acme Plumbing requires two factors.'),
    ]);
    const kept = [program, { authorization: basic(email, key) }].map(async (user) =>
      outcomeOf(await sendAs(user, 'GET', `${company.path}/users`)),
    );
    expect(await Promise.all(kept)).toEqual(['done', 'done']);
  });

  test.for(['an invitation', 'a link for a new password'])('is not got round by %s', async (way) => {
    const company = await makeCompanyWithUsers();
    const ann = await addAnn(company);
    await requireTwoFactors(company);
    const { superadmin, path } = company;
    const email = way === 'an invitation' ? `new.${ann.email}` : ann.email;
    const made =
      way === 'an invitation'
        ? await sendAs(superadmin, 'POST', `${path}/invitations`, { email, role_id: 'agent', name: 'Ann' })
        : await sendAs(superadmin, 'POST', `${path}/users/${ann.userId}/password_link`);
    const { link } = await answerOf<{ link: string }>(made);

    const used = await send('/auth/link/use', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link: new URL(link).hash.slice(1), password: 'a new one, as long' }),
    });
    const session = { authorization: basic(email, (await answerOf<{ token: string }>(used)).token) };

    expect(await outcomeOf(await sendAs(session, 'GET', `${path}/users`))).toBe('second_factor_required');
    await setUpFactor(session, 'a new one, as long');
    expect(await outcomeOf(await sendAs(session, 'GET', `${path}/users`))).toBe('done');
  });

  test('keeps nobody out any more once it is no longer so', async () => {
    const company = await makeCompanyWithUsers();
    const { email } = await addAnn(company);
    await requireTwoFactors(company);
    const session = await signedIn(email, PASSWORD, { kind: 'session' });
    const before = await outcomeOf(await sendAs(session, 'GET', `${company.path}/users`));

    await requireTwoFactors(company, false);

    const after = await outcomeOf(await sendAs(session, 'GET', `${company.path}/users`));
    expect([before, after]).toEqual(['second_factor_required', 'done']);
  });
});

describe('a second factor that a super admin removes', () => {
  test('ends the sessions, and the password alone signs in again', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, path } = company;
    const { userId, email } = await addAnn(company);
    const ann = await setUpFactor(await signedIn(email, PASSWORD, { kind: 'session' }), PASSWORD);
    const listed = await answerOf<{ user_id: string }[]>(
      await sendAs(superadmin, 'GET', `${path}/second_factors`),
    );

    const reset = await sendAs(superadmin, 'POST', `${path}/second_factors/${userId}/reset`);

    expect([listed.map((each) => each.user_id), await outcomeOf(reset)]).toEqual([[userId], 'done']);
    expect((await sendAs(ann.user, 'GET', `${path}/users`)).status).toBe(401);
    expect(await outcomeOf(await signIn(email, PASSWORD))).toBe('done');
    expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/second_factors`))).toEqual([]);
  });

  test('is refused to managers, and for oneself', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, manager, path } = company;
    const { userId, email } = await addAnn(company);
    const ann = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);

    const refused = [
      await sendAs(manager, 'GET', `${path}/second_factors`),
      await sendAs(manager, 'POST', `${path}/second_factors/${userId}/reset`),
      await sendAs(ann.user, 'POST', `${path}/second_factors/${userId}/reset`),
      await sendAs(superadmin, 'POST', `${path}/second_factors/${superadmin.userId}/reset`),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await outcomeOf(await signIn(email, PASSWORD))).toBe('code_required');
  });
});
