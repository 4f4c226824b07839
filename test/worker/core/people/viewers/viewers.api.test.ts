/** Users with the role viewer: what they read, and that they write nothing. */
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../../../build/reference/operations.ts';
import type { Operation } from '../../../../../worker/shared/reference/operation.ts';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
} from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';
import { dniSettings } from '../../../../harness/dni-company.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

/** Operations with another method than GET that change nothing, because their parameters may be too long for a URL. */
const READS_BY_POST = ['searchFacets'];
/** A key of a viewer also has no right to the DNI settings, which only super admins' keys may change. */
const REFUSALS = ['permission_denied', 'insufficient_scope'];
/** What concerns the caller alone. A further write below `/me` is to be looked at. */
const OWN_MATTERS = [
  'acceptConfirmation',
  'acceptInvitation',
  'acceptInvitations',
  'acceptSecondFactor',
  // From a company in which they are a super admin, to others of which they are, too.
  'addCompany',
  'addPasskey',
  'changeOwnPassword',
  // To companies of which they are a super admin.
  'copyCompanySettings',
  'declineInvitation',
  'issueTokenForCompany',
  'modifyCurrentUser',
  'modifyPasskey',
  'removePasskey',
  'removeSecondFactor',
  'replaceRecoveryCodes',
  'revokeOtherSessions',
  'revokeSession',
  'startConfirmation',
  'startPasskey',
  'startSecondFactor',
];
/** The operations that a viewer reads by, one a line. A further one is to be looked at: is it for a client's eyes? */
const READ = resolve('test/golden/people/read-by-viewers.txt');
/** What only those who run the company read. */
const HIDDEN = [
  'exportLeadData',
  'findSilentNumbers',
  'getBulkOperation',
  'getCallSettings',
  'getCarrierWebhooks',
  'getCompanyOptions',
  'getConversionHealth',
  'getConversionPlatform',
  'getConversionRule',
  'getGoogleAdsFile',
  'getMicrosoftAdsFile',
  'getTranscript',
  'getWebhook',
  'listAuditEntries',
  'listBulkOperations',
  'listCarrierNumbers',
  'listChanges',
  'listChatChannels',
  'listChatMessages',
  'listCompanyInvitations',
  'listContactRules',
  'listConversionPlatforms',
  'listConversionRules',
  'listConversions',
  'listCostFeeds',
  'listDeliveries',
  'listImportableNumbers',
  'listOptOuts',
  'listRemovedLeads',
  'listSamples',
  'listSecondFactors',
  'listTranscripts',
  'listWebhooks',
  'previewCall',
  'previewConversions',
  'searchAvailableNumbers',
];

let company: PeopledCompany;
let viewer: TestUser;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  viewer = await makeUser(company.superadmin, company.path, { name: 'Vic Viewer', role_id: 'viewer' });
});

const isWrite = ({ method, name }: Operation): boolean => method !== 'GET' && !READS_BY_POST.includes(name);
const WRITES = OPERATIONS.filter(
  (operation) => isWrite(operation) && (operation.access === 'user' || operation.access === 'settings'),
);
const OF_THE_COMPANY = WRITES.filter(({ path }) => !path.startsWith('/me'));

/** The address of an operation, with ids of nothing. */
function addressOf({ path }: Operation): string {
  return path
    .replace('{company}', company.companyId)
    .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000001');
}

function ask(authorization: string, operation: Operation): Promise<Response> {
  return send(addressOf(operation), {
    method: operation.method,
    headers: {
      Authorization: authorization,
      'Content-Type': operation.bodyType ?? 'application/json',
      'CF-Connecting-IP': freshIp(),
    },
    ...(operation.body === undefined ? {} : { body: '{}' }),
  });
}

async function refusalsOf(authorization: string): Promise<string[]> {
  const answers = await Promise.all(
    OF_THE_COMPANY.map(async (operation) => {
      const answer = await ask(authorization, operation);
      const { code } = answer.status === 403 ? await problemOf(answer) : { code: '' };
      return [operation.name, answer.status, code] as const;
    }),
  );
  return answers
    .filter(([, status, code]) => status !== 403 || !REFUSALS.includes(code))
    .map((answer) => answer.join(' '));
}

describe('a viewer', () => {
  test('is refused every operation of the reference that writes, whatever it names', async () => {
    expect(OF_THE_COMPANY.length).toBeGreaterThan(90);
    expect(await refusalsOf(viewer.authorization)).toEqual([]);
  });

  test('is refused them with an API key, too, that was made before', async () => {
    const former = await makeUser(company.superadmin, company.path, { role_id: 'manager' });
    const { key } = await answerOf<{ key: string }>(
      await sendAs(former, 'POST', `${company.path}/api_keys`, { name: 'Robot', scopes: ['write'] }),
    );
    const user = `${company.path}/users/${former.userId}/modify`;
    await answerOf(await sendAs(company.superadmin, 'POST', user, { role_id: 'viewer' }));

    expect(await refusalsOf(`Bearer ${key}`)).toEqual([]);
    expect((await sendAs({ authorization: `Bearer ${key}` }, 'GET', `${company.path}/users`)).status).toBe(
      200,
    );
  });

  test('may change what concerns the viewer alone, and nothing else below /me', () => {
    const names = WRITES.filter(({ path }) => path.startsWith('/me')).map(({ name }) => name);

    expect(names.toSorted()).toEqual(OWN_MATTERS);
  });

  test('reads leads, calls, reports, numbers and the preview', async () => {
    const client = { user: company.superadmin, path: company.path };
    const leadId = await createLead(client, { name: 'Lena Lead' });
    const settings = `/dni/api/companies/${company.companyId}/settings`;
    await answerOf(await sendAs(company.superadmin, 'PUT', settings, dniSettings()));
    const paths = [
      '/me',
      '/me/companies/overview',
      `${company.path}/leads/${leadId}`,
      `${company.path}/leads/${leadId}/events`,
      `${company.path}/leads/search?q=lena`,
      `${company.path}/leads/export.csv`,
      `${company.path}/smart_views`,
      `${company.path}/calls`,
      `${company.path}/texts`,
      `${company.path}/lead_settings/fields`,
      `${company.path}/reports/query?metrics=calls,leads`,
      `${company.path}/reports/saved`,
      `${company.path}/costs`,
      settings,
      `${settings}/history`,
      `/dni/api/companies/${company.companyId}/setup`,
      `/dni/api/companies/${company.companyId}/site`,
      `/dni/api/companies/${company.companyId}/pools`,
      `/dni/preview/${company.companyId}?zip=78701`,
    ];

    const answers = await Promise.all(paths.map((path) => sendAs(viewer, 'GET', path)));

    expect(answers.map(({ status }, index) => [paths[index], status])).toEqual(
      paths.map((path) => [path, 200]),
    );
  });

  test('reads the names of users in an export, and no addresses', async () => {
    const client = { user: company.superadmin, path: company.path };
    const leadId = await createLead(client, { name: 'Lena Owned' });
    const assigned = { to_user_email: company.agent.email };
    expect((await sendLead(client, 'POST', `/${leadId}/assign`, assigned)).status).toBe(200);
    const exported = async (user: TestUser): Promise<string> =>
      (await sendAs(user, 'GET', `${company.path}/leads/export.csv?q=lena%20owned`)).text();

    const [seen, whole] = [await exported(viewer), await exported(company.superadmin)];

    expect(whole).toContain(company.agent.email);
    expect(seen).toContain(company.agent.name);
    expect(seen).not.toContain('@acme.test');
  });

  test('is refused what only those who run the company read, and nothing else', async () => {
    const reads = OPERATIONS.filter(
      (operation) => !isWrite(operation) && (operation.access === 'user' || operation.access === 'settings'),
    );

    const answers = await Promise.all(
      reads.map(
        async (operation) => [operation.name, (await ask(viewer.authorization, operation)).status] as const,
      ),
    );

    const refused = answers.filter(([, status]) => status === 403).map(([name]) => name);
    const read = answers.map(([name]) => name).filter((name) => !refused.includes(name));
    expect(refused.toSorted()).toEqual(HIDDEN);
    await expect(`${read.toSorted().join('\n')}\n`).toMatchFileSnapshot(READ);
  });

  test('sees the names of the users, and neither their addresses nor their phones', async () => {
    const { superadmin, path } = company;
    const user = `${path}/users/${company.agent.userId}/modify`;
    await answerOf(await sendAs(superadmin, 'POST', user, { phone: '+15125550177', caller_id_name: 'Al' }));

    const users = await answerOf<Record<string, string>[]>(await sendAs(viewer, 'GET', `${path}/users`));

    const others = users.filter(({ user_id: id }) => id !== viewer.userId);
    expect(others).toHaveLength(5);
    expect(others.find(({ user_id: id }) => id === company.agent.userId)).toMatchObject({
      name: company.agent.name,
      email: '',
      phone: '',
      caller_id_name: '',
    });
    expect(others.flatMap(({ email }) => email).join('')).toBe('');
    expect(users.find(({ user_id: id }) => id === viewer.userId)).toMatchObject({ email: viewer.email });
  });

  test('gets no lead: neither by hand nor in turn', async () => {
    const client = { user: company.superadmin, path: company.path };
    const leadId = await createLead(client);

    const assigned = await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: viewer.email });

    expect(await problemOf(assigned)).toMatchObject({ status: 409, code: 'assignee_reads_only' });
  });

  test('signs in, changes the own password and goes to other companies', async () => {
    const email = `vera.${crypto.randomUUID().slice(0, 8)}@client.test`;
    const password = 'correct horse: battery';
    const user = { name: 'Vera', email, role_id: 'viewer', password };
    await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/users`, user));
    const issued = await send('/auth/issue_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: email, password }),
    });
    const authorization = basic(email, await answerOf<string>(issued));

    const passwords = { current_password: password, password: 'another horse: battery' };
    const changed = await sendAs({ authorization }, 'POST', '/me/password', passwords);
    const beside = await sendAs({ authorization }, 'POST', `/me/companies/${company.companyId}/token`);

    expect([changed.status, beside.status]).toEqual([200, 200]);
  });
});

test('the last super admin cannot become a viewer', async () => {
  const { superadmin, path } = company;

  const changed = await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/modify`, {
    role_id: 'viewer',
  });

  expect(await problemOf(changed)).toMatchObject({ status: 409, code: 'last_superadmin' });
});
