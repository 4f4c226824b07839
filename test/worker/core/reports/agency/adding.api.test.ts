/** Companies that an agency adds for its clients. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddedCompanyBody } from '../../../../../worker/core/reports/agency/adding/reference.ts';
import type { CompanyOverviewBody } from '../../../../../worker/core/reports/overview/reference.ts';
import { memberOfAll } from '../../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { basic, problemOf, sendAs, sendAsOperator, type TestUser } from '../../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { goldenFiles } from '../../../../harness/golden.ts';

interface Agency {
  ann: TestUser;
  own: PeopledCompany;
}

interface Client {
  company_id: string;
  name: string;
  [member: string]: unknown;
}

async function makeAgency(allowed: number, role = 'superadmin'): Promise<Agency> {
  const own = await makeCompanyWithUsers({ name: 'Agency' });
  await allow(own.companyId, allowed);
  return { own, ann: await memberOfAll([own], [role]) };
}

function allow(companyId: string, companies: number): Promise<Response> {
  return sendAsOperator('POST', `/operator/companies/${companyId}/allowance`, { companies });
}

function newClient(more: Partial<Client> = {}): Client {
  return { company_id: crypto.randomUUID(), name: 'Client', default_region: 'US', ...more };
}

function add({ ann, own }: Agency, client: object): Promise<Response> {
  return sendAs(ann, 'POST', `/me/companies/${own.companyId}/clients`, client);
}

/** Ann with a token for a company that she has added. */
async function inCompany({ ann }: Agency, companyId: string): Promise<TestUser> {
  const { token } = await answerOf<{ token: string }>(
    await sendAs(ann, 'POST', `/me/companies/${companyId}/token`),
  );
  return { ...ann, token, authorization: basic(ann.email, token) };
}

async function read<Body>(who: TestUser, path: string): Promise<Body> {
  return answerOf<Body>(await sendAs(who, 'GET', path));
}

const namesOf = async ({ ann }: Agency): Promise<string[]> =>
  (await read<{ name: string }[]>(ann, '/me/companies')).map(({ name }) => name);

/** How many companies the agency may still add. */
async function placesOf({ own }: Agency): Promise<number | null | undefined> {
  const overview = await read<CompanyOverviewBody[]>(own.superadmin, '/me/companies/overview');
  return overview.find(({ company_id: id }) => id === own.companyId)?.may_add;
}

test('a super admin adds a company with the same sign-in, in the currency and zone that they choose', async () => {
  const agency = await makeAgency(1);
  const client = newClient({
    name: 'Dupont',
    default_region: 'FR',
    time_zone: 'Europe/Paris',
    currency: { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.9 },
  });

  const added = await answerOf<AddedCompanyBody>(await add(agency, client));

  expect(added).toEqual({ company_id: client.company_id, name: 'Dupont', template: null, invitation: null });
  const there = await inCompany(agency, client.company_id);
  const path = `/companies/${client.company_id}`;
  expect(await read(there, '/me')).toMatchObject({ name: 'Ann Agency', role_id: 'superadmin' });
  expect(await read(there, `${path}/settings`)).toMatchObject({
    name: 'Dupont',
    default_region: 'FR',
    time_zone: 'Europe/Paris',
  });
  expect(await read(there, `${path}/lead_settings/currencies`)).toMatchObject({
    currencies: [
      { unit: 'EUR', company_default: true },
      { unit: 'USD', company_default: false },
    ],
  });
  expect(await namesOf(agency)).toEqual(['Agency', 'Dupont']);
  const log = await read<{ entries: object[] }>(
    agency.own.superadmin,
    `${agency.own.path}/audit?action=company.added`,
  );
  expect(log.entries).toMatchObject([{ subject: `company:${client.company_id}` }]);
  const there_ = await read<{ entries: object[] }>(there, `${path}/audit?action=company.added`);
  expect(there_.entries).toMatchObject([{ detail: { by: agency.own.companyId } }]);
});

test('a template gives its settings instead of the first ones, and the client is invited', async () => {
  const agency = await makeAgency(2);
  const { own } = agency;
  const put = (below: string, body: unknown): Promise<Response> =>
    sendAs(own.superadmin, 'PUT', `${own.path}/${below}`, body);
  await put('lead_settings/states', [{ name: 'booked', label: 'Booked', color: '#112233' }]);
  const groups = await read<object[]>(own.superadmin, `${own.path}/lead_settings/groups`);
  await put('lead_settings/groups', [{ ...groups[0], label: 'Office' }, { label: 'Field' }]);
  const client = newClient({
    template: own.companyId,
    invite: { email: `cleo.${crypto.randomUUID().slice(0, 8)}@client.test`, role_id: 'viewer' },
  });

  const compare = goldenFiles('people');
  const added = await compare<AddedCompanyBody>('add-company', await add(agency, client));

  expect(added).toMatchObject({
    template: { status: 'copied' },
    invitation: { is_mailed: false },
    link: expect.stringContaining('/console/link#') as string,
  });
  const there = await inCompany(agency, client.company_id);
  const path = `/companies/${client.company_id}`;
  expect(await read(there, `${path}/lead_settings/states`)).toMatchObject([{ name: 'booked' }]);
  const labels = await read<{ id: string; label: string }[]>(there, `${path}/lead_settings/groups`);
  expect(labels.map(({ label }) => label)).toEqual(['Office', 'Field']);
  expect(await read(there, '/me')).toMatchObject({ group_id: labels[0]?.id });
  expect(await read(there, `${path}/invitations`)).toMatchObject([{ role_id: 'viewer', state: 'open' }]);
  await compare('company-allowance', await allow(own.companyId, 40));
});

test('the same again makes no second company and overwrites nothing; other details are refused', async () => {
  const agency = await makeAgency(5);
  const { own } = agency;
  const client = newClient({
    template: own.companyId,
    invite: { email: `cleo.${crypto.randomUUID().slice(0, 8)}@client.test`, role_id: 'viewer' },
  });
  await answerOf(await add(agency, client));
  const there = await inCompany(agency, client.company_id);
  const path = `/companies/${client.company_id}`;
  const states = [{ name: 'own', label: 'Own', color: '#112233' }];
  await answerOf(await sendAs(there, 'PUT', `${path}/lead_settings/states`, states));

  const again = await answerOf(await add(agency, client));
  const renamed = await problemOf(await add(agency, { ...client, name: 'Other' }));

  expect(again).toMatchObject({
    template: { status: 'unchanged' },
    invitation: { code: 'identifier_taken' },
  });
  expect(renamed).toMatchObject({ status: 409, code: 'company_exists' });
  expect(await read(there, `${path}/lead_settings/states`)).toMatchObject(states);
  expect(await read(there, `${path}/invitations`)).toHaveLength(1);
  expect(await namesOf(agency)).toEqual(['Agency', 'Client']);
  expect(await placesOf(agency)).toBe(4);
});

test('the allowance is the operator’s: none at first, and never more', async () => {
  const agency = await makeAgency(0);
  const none = await problemOf(await add(agency, newClient()));
  await allow(agency.own.companyId, 2);
  const clients = Array.from({ length: 6 }, (_, index) => newClient({ name: `Client ${index}` }));

  const answers = await Promise.all(clients.map((client) => add(agency, client)));

  expect(none).toMatchObject({
    status: 409,
    code: 'too_many_values',
    detail: 'Agency may not add companies. Ask your Leadline operator to allow it.',
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(await namesOf(agency)).toHaveLength(3);
  const unknown = await allow(crypto.randomUUID(), 1);
  expect((await problemOf(unknown)).status).toBe(404);
  const tooMany = await allow(agency.own.companyId, 10_000);
  expect(await problemOf(tooMany)).toMatchObject({ status: 400, errors: [{ pointer: '/companies' }] });
});

test('ten at once with one id make one company', async () => {
  const agency = await makeAgency(3);
  const client = newClient({ template: agency.own.companyId });

  const answers = await Promise.all(Array.from({ length: 10 }, () => add(agency, client)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await namesOf(agency)).toEqual(['Agency', 'Client']);
  expect(await placesOf(agency)).toBe(2);
});

test('a company of others is neither entered nor changed, and its id takes no place', async () => {
  const agency = await makeAgency(1);
  const stranger = await makeCompanyWithUsers({ name: 'Client' });

  const refused = await problemOf(await add(agency, newClient({ company_id: stranger.companyId })));
  const ownId = await problemOf(
    await add(agency, newClient({ company_id: agency.own.companyId, name: 'Agency' })),
  );

  expect([refused, ownId]).toMatchObject([{ code: 'company_exists' }, { code: 'company_exists' }]);
  expect(await namesOf(agency)).toEqual(['Agency']);
  expect(await placesOf(agency)).toBe(1);
  const users = await read<object[]>(stranger.superadmin, `${stranger.path}/users`);
  expect(users).toHaveLength(4);
  await answerOf(await add(agency, newClient()));
});

test('a company of the same agency that a colleague has begun is theirs', async () => {
  const agency = await makeAgency(2);
  const bob = await memberOfAll([agency.own]);
  const client = newClient();
  await answerOf(await add(agency, client));

  const taken = await problemOf(await add({ ...agency, ann: bob }, client));

  expect(taken).toMatchObject({ code: 'company_exists' });
  expect(await namesOf({ ...agency, ann: bob })).toEqual(['Agency']);
});

test.for(['manager', 'agent', 'viewer'])('a %s adds no company', async (role) => {
  const agency = await makeAgency(1, role);

  expect(await problemOf(await add(agency, newClient()))).toMatchObject({ code: 'permission_denied' });
  expect(await placesOf(agency)).toBe(1);
});

test('neither a key, nor somebody of another company, nor a template of others', async () => {
  const agency = await makeAgency(1);
  const stranger = await makeCompanyWithUsers();
  const made = await sendAs(agency.ann, 'POST', `${agency.own.path}/api_keys`, {
    name: 'Robot',
    scopes: ['admin'],
  });
  const { key } = await answerOf<{ key: string }>(made);

  const byKey = await add({ ...agency, ann: { ...agency.ann, authorization: `Bearer ${key}` } }, newClient());
  const byStranger = await add({ ...agency, ann: stranger.superadmin }, newClient());
  const withTemplate = await add(agency, newClient({ template: stranger.companyId }));

  expect(await problemOf(byKey)).toMatchObject({ code: 'permission_denied' });
  expect(await problemOf(byStranger)).toMatchObject({ code: 'not_found' });
  expect(await problemOf(withTemplate)).toMatchObject({ code: 'not_found' });
  expect(await namesOf(agency)).toEqual(['Agency']);
  expect(await placesOf(agency)).toBe(1);
});

test.for([
  ['/company_id', { company_id: '../operator' }],
  ['/company_id', { company_id: 'x'.repeat(10_000) }],
  ['/company_id', { company_id: undefined }],
  ['/name', { name: '' }],
  ['/default_region', { default_region: 'XX' }],
  ['/time_zone', { time_zone: 'Mars/Base' }],
  ['/currency/rate', { currency: { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0 } }],
  ['/invite/role_id', { invite: { email: 'cleo@client.test', role_id: 'manager' } }],
  ['/superadmin', { superadmin: { email: 'eve@evil.test' } }],
] as const)('%s is refused: %j', async ([pointer, more]) => {
  const agency = await makeAgency(1);

  const refused = await problemOf(await add(agency, { ...newClient(), ...more }));

  expect(refused).toMatchObject({ status: 400, errors: [{ pointer }] });
  expect(await placesOf(agency)).toBe(1);
});

describe('when objects die', () => {
  let leadline: FaultyLeadline;
  beforeAll(async () => {
    leadline = await startFaultyLeadline();
  });
  afterAll(() => leadline.close());

  async function openAgency(allowed: number): Promise<{
    own: string;
    post: (client: object) => Promise<Response>;
    companies: () => Promise<{ company_id: string }[]>;
    added: () => Promise<number>;
  }> {
    const email = `ann.${crypto.randomUUID()}@agency.test`;
    const made = await leadline.sendAsOperator('POST', '/operator/companies', {
      name: 'Agency',
      default_region: 'US',
      superadmin: { name: 'Ann', email },
    });
    const { company_id: own } = (await made.json()) as { company_id: string };
    await leadline.sendAsOperator('POST', `/operator/companies/${own}/allowance`, { companies: allowed });
    const token = await leadline.sendAsOperator('POST', '/operator/tokens', { email });
    const headers = {
      Authorization: basic(email, (await token.json()) as string),
      'Content-Type': 'application/json',
    };
    return {
      own,
      post: (client) =>
        leadline.send(`/me/companies/${own}/clients`, {
          method: 'POST',
          headers,
          body: JSON.stringify(client),
        }),
      companies: async () =>
        (await (await leadline.send('/me/companies', { headers })).json()) as { company_id: string }[],
      added: async () => {
        const answer = await leadline.sendAsOperator('POST', `/operator/companies/${own}/allowance`, {
          companies: allowed,
        });
        return ((await answer.json()) as { added: number }).added;
      },
    };
  }

  test.for(['dies-claimed', 'dies-saved', 'account-later', 'audit-full'] as const)(
    '(%s) the same again completes the company, with its template',
    { timeout: 60_000 },
    async (fault) => {
      const agency = await openAgency(1);
      const client = newClient({ template: agency.own });
      await leadline.set({ faults: [fault] });
      const first = await agency.post(client).then(
        ({ status }) => status,
        () => 0,
      );
      await leadline.set();

      const again = await agency.post(client);

      expect(again.status, `the first was answered ${first}: ${await again.clone().text()}`).toBe(200);
      expect(await again.json()).toMatchObject({ company_id: client.company_id });
      expect((await agency.companies()).map(({ company_id: id }) => id)).toEqual([
        agency.own,
        client.company_id,
      ]);
      expect(await agency.added()).toBe(1);
    },
  );

  test('an addition that was given up frees its place after ten minutes', { timeout: 60_000 }, async () => {
    const agency = await openAgency(1);
    await leadline.set({ faults: ['dies-claimed'] });
    await agency.post(newClient()).catch(() => undefined);
    await leadline.set();
    const tooSoon = await agency.post(newClient());
    await leadline.set({ ahead: 11 * 60_000 });

    const later = await agency.post(newClient());

    expect(tooSoon.status).toBe(409);
    expect(later.status).toBe(200);
    expect(await agency.companies()).toHaveLength(2);
    expect(await agency.added()).toBe(1);
  });

  test('one that was made although nobody heard of it keeps its place', { timeout: 60_000 }, async () => {
    const agency = await openAgency(1);
    const client = newClient();
    await leadline.set({ faults: ['dies-saved'] });
    await agency.post(client).catch(() => undefined);
    await leadline.set({ ahead: 30 * 60_000 });

    const other = await agency.post(newClient());
    const same = await agency.post(client);

    expect(other.status).toBe(409);
    expect(same.status).toBe(200);
    expect(await agency.added()).toBe(1);
  });

  test('a new company that hangs is completed once it answers', { timeout: 60_000 }, async () => {
    const agency = await openAgency(1);
    const client = newClient();
    await leadline.set({ hanging: [client.company_id] });
    const first = await agency.post(client);
    await leadline.set();

    const again = await agency.post(client);

    expect(await problemOf(first)).toMatchObject({ status: 503, code: 'service_unavailable' });
    expect(again.status).toBe(200);
    expect(await agency.companies()).toHaveLength(2);
    expect(await agency.added()).toBe(1);
  });
});
