/** Invitations whose one link opens several companies of the inviting person. */
import { expect, test } from 'vitest';
import { memberOfAll, openTwoCompanies } from '../../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';
import { startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';

const PASSWORD = 'correct horse: battery';

interface Invited {
  invitation_id: string;
  email: string;
  link: string;
  state: string;
  user_id?: string;
}

interface Agency {
  ann: TestUser;
  companies: PeopledCompany[];
}

async function makeAgency(names: readonly string[], roles?: readonly string[]): Promise<Agency> {
  const companies = await Promise.all(names.map((name) => makeCompanyWithUsers({ name })));
  return { companies, ann: await memberOfAll(companies, roles) };
}

function newEmail(): string {
  return `cleo.${crypto.randomUUID().slice(0, 8)}@client.test`;
}

function inviteToAll({ ann, companies: [first, ...others] }: Agency, more: object = {}): Promise<Response> {
  return sendAs(ann, 'POST', `${first?.path}/invitations`, {
    email: newEmail(),
    role_id: 'viewer',
    name: 'Cleo Client',
    company_ids: others.map(({ companyId }) => companyId),
    ...more,
  });
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
    body: JSON.stringify(body),
  });
}

const tokenOf = ({ link }: Invited): string => new URL(link).hash.slice(1);

function invitationsOf({ superadmin, path }: PeopledCompany): Promise<Invited[]> {
  return sendAs(superadmin, 'GET', `${path}/invitations`).then((answer) => answerOf<Invited[]>(answer));
}

/** The states of all invitations of the companies to an address. */
async function statesOf(companies: readonly PeopledCompany[], email: string): Promise<string[][]> {
  const lists = await Promise.all(companies.map(invitationsOf));
  return lists.map((list) => list.filter((each) => each.email === email).map(({ state }) => state));
}

test('one link opens all the companies, with one password and one session', async () => {
  const agency = await makeAgency(['Acme', 'Beta', 'Gamma']);
  const invited = await answerOf<Invited>(await inviteToAll(agency));
  const purpose = await answerOf(await post('/auth/link', { link: tokenOf(invited) }));

  const used = await answerOf<{ token: string }>(
    await post('/auth/link/use', { link: tokenOf(invited), password: PASSWORD }),
  );

  expect(invited).toMatchObject({ further_companies: [{ name: 'Beta' }, { name: 'Gamma' }] });
  expect(purpose).toMatchObject({ company_name: 'Acme', further_company_names: ['Beta', 'Gamma'] });
  const authorization = basic(invited.email, used.token);
  const companies = await answerOf<object[]>(await sendAs({ authorization }, 'GET', '/me/companies'));
  expect(companies).toHaveLength(3);
  expect(companies).toEqual(
    expect.arrayContaining(
      ['Acme', 'Beta', 'Gamma'].map((name) => expect.objectContaining({ name, role_id: 'viewer' }) as object),
    ),
  );
  expect(await statesOf(agency.companies, invited.email)).toEqual([['accepted'], ['accepted'], ['accepted']]);
  const [, beta] = agency.companies;
  const there = await answerOf<{ token: string }>(
    await sendAs({ authorization }, 'POST', `/me/companies/${beta?.companyId}/token`),
  );
  const sessions = await sendAs({ authorization: basic(invited.email, there.token) }, 'GET', '/me/sessions');
  // The token of this test alone: joining leaves no session behind.
  expect(await answerOf<object[]>(sessions)).toHaveLength(1);
});

test('somebody who signs in elsewhere joins all with that password', async () => {
  const agency = await makeAgency(['Acme', 'Beta']);
  const elsewhere = await makeCompanyWithUsers();
  const email = newEmail();
  const user = { name: 'Cleo', email, role_id: 'agent', password: PASSWORD };
  await answerOf(await sendAs(elsewhere.superadmin, 'POST', `${elsewhere.path}/users`, user));
  const invited = await answerOf<Invited>(await inviteToAll(agency, { email }));

  const used = await answerOf<{ token: string }>(
    await post('/auth/link/use', { link: tokenOf(invited), present_password: PASSWORD }),
  );

  const authorization = basic(email, used.token);
  expect(await answerOf(await sendAs({ authorization }, 'GET', '/me/companies'))).toHaveLength(3);
});

test('where one company refuses, nobody is invited to any', async () => {
  const agency = await makeAgency(['Acme', 'Beta', 'Gamma'], ['superadmin', 'superadmin', 'manager']);
  const email = newEmail();
  const stranger = await makeCompanyWithUsers();

  const asManager = await problemOf(await inviteToAll(agency, { email }));
  const toStranger = await problemOf(await inviteToAll(agency, { email, company_ids: [stranger.companyId] }));
  const present = { name: 'Cleo', email: newEmail(), role_id: 'agent' };
  const [acme, beta] = agency.companies as [PeopledCompany, PeopledCompany];
  await answerOf(await sendAs(acme.superadmin, 'POST', `${acme.path}/users`, present));
  const toUser = await problemOf(
    await inviteToAll(agency, { email: present.email, company_ids: [beta.companyId] }),
  );

  expect(asManager).toMatchObject({
    status: 403,
    errors: [{ pointer: '/company_ids/1', code: 'permission_denied' }],
  });
  expect(toStranger).toMatchObject({ errors: [{ pointer: '/company_ids/0', code: 'not_found' }] });
  expect(toUser).toMatchObject({ status: 409, code: 'identifier_taken' });
  expect(await statesOf(agency.companies, email)).toEqual([[], ['withdrawn'], []]);
  expect(await statesOf([beta], present.email)).toEqual([['withdrawn']]);
});

test('a further company that has withdrawn is left out, and the others are joined', async () => {
  const agency = await makeAgency(['Acme', 'Beta', 'Gamma']);
  const [, beta] = agency.companies as [PeopledCompany, PeopledCompany];
  const invited = await answerOf<Invited>(await inviteToAll(agency));
  const [there] = await invitationsOf(beta);
  const withdraw = `${beta.path}/invitations/${there?.invitation_id}/withdraw`;
  await answerOf(await sendAs(beta.superadmin, 'POST', withdraw));

  const used = await answerOf<{ token: string }>(
    await post('/auth/link/use', { link: tokenOf(invited), password: PASSWORD }),
  );

  const authorization = basic(invited.email, used.token);
  const companies = await answerOf<{ name: string }[]>(
    await sendAs({ authorization }, 'GET', '/me/companies'),
  );
  expect(companies.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Gamma']);
});

test('an API key invites to its own company alone', async () => {
  const { ann, companies } = await makeAgency(['Acme', 'Beta']);
  const [acme, beta] = companies as [PeopledCompany, PeopledCompany];
  const made = await sendAs(ann, 'POST', `${acme.path}/api_keys`, { name: 'Robot', scopes: ['admin'] });
  const { key } = await answerOf<{ key: string }>(made);
  const body = { email: newEmail(), role_id: 'viewer', company_ids: [beta.companyId] };

  const refused = await sendAs({ authorization: `Bearer ${key}` }, 'POST', `${acme.path}/invitations`, body);

  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'permission_denied' });
  expect(await invitationsOf(beta)).toEqual([]);
});

test(
  'a company that answers too late has nobody invited, and the others neither',
  { timeout: 60_000 },
  async () => {
    const leadline = await startFaultyLeadline();
    const ann = await openTwoCompanies(leadline);
    await leadline.set({ hanging: [ann.silent] });

    const invited = await ann.post(`/companies/${ann.own}/invitations`, {
      email: newEmail(),
      role_id: 'viewer',
      company_ids: [ann.silent],
    });
    const refused = await problemOf(invited);
    await leadline.set();

    expect(refused).toMatchObject({ errors: [{ pointer: '/company_ids/0', code: 'service_unavailable' }] });
    expect(await ann.get(`/companies/${ann.own}/invitations`)).toEqual([]);
    await expect
      .poll(async () => ann.getThere(`/companies/${ann.silent}/invitations`), { timeout: 10_000 })
      .toMatchObject([{ state: 'withdrawn' }]);
    await leadline.close();
  },
);
