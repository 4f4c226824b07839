/** Who removes the second factor and the passkeys of somebody who signs in to several companies with one password. */
import { describe, expect, test } from 'vitest';
import { memberOfAll } from '../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../harness/client.ts';
import { addPasskey } from '../../harness/passkeys.ts';
import { setUpFactor, signIn } from '../../harness/second-factor.ts';

interface Agency {
  home: PeopledCompany;
  client: PeopledCompany;
  /** Works for the agency in both companies. */
  ann: TestUser;
}

async function makeAgency(): Promise<Agency> {
  const [home, client] = await Promise.all([
    makeCompanyWithUsers(),
    makeCompanyWithUsers({ name: 'Client' }),
  ]);
  return { home, client, ann: await memberOfAll([home, client]) };
}

/** Removes something of Ann's, in a company. */
async function remove(
  by: { authorization: string },
  company: PeopledCompany,
  path: string,
): Promise<Response> {
  const listed = await sendAs(company.superadmin, 'GET', `${company.path}/users`);
  const users = await answerOf<{ user_id: string; name: string }[]>(listed);
  const id = users.find(({ name }) => name === 'Ann Agency')?.user_id ?? '';
  return sendAs(by, 'POST', `${company.path}/second_factors/${id}/${path}`);
}

const passwordOf = ({ email }: TestUser): string => `password 0 of ${email}`;

async function companiesOf(user: TestUser): Promise<number> {
  return (await answerOf<unknown[]>(await sendAs(user, 'GET', '/me/companies'))).length;
}

describe('for somebody of several companies', () => {
  test('one of the companies does not turn two factors off, and the sign-in stays one for all', async () => {
    const { client, ann } = await makeAgency();
    await setUpFactor(ann, passwordOf(ann));
    const refusal = await problemOf(await remove(client.superadmin, client, 'reset'));

    expect([refusal.status, refusal.code]).toEqual([403, 'permission_denied']);
    expect(refusal.detail).toContain('A super admin of all of these companies can remove it.');
    expect((await problemOf(await signIn(ann.email, passwordOf(ann)))).code).toBe('code_required');
    expect(await companiesOf(ann)).toBe(2);
  });

  test('neither do its passkeys go, nor by somebody with the same address as a super admin elsewhere', async () => {
    const { home, client, ann } = await makeAgency();
    await addPasskey(ann);
    // The client adds the address of the agency's owner as a super admin, with a password that it knows.
    const { email } = home.superadmin;
    const user = { name: 'Not the owner', email, role_id: 'superadmin', password: 'the one of the client' };
    await answerOf(await sendAs(client.superadmin, 'POST', `${client.path}/users`, user));
    const signedIn = await signIn(email, user.password, { company_id: client.companyId });
    const token = await answerOf<string>(signedIn);
    const pretender = { authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` };

    expect((await remove(pretender, client, 'remove_passkeys')).status).toBe(403);
    expect(await companiesOf(ann)).toBe(2);
  });

  test('a super admin of all of them does it, once for all', async () => {
    const { home, client, ann } = await makeAgency();
    await setUpFactor(ann, passwordOf(ann));
    // The owner of the agency is a super admin of both, too.
    const user = { name: 'Owner', role_id: 'superadmin', email: home.superadmin.email };
    const given = { ...user, password: 'given by the client', invite: true };
    await answerOf(await sendAs(client.superadmin, 'POST', `${client.path}/users`, given));
    const accepted = { password: given.password };
    await answerOf(await sendAs(home.superadmin, 'POST', '/me/invitations/accept', accepted));
    await answerOf(await remove(home.superadmin, home, 'reset'));

    const again = await answerOf<string>(await signIn(ann.email, passwordOf(ann), { kind: 'session' }));
    const authorization = `Basic ${Buffer.from(`${ann.email}:${again}`).toString('base64')}`;
    expect(await companiesOf({ ...ann, authorization })).toBe(2);
    const left = await sendAs(client.superadmin, 'GET', `${client.path}/second_factors`);
    expect(await answerOf(left)).toEqual([]);
  });
});
