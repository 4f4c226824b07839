import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, makeUser } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, getLead, type LeadClient, sendLead } from '../../../../harness/leads.ts';

const TEXT = {
  name: 'company_name',
  label: 'Company',
  type: 'text',
  cardinality: 1,
  sortable: true,
  field_facet: false,
  pinned: true,
  print_lines: 1,
  field_group: 'Business',
};
const COMPLEX = {
  name: 'address',
  label: 'Address',
  type: 'complex',
  cardinality: 0,
  sortable: false,
  field_facet: false,
  pinned: false,
  print_lines: 3,
  field_group: 'Business',
  sub_fields: [
    {
      name: 'city',
      label: 'City',
      type: 'text',
      sortable: true,
      summary: true,
      field_facet: true,
      print_lines: 1,
    },
    {
      name: 'kind',
      label: 'Kind',
      type: 'dropdown',
      sortable: false,
      summary: false,
      field_facet: true,
      print_lines: 1,
      choices: ['Billing', 'Shipping'],
    },
  ],
};

test('a new company has a first state, a group that cannot be deleted, and dollars', async () => {
  const { path, agent } = await makeCompanyWithUsers();
  const read = async <Body>(name: string): Promise<Body> =>
    answerOf<Body>(await sendAs(agent, 'GET', `${path}/lead_settings/${name}`));

  expect(await read('fields')).toEqual([]);
  expect((await read<object[]>('states'))[0]).toEqual({ name: 'open', label: 'Open', color: '#3b82f6' });
  expect(await read('groups')).toEqual([{ id: agent.groupId, label: 'Default', deletable: false }]);
  expect(await read('currencies')).toEqual({
    currencies: [{ name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: true }],
  });
});

describe('fields', () => {
  test('all users read the list that was put, in the same order', async () => {
    const { path, superadmin, agent } = await makeCompanyWithUsers();

    const saved = await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [TEXT, COMPLEX]);

    expect(await answerOf(saved)).toEqual([TEXT, COMPLEX]);
    const read = await sendAs(agent, 'GET', `${path}/lead_settings/fields`);
    expect(await answerOf(read)).toEqual([TEXT, COMPLEX]);
  });

  test('absent members of a definition get their defaults', async () => {
    const { path, superadmin } = await makeCompanyWithUsers();

    const saved = await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [
      { name: 'size', label: 'Size', type: 'dropdown', choices: ['S', 'M'] },
    ]);

    expect(await answerOf(saved)).toEqual([
      {
        name: 'size',
        label: 'Size',
        type: 'dropdown',
        cardinality: 1,
        sortable: false,
        field_facet: false,
        pinned: false,
        print_lines: 1,
        field_group: '',
        choices: ['S', 'M'],
      },
    ]);
  });

  test('a refusal lists all faults', async () => {
    const { path, superadmin } = await makeCompanyWithUsers();

    const response = await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [
      { name: 'Size', label: '', type: 'colour' },
      { name: 'kind', label: 'Kind', type: 'dropdown' },
      { name: 'kind', label: 'Kind', type: 'text', choices: ['A'] },
      { name: 'state', label: 'State', type: 'text' },
      {
        name: 'home',
        label: 'Home',
        type: 'complex',
        sub_fields: [{ name: 'a', label: 'A', type: 'complex' }],
      },
      { name: 'pick', label: 'Pick', type: 'multiselect', choices: ['A', 'A'] },
    ]);

    expect(response.status).toBe(400);
    const { errors } = await problemOf(response);
    expect(
      errors.map(({ pointer, code }) => `${pointer} ${code}`).sort((a, b) => a.localeCompare(b)),
    ).toEqual([
      '/0/label invalid_parameter',
      '/0/name invalid_parameter',
      '/0/type invalid_parameter',
      '/1/choices missing_parameter',
      '/2/choices unknown_parameter',
      '/2/name duplicate_id',
      '/3/name invalid_parameter',
      '/4/sub_fields/0/type invalid_parameter',
      '/5/choices duplicate_id',
    ]);
  });

  test('a name keeps its type, even after it was removed', async () => {
    const { path, superadmin } = await makeCompanyWithUsers();
    const put = (fields: object[]): Promise<Response> =>
      sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, fields);
    await answerOf(await put([TEXT, COMPLEX]));
    await answerOf(await put([]));

    const changed = await put([
      { ...TEXT, type: 'number' },
      { ...COMPLEX, sub_fields: [{ name: 'city', label: 'City', type: 'url' }] },
    ]);

    expect(changed.status).toBe(400);
    expect((await problemOf(changed)).errors).toMatchObject([
      { pointer: '/0/type', allowed: ['text'] },
      { pointer: '/1/sub_fields/0/type', allowed: ['text'] },
    ]);
    expect(await answerOf(await put([COMPLEX, TEXT]))).toEqual([COMPLEX, TEXT]);
  });

  describe('a removed field with values on leads', () => {
    const VALUES = {
      company_name: ['Acme'],
      address: [{ city: ['Austin'], kind: ['Billing'] }],
    };

    async function leadWithValues(): Promise<{
      client: LeadClient;
      leadId: string;
      put: (fields: object[]) => Promise<Response>;
    }> {
      const { path, superadmin: user } = await makeCompanyWithUsers();
      const put = (fields: object[]): Promise<Response> =>
        sendAs(user, 'PUT', `${path}/lead_settings/fields`, fields);
      await answerOf(await put([TEXT, COMPLEX]));
      const client = { user, path };
      return { client, put, leadId: await createLead(client, { lead_fields: VALUES }) };
    }

    test('keeps those values, also when the lead changes', async () => {
      const { client, leadId, put } = await leadWithValues();
      const before = await sendLead(client, 'GET', `/${leadId}`);

      await answerOf(await put([]));
      const after = await sendLead(client, 'GET', `/${leadId}`);
      await answerOf(await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann' }));

      expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
      expect(await getLead(client, leadId)).toMatchObject({ name: 'Ann', lead_fields: VALUES });
    });

    test('accepts no values until it is defined again with the same type', async () => {
      const { client, leadId, put } = await leadWithValues();
      const write = (): Promise<Response> =>
        sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: { company_name: ['Bell'] } });
      await answerOf(await put([]));

      const refused = await problemOf(await write());
      await answerOf(await put([{ ...TEXT, label: 'Employer' }]));
      await answerOf(await write());

      expect(refused.errors).toMatchObject([
        { pointer: '/lead_fields/company_name', code: 'unknown_lead_field' },
      ]);
      expect((await getLead(client, leadId)).lead_fields).toEqual({ ...VALUES, company_name: ['Bell'] });
    });

    test('survives a merge and an unmerge', async () => {
      const { client, leadId, put } = await leadWithValues();
      const primary = await createLead(client);
      await answerOf(await put([]));

      await answerOf(await sendLead(client, 'POST', `/${primary}/merge`, { with: leadId }));
      const merged = await getLead(client, primary);
      await answerOf(await sendLead(client, 'POST', `/${primary}/unmerge`, { lead_id: leadId }));

      expect(merged.lead_fields).toEqual(VALUES);
      expect((await getLead(client, primary)).lead_fields).toEqual({});
      expect((await getLead(client, leadId)).lead_fields).toEqual(VALUES);
    });

    test('the same is true for a choice and a sub-field', async () => {
      const { client, leadId, put } = await leadWithValues();
      const [city] = COMPLEX.sub_fields;

      await answerOf(await put([TEXT, { ...COMPLEX, sub_fields: [city] }]));

      expect((await getLead(client, leadId)).lead_fields).toEqual(VALUES);
    });
  });
});

test.for(['fields', 'states', 'groups', 'currencies'])('only a super admin may put %s', async (name) => {
  const { path, manager, agent } = await makeCompanyWithUsers();

  for (const caller of [manager, agent]) {
    const response = await sendAs(caller, 'PUT', `${path}/lead_settings/${name}`, []);
    expect(response.status).toBe(403);
    expect(await problemOf(response)).toMatchObject({ code: 'permission_denied' });
  }
});

test('states are replaced as a whole; there is at least one, each name once', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const put = (states: unknown): Promise<Response> =>
    sendAs(superadmin, 'PUT', `${path}/lead_settings/states`, states);
  const states = [
    { name: 'opportunities', label: 'Opportunities', color: '#00FF00' },
    { name: 'closed_lost', label: 'Lost', color: '#ff0000' },
  ];

  expect(await answerOf(await put(states))).toEqual(states);

  const faults = async (body: unknown): Promise<unknown[]> =>
    (await problemOf(await put(body))).errors.map(({ pointer, code }) => [pointer, code]);
  expect(await faults([])).toEqual([['', 'invalid_parameter']]);
  expect(await faults({ states })).toEqual([['', 'invalid_parameter']]);
  expect(await faults([states[0], states[0], { name: 'x y', color: 'red' }])).toEqual([
    ['/2/name', 'invalid_parameter'],
    ['/2/label', 'missing_parameter'],
    ['/2/color', 'invalid_parameter'],
    ['/1/name', 'duplicate_id'],
  ]);
});

test('groups get an id, and one that has users or leads or is not deletable cannot be removed', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const put = (groups: unknown): Promise<Response> =>
    sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, groups);
  const first = { id: superadmin.groupId, label: 'Everybody', deletable: false };

  const [, second, third] = await answerOf<{ id: string; label: string; deletable: boolean }[]>(
    await put([first, { label: 'Texas' }, { label: 'Ohio' }]),
  );
  expect(second).toEqual({ id: expect.any(String) as string, label: 'Texas', deletable: true });
  await makeUser(superadmin, path, { group_id: second?.id });

  const lead = { email: 'jo@example.com', lead_group: third?.id };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/create`, lead));

  const withUsers = await put([first, third]);
  const withLeads = await put([first, second]);
  const notDeletable = await put([second, third]);

  for (const [response, group] of [
    [withUsers, second?.id],
    [withLeads, third?.id],
    [notDeletable, superadmin.groupId],
  ] as const) {
    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({ code: 'in_use', groups: [group] });
  }
});

test('currencies keep the dollar at 1 and have exactly one default', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const put = (body: unknown): Promise<Response> =>
    sendAs(superadmin, 'PUT', `${path}/lead_settings/currencies`, body);
  const dollar = { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: false };
  const euro = { name: 'Euro', unit: 'EUR', symbol: '&euro;', rate: 0.92, show: true, company_default: true };

  expect(await answerOf(await put({ currencies: [euro, dollar] }))).toEqual({ currencies: [euro, dollar] });

  for (const currencies of [
    [euro],
    [euro, { ...dollar, rate: 2 }],
    [dollar],
    [euro, { ...dollar, company_default: true }],
    [euro, dollar, { ...euro, company_default: false }],
    [euro, dollar, { ...euro, unit: 'euro', company_default: false }],
    [euro, dollar, { ...euro, unit: 'GBP', rate: 0, company_default: false }],
  ]) {
    expect((await put({ currencies })).status).toBe(400);
  }
});

test('a reader with the current settings gets 304, and a writer with old ones 412', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const states = [{ name: 'open', label: 'Open', color: '#00ff00' }];
  const url = `${path}/lead_settings/states`;
  const first = (await sendAs(superadmin, 'GET', url)).headers.get('ETag') ?? '';

  const known = await sendAs(superadmin, 'GET', url, undefined, { 'If-None-Match': `W/${first}` });
  const saved = await sendAs(superadmin, 'PUT', url, states, { 'If-Match': first });
  const changed = await sendAs(superadmin, 'GET', url, undefined, { 'If-None-Match': first });
  const late = await sendAs(superadmin, 'PUT', url, states, { 'If-Match': first });

  expect([known.status, saved.status, changed.status, late.status]).toEqual([304, 200, 200, 412]);
  expect(known.headers.get('ETag')).toBe(first);
  expect(saved.headers.get('ETag')).not.toBe(first);
  expect(await problemOf(late)).toMatchObject({ code: 'precondition_failed' });
});

test('an unknown path under lead_settings answers 404, a wrong method 405', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  const unknown = await sendAs(superadmin, 'GET', `${path}/lead_settings/colours`);
  const method = await sendAs(superadmin, 'DELETE', `${path}/lead_settings/states`);

  expect(unknown.status).toBe(404);
  expect(method.status).toBe(405);
  expect(method.headers.get('Allow')).toBe('GET, HEAD, PUT, OPTIONS');
});
