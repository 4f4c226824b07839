/** An addition that somebody else repeats: it opens no company whose login was separated from that of the agency. */
import { expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
} from '../../../../harness/builders.ts';
import { problemOf, sendAs, sendAsOperator, type TestUser } from '../../../../harness/client.ts';
import { setUpFactor, signedIn } from '../../../../harness/second-factor.ts';

type Caller = Pick<TestUser, 'authorization'>;

const OWN = 'the one of her own';
const GIVEN = 'the one that Eve has set';

interface Agency {
  own: PeopledCompany;
  /** Another super admin of the agency. */
  eve: TestUser;
  ann: { email: string; userId: string };
  client: { company_id: string; name: string; default_region: string };
  /** Ann's session, with which she has added the client. */
  session: Caller;
}

/** An agency with Eve and Ann, its super admins, and a client that Ann has added. */
async function makeAgency(name = 'Ann'): Promise<Agency> {
  const own = await makeCompanyWithUsers({ name: 'Agency' });
  await answerOf(
    await sendAsOperator('POST', `/operator/companies/${own.companyId}/allowance`, { companies: 5 }),
  );
  const eve = await makeUser(own.superadmin, own.path, { role_id: 'superadmin', name: 'Eve' });
  const email = `ann.${crypto.randomUUID()}@agency.test`;
  const user = { name, email, role_id: 'superadmin', password: OWN };
  const { user_id: userId } = await answerOf<{ user_id: string }>(
    await sendAs(own.superadmin, 'POST', `${own.path}/users`, user),
  );
  const session = await signedIn(email, OWN);
  const client = { company_id: crypto.randomUUID(), name: 'Client', default_region: 'US' };
  await answerOf(await add({ own, client }, session));
  return { own, eve, ann: { email, userId }, client, session };
}

function add({ own, client }: Pick<Agency, 'own' | 'client'>, caller: Caller): Promise<Response> {
  return sendAs(caller, 'POST', `/me/companies/${own.companyId}/clients`, client);
}

function change({ own, eve, ann }: Agency, changes: object): Promise<Response> {
  return sendAs(eve, 'POST', `${own.path}/users/${ann.userId}/modify`, changes);
}

/** What the ways into the client answer: the addition again, with a template and an invitation, and a token. */
async function waysIn({ own, client }: Agency, caller: Caller): Promise<unknown[]> {
  const again = await add({ own, client }, caller);
  const invite = { email: 'eve@evil.test', role_id: 'superadmin' } as const;
  const more: object = { template: own.companyId, invite };
  const withMore = await add({ own, client: { ...client, ...more } }, caller);
  const token = await sendAs(caller, 'POST', `/me/companies/${client.company_id}/token`);
  const companies = await answerOf<{ name: string }[]>(await sendAs(caller, 'GET', '/me/companies'));
  return [
    ...(await Promise.all([again, withMore, token].map(async (refused) => (await problemOf(refused)).code))),
    ...companies.map(({ name }) => name),
  ];
}

/** There is none. */
const NO_WAY = ['company_exists', 'company_exists', 'not_found', 'Agency'];

test('a password that another super admin sets does not open the clients by the same addition again', async () => {
  const agency = await makeAgency();
  await answerOf(await change(agency, { password: GIVEN }));

  expect(await waysIn(agency, await signedIn(agency.ann.email, GIVEN))).toEqual(NO_WAY);

  const ann = await signedIn(agency.ann.email, OWN, { company_id: agency.client.company_id });
  expect(await answerOf(await sendAs(ann, 'GET', '/me'))).toMatchObject({ role_id: 'superadmin' });
});

test('nor past a second factor that another super admin has reset', async () => {
  const agency = await makeAgency();
  await setUpFactor(agency.session, OWN);
  const reset = `${agency.own.path}/second_factors/${agency.ann.userId}/reset`;
  expect(await problemOf(await sendAs(agency.eve, 'POST', reset))).toMatchObject({
    code: 'permission_denied',
  });
  // A password of this company is a login of its own, whose factor it may reset.
  await answerOf(await change(agency, { password: GIVEN }));
  await answerOf(await sendAs(agency.eve, 'POST', reset));

  expect(
    await waysIn(agency, await signedIn(agency.ann.email, GIVEN, { company_id: agency.own.companyId })),
  ).toEqual(NO_WAY);
});

test('nor by an address that was moved away and back', async () => {
  const agency = await makeAgency();
  await answerOf(await change(agency, { email: `other.${crypto.randomUUID()}@agency.test` }));
  await answerOf(await change(agency, { email: agency.ann.email, password: GIVEN }));

  expect(
    await waysIn(agency, await signedIn(agency.ann.email, GIVEN, { company_id: agency.own.companyId })),
  ).toEqual(NO_WAY);
});

test('nor in the name of the client’s own super admin', async () => {
  const agency = await makeAgency('Eve');
  const { client } = agency;
  const there = await answerOf<{ token: string }>(
    await sendAs(agency.session, 'POST', `/me/companies/${client.company_id}/token`),
  );
  const inClient = { authorization: `Basic ${btoa(`${agency.ann.email}:${there.token}`)}` };
  const bob = { name: 'Bob', email: `bob.${crypto.randomUUID()}@client.test`, role_id: 'superadmin' };
  await answerOf(
    await sendAs(inClient, 'POST', `/companies/${client.company_id}/users`, { ...bob, password: OWN }),
  );
  await answerOf(await change(agency, { name: 'Bob', email: bob.email, password: GIVEN }));

  expect(
    await waysIn(agency, await signedIn(bob.email, GIVEN, { company_id: agency.own.companyId })),
  ).toEqual(NO_WAY);
});

test('whoever added a company completes it by the same again', async () => {
  const agency = await makeAgency();

  const again = await answerOf(await add(agency, agency.session));

  expect(again).toMatchObject({ company_id: agency.client.company_id });
});
