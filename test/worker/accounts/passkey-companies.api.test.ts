/** Passkeys and companies: one that requires two factors, several of one person, and super admins. */
import { describe, expect, test } from 'vitest';
import { SoftPasskey } from '../../harness/authenticator.ts';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { addPasskey, signedInByPasskey, signInByPasskey } from '../../harness/passkeys.ts';
import { setUpFactor, signedIn, signIn } from '../../harness/second-factor.ts';
import { workerUrl } from '../../harness/worker-url.ts';
import {
  addAgent,
  auditOf,
  detailOf,
  freshEmail,
  makePerson,
  outcomeOf,
  PASSWORD,
  requireTwoFactors,
  UNKNOWN,
} from './passkey-people.ts';

describe('where a company requires two factors', () => {
  test('a passkey is set up instead of an app, and removing the last one leads back there', async () => {
    const { email, session, path } = await makePerson();
    await requireTwoFactors(session, path);
    const limited = await signedIn(email, PASSWORD, { kind: 'session' });
    const users = async (): Promise<string> => outcomeOf(await sendAs(limited, 'GET', `${path}/users`));
    const before = await users();

    const { id } = await addPasskey(limited);
    const within = await users();
    await answerOf(await sendAs(limited, 'POST', `/me/passkeys/${id}/remove`));

    expect([before, within, await users()]).toEqual([
      'second_factor_required',
      'done',
      'second_factor_required',
    ]);
  });

  test('removing the last passkey changes nothing for somebody with an app', async () => {
    const { session, path } = await makePerson();
    await setUpFactor(session, PASSWORD);
    const { id } = await addPasskey(session);
    await requireTwoFactors(session, path);

    await answerOf(await sendAs(session, 'POST', `/me/passkeys/${id}/remove`));

    expect(await outcomeOf(await sendAs(session, 'GET', `${path}/users`))).toBe('done');
  });
});

describe('for somebody in several companies', () => {
  async function annOfTwo() {
    const [first, second] = await Promise.all([
      makeCompanyWithUsers(),
      makeCompanyWithUsers({ name: 'Second' }),
    ]);
    const email = freshEmail();
    await addAgent(first, email);
    const given = { name: 'Ann', role_id: 'agent', email, password: 'the given one', invite: true };
    await answerOf(await sendAs(second.superadmin, 'POST', `${second.path}/users`, given));
    return { email, first, second, ann: await signedIn(email, PASSWORD, { kind: 'session' }) };
  }

  test('one passkey is for all companies of the password', async () => {
    const { ann, first, second } = await annOfTwo();
    const { passkey } = await addPasskey(ann);
    await answerOf(await sendAs(ann, 'POST', '/me/invitations/accept', { password: 'the given one' }));

    const own = await signedInByPasskey(passkey, { kind: 'session' });
    const beside = await answerOf<{ token: string }>(
      await sendAs(own, 'POST', `/me/companies/${second.companyId}/token`, {}),
    );

    expect((await sendAs(own, 'GET', `${first.path}/users`)).status).toBe(200);
    const there = { authorization: `Bearer ${beside.token}` };
    expect(await answerOf(await sendAs(there, 'GET', '/me/passkeys'))).toHaveLength(1);
    await expect
      .poll(async () => answerOf(await sendAs(second.superadmin, 'GET', `${second.path}/second_factors`)))
      .toMatchObject([{ passkeys: 1, since_time: null }]);
  });

  test('a company that adds the address makes no passkey for the others, also with the id of the real one', async () => {
    const { email, ann, first, second } = await annOfTwo();
    const { passkey } = await addPasskey(ann);
    const given = await signedIn(email, 'the given one', { kind: 'session' });
    const { passkey: theirs } = await addPasskey(given, new SoftPasskey(workerUrl(), { id: passkey.id }));

    const byTheirs = await signedInByPasskey(theirs, { kind: 'session' });
    const byHers = await signedInByPasskey(passkey, { kind: 'session' });

    expect(await answerOf(await sendAs(byTheirs, 'GET', '/me'))).toMatchObject({
      company_id: second.companyId,
    });
    expect((await sendAs(byTheirs, 'POST', `/me/companies/${first.companyId}/token`, {})).status).toBe(404);
    expect(await answerOf(await sendAs(byHers, 'GET', '/me'))).toMatchObject({ company_id: first.companyId });
    // Joining would let it in.
    const join = await sendAs(ann, 'POST', '/me/invitations/accept', { password: 'the given one' });
    expect(await outcomeOf(join)).toBe('second_factor_on');
  });

  test('a password that a company sets leaves the passkey for all, and makes that company’s sign-in its own to remove', async () => {
    const { ann, first, second } = await annOfTwo();
    const { passkey } = await addPasskey(ann);
    await answerOf(await sendAs(ann, 'POST', '/me/invitations/accept', { password: 'the given one' }));
    const users = await answerOf<{ user_id: string; name: string }[]>(
      await sendAs(second.superadmin, 'GET', `${second.path}/users`),
    );
    const { user_id: userId } = users.find(({ name }) => name === 'Ann') ?? { user_id: '' };
    const at = `${second.path}/users/${userId}/modify`;
    await answerOf(await sendAs(second.superadmin, 'POST', at, { password: 'set by the second' }));
    const reset = `${second.path}/second_factors/${userId}/remove_passkeys`;
    await answerOf(await sendAs(second.superadmin, 'POST', reset));

    const own = await signedInByPasskey(passkey, { kind: 'session' });

    expect(await answerOf(await sendAs(own, 'GET', '/me'))).toMatchObject({ company_id: first.companyId });
    expect(await answerOf(await sendAs(second.superadmin, 'GET', `${second.path}/second_factors`))).toEqual(
      [],
    );
  });
});

describe('a super admin', () => {
  test('sees who has passkeys, and removes those of somebody who lost the device', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, path } = company;
    const email = freshEmail();
    const userId = await addAgent(company, email);
    const ann = await signedIn(email, PASSWORD, { kind: 'session' });
    const { passkey } = await addPasskey(ann);
    const listed = await answerOf(await sendAs(superadmin, 'GET', `${path}/second_factors`));

    await answerOf(await sendAs(superadmin, 'POST', `${path}/second_factors/${userId}/remove_passkeys`));

    expect(listed).toEqual([{ user_id: userId, since_time: null, passkeys: 1 }]);
    expect((await sendAs(ann, 'GET', '/me')).status).toBe(401);
    expect(await detailOf(await signInByPasskey(passkey))).toBe(UNKNOWN);
    expect(await outcomeOf(await signIn(email, PASSWORD))).toBe('done');
    expect(await auditOf(superadmin, path)).toContain('passkeys.reset');
  });

  test('alone may do so, and not for themselves', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, manager, path } = company;
    const userId = await addAgent(company);
    const at = (id: string): string => `${path}/second_factors/${id}/remove_passkeys`;

    const outcomes = await Promise.all([
      sendAs(manager, 'POST', at(userId)),
      sendAs(superadmin, 'POST', at(superadmin.userId)),
      sendAs(superadmin, 'POST', at(crypto.randomUUID())),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 404]);
  });
});
