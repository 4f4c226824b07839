import { beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../../../../worker/core/engine/storage/folding.ts';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, type LeadClient, sendLead } from '../../../../harness/leads.ts';

interface Hit {
  search_field_name: string;
  field_name: string;
  field_value: string;
  name?: string;
  phone?: string;
  email?: string;
  lead_id: string;
  user_assigned_to?: string;
}

function search(client: LeadClient, q: string, parameters: Record<string, string> = {}): Promise<Response> {
  return sendLead(client, 'GET', `/search?${new URLSearchParams({ q, ...parameters })}`);
}

async function found(
  client: LeadClient,
  q: string,
  parameters: Record<string, string> = {},
): Promise<string[]> {
  const hits = await answerOf<Hit[]>(await search(client, q, parameters));
  return hits.map(({ lead_id }) => lead_id);
}

async function makeClient(): Promise<LeadClient> {
  const { superadmin, path } = await makeCompanyWithUsers();
  return { user: superadmin, path };
}

describe('phone numbers', () => {
  let client: LeadClient;
  let american: string;
  let british: string;
  beforeAll(async () => {
    client = await makeClient();
    american = await createLead(client, { phone: '+1 512 555 0123' });
    british = await createLead(client, { phone: '+44 20 7946 0958' });
    await createLead(client, { phone: '+1 512 555 9999' });
  });

  test.for([
    '+15125550123',
    '15125550123',
    '1-512-555-0123',
    '(512) 555-0123',
    '512.555.0123',
    '512 555 0123',
    '0512 555 0123',
    '001 512 555 0123',
    '011 1 512 555 0123',
    '+1 (0) 512 555-0123',
    '555-0123',
    '５１２ ５５５ ０１２３',
  ])('a phone number is found as %s', async (q) => {
    expect(await found(client, q)).toEqual([american]);
  });

  test.for(['020 7946 0958', '+44 20 7946 0958', '0044 20 7946 0958', '+44 (0)20 7946 0958', '7946 0958'])(
    'a British number is found as %s in an American company',
    async (q) => {
      expect(await found(client, q)).toEqual([british]);
    },
  );
});

test('a search includes all writes that were answered before it: new, changed, merged and unmerged leads', async () => {
  const client = await makeClient();
  const first = await createLead(client, { name: 'Quentin Quirk', phone: '512 555 0100' });
  expect(await found(client, 'quirk')).toEqual([first]);

  const second = await createLead(client, { name: 'Quirky Quinn', email: 'qq@example.com' });
  expect(await found(client, 'quirk')).toEqual([second, first]);

  await sendLead(client, 'POST', `/${first}/modify`, { name: 'Someone Else' });
  expect(await found(client, 'quirk')).toEqual([second]);

  await answerOf(await sendLead(client, 'POST', `/${first}/merge`, { with: second }));
  expect(await found(client, 'quirk')).toEqual([]);
  expect(await found(client, 'qq@example')).toEqual([first]);

  await answerOf(await sendLead(client, 'POST', `/${first}/unmerge`, { lead_id: second }));
  expect(await found(client, 'quirk')).toEqual([second]);
  expect(await found(client, 'qq@example')).toEqual([second]);
});

test('a survivor is found by the values that lost the conflict, and the hit shows them', async () => {
  const client = await makeClient();
  const city = {
    label: 'City',
    type: 'text',
    cardinality: 1,
    sortable: false,
    field_facet: false,
    pinned: false,
  };
  const fields = [{ ...city, name: 'city', print_lines: 1, field_group: 'a' }];
  await answerOf(await sendAs(client.user, 'PUT', `${client.path}/lead_settings/fields`, fields));
  const [kept, lost] = [
    await createLead(client, { email: 'ann@kept.example', phone: '512 555 0101' }),
    await createLead(client, { email: 'Ann@Lost.example', phone: '512 555 0202' }),
  ];
  await answerOf(await sendLead(client, 'POST', `/${kept}/merge`, { with: lost }));
  const aliases = ['ann@lost.example', '+15125550202'];

  const hits = async (q: string, parameters?: Record<string, string>): Promise<Partial<Hit>[]> =>
    answerOf<Hit[]>(await search(client, q, parameters));
  // With a field of the company's own, the search reads all leads; without one, it asks the index first.
  for (const parameters of [{}, { search_fields: 'city' }]) {
    expect(await hits('lost.exa', parameters)).toMatchObject([
      {
        lead_id: kept,
        search_field_name: 'email',
        field_value: 'ann@lost.example',
        email: 'ann@kept.example',
      },
    ]);
    expect(await hits('(512) 555-0202', parameters)).toMatchObject([
      { lead_id: kept, search_field_name: 'phone', field_value: '+15125550202', phone: '+15125550101' },
    ]);
  }
  const ids = encodeURIComponent(JSON.stringify([kept]));
  const lists = await Promise.all([
    sendLead(client, 'GET', `/${kept}`).then((response) => answerOf<unknown>(response)),
    sendLead(client, 'GET', `/search/ids?ids=${ids}`).then((response) => answerOf<unknown[]>(response)),
    sendLead(client, 'GET', '/recent_leads?relative=last_2_days').then((response) =>
      answerOf<{ leads: unknown[] }>(response),
    ),
  ]);
  expect(lists).toMatchObject([{ aliases }, [{ aliases }], { leads: [{ aliases }] }]);
  const file = await (await sendLead(client, 'GET', '/export.csv')).text();
  expect(file).toContain('"ann@lost.example; +15125550202"');

  await answerOf(await sendLead(client, 'POST', `/${kept}/modify`, { phones: [{ phone: '512 555 0202' }] }));
  expect(await hits('555-0202')).toMatchObject([{ lead_id: kept, phone: '+15125550202' }]);
  await answerOf(await sendLead(client, 'POST', `/${kept}/unmerge`, { lead_id: lost }));
  expect(await found(client, 'lost.exa')).toEqual([lost]);
  expect(await (await sendLead(client, 'GET', `/${kept}`)).json()).not.toHaveProperty('aliases');
});

test('a lead that changed since the last search is ranked like all others, also word by word', async () => {
  const client = await makeClient();
  const lead = await createLead(client, { name: 'Nobody' });
  const other = await createLead(client, { name: 'Zora Zimmermann' });
  expect(await found(client, 'zimmer')).toEqual([other]);

  await sendLead(client, 'POST', `/${lead}/modify`, { name: 'Mary Zora Zimmer', phone: '512 555 0177' });

  expect(await found(client, 'zim zor')).toEqual([lead, other]);
  expect(await found(client, 'zora zimmer')).toEqual([other, lead]);
  expect(await found(client, 'zimmer')).toEqual([lead, other]);
  expect(await found(client, '(512) 555-0177')).toEqual([lead]);
});

test('hits are ranked: equal, start of the value, start of a word, inside; then name before e-mail', async () => {
  const client = await makeClient();
  const inside = await createLead(client, { name: 'Marianne' });
  const email = await createLead(client, { email: 'bob.ann@example.com' });
  const word = await createLead(client, { name: 'Mary Ann' });
  const starts = await createLead(client, { name: 'Annabel' });
  const equal = await createLead(client, { name: 'ANN' });

  expect(await found(client, 'ann')).toEqual([equal, starts, word, email, inside]);
});

test('a hit shows what matched and who the lead is', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const lead = await createLead(client, {
    name: 'Zoë Müller',
    email: 'Zoe@Example.com',
    phone: '512 555 0100',
  });
  await sendLead(client, 'POST', `/${lead}/assign`, { to_user_email: agent.email });

  const response = await search(client, 'MULLER');

  expect(response.headers.get('X-Total-Count')).toBe('1');
  expect(await response.json()).toEqual([
    {
      lead_modification_time: expect.stringMatching(/Z$/) as string,
      search_field_name: 'name',
      field_name: 'Name',
      field_value: 'Zoë Müller',
      name: 'Zoë Müller',
      phone: '+15125550100',
      email: 'Zoe@Example.com',
      lead_id: lead,
      user_assigned_to: agent.userId,
    },
  ]);
});

test('notes, e-mail messages and reminders are searched if the query includes them', async () => {
  const client = await makeClient();
  const lead = await createLead(client, { name: 'Ann' });
  const long = `${'x '.repeat(300)}the boiler is broken${' y'.repeat(300)}`;
  const note = await answerOf<{ data: { event_id: string } }>(
    await sendLead(client, 'POST', `/${lead}/note`, { message: long }),
  );
  await sendLead(client, 'POST', `/${lead}/events`, {
    type: 'email_message',
    data: { subject: 'Your quotation', message: 'See attached' },
  });

  expect(await found(client, 'boiler')).toEqual([]);
  const [hit] = await answerOf<Hit[]>(await search(client, 'BOILER is', { exclude_notes: 'false' }));
  expect(hit).toMatchObject({ search_field_name: 'note', field_name: 'Note', lead_id: lead });
  expect(hit?.field_value).toContain('the boiler is broken');
  expect(hit?.field_value.length).toBeLessThanOrEqual(200);
  expect(await found(client, 'boiler', { exclude_emails: '0' })).toEqual([]);
  expect(await found(client, 'quotation', { exclude_emails: '0' })).toEqual([lead]);

  await sendLead(client, 'POST', `/${lead}/note/${note.data.event_id}`, { message: 'all fine' });
  expect(await found(client, 'boiler', { exclude_notes: 'false' })).toEqual([]);
  expect(await found(client, 'all fin', { exclude_notes: 'false' })).toEqual([lead]);
  expect(await found(client, 'al fi', { exclude_notes: 'false' })).toEqual([lead]);

  await sendLead(client, 'POST', `/${lead}/note/${note.data.event_id}/remove`);
  expect(await found(client, 'all fin', { exclude_notes: 'false' })).toEqual([]);
  await sendLead(client, 'POST', `/${lead}/note/${note.data.event_id}/restore`);
  expect(await found(client, 'all fin', { exclude_notes: 'false' })).toEqual([lead]);
});

test('agents find the leads that they may see; a super admin may search in the scope of another user', async () => {
  const { superadmin, manager, agent, colleague, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const [own, others, free] = [
    await createLead(client, { name: 'Same Name One' }),
    await createLead(client, { name: 'Same Name Two' }),
    await createLead(client, { name: 'Same Name Three' }),
  ];
  await sendLead(client, 'POST', `/${own}/assign`, { to_user_email: agent.email });
  await sendLead(client, 'POST', `/${others}/assign`, { to_user_email: colleague.email });

  const byAgent = await found({ user: agent, path }, 'same name');
  const lent = await found(client, 'same name', { user_scope: agent.email.toUpperCase() });
  const ignored = await found({ user: manager, path }, 'same name', { user_scope: agent.email });

  expect(new Set(byAgent)).toEqual(new Set([own, free]));
  expect(lent).toEqual(byAgent);
  expect(ignored).toHaveLength(3);
});

test('a page of hits starts at start, and the total does not depend on it', async () => {
  const client = await makeClient();
  const leads: string[] = [];
  for (let number = 0; number < 5; number += 1)
    leads.push(await createLead(client, { name: `Page ${number}` }));

  const response = await search(client, 'page', { start: '1', limit: '2' });

  expect(response.headers.get('X-Total-Count')).toBe('5');
  const hits = (await response.json()) as Hit[];
  expect(hits.map(({ lead_id }) => lead_id)).toEqual([leads[3], leads[2]]);
});

describe('refusals', () => {
  let client: LeadClient;
  beforeAll(async () => {
    client = await makeClient();
  });

  test.for([
    [{}, 'missing_parameter', 'q'],
    [{ q: 'ab' }, 'query_too_short', 'q'],
    [{ q: ' a   ' }, 'query_too_short', 'q'],
    [{ q: 'x'.repeat(201) }, 'invalid_parameter', 'q'],
    [{ q: 'abc', limit: '201' }, 'invalid_parameter', 'limit'],
    [{ q: 'abc', limit: '0' }, 'invalid_parameter', 'limit'],
    [{ q: 'abc', start: '-1' }, 'invalid_parameter', 'start'],
    [{ q: 'abc', exclude_notes: 'maybe' }, 'invalid_parameter', 'exclude_notes'],
    [{ q: 'abc', search_fields: 'nonsense' }, 'unknown_lead_field', 'search_fields'],
    [
      { q: 'abc', search_fields: Array.from({ length: 21 }, (_, index) => `f${index}`).join(',') },
      'invalid_parameter',
      'search_fields',
    ],
    [{ q: 'abc', user_scope: 'nobody@example.com' }, 'unknown_user', 'user_scope'],
  ] as [Record<string, string>, string, string][])(
    '%j is answered with %s',
    async ([query, code, parameter]) => {
      const response = await sendLead(client, 'GET', `/search?${new URLSearchParams(query)}`);

      expect(response.status).toBe(400);
      const problem = await problemOf(response);
      expect(problem.errors).toContainEqual(expect.objectContaining({ code, parameter }));
    },
  );
});

test('200 code points are a query, however many bytes they take', async () => {
  const client = await makeClient();
  const name = '𝄞'.repeat(200);
  const lead = await createLead(client, { name });

  expect(await found(client, name)).toEqual([lead]);
  expect((await search(client, `${name}x`)).status).toBe(400);
});

describe('characters that are special elsewhere', () => {
  let client: LeadClient;
  beforeAll(async () => {
    client = await makeClient();
    await createLead(client, { name: 'abc AND abc', email: 'b@example.com' });
  });

  test.for([
    '%%%',
    '___',
    '\\\\\\',
    '"""',
    "'''",
    '***',
    '^^^',
    'NEAR(',
    'a AND b',
    'a*b',
    '-abc',
    '(((',
    '{a}',
    '东京都',
    '👩‍👩‍👧',
  ])('%j has no special meaning, in fields and on timelines', async (q) => {
    const lead = await createLead(client, { name: 'Ann' });
    await sendLead(client, 'POST', `/${lead}/note`, { message: `before ${q} after` });

    expect(await found(client, q, { exclude_notes: 'false' })).toEqual([lead]);
  });
});

test('a NUL counts as a blank, in a query and in the values', async () => {
  const client = await makeClient();
  const lead = await createLead(client, { name: 'nul xyz' });

  expect(await found(client, 'nul\u0000xyz')).toEqual([lead]);
  expect(fold('nul\u0000xyz')).toBe('nul xyz');
});

test.each([
  ['Søren Ærø', 'soren', 'aero', 'Søren'],
  ['Łukasz Wałęsa', 'lukasz', 'walesa', 'ŁUKASZ'],
  ['Đorđe Ħal', 'dorde', 'hal', 'đorđe'],
  ['Þór Guðmundsson', 'thor', 'gudmundsson', 'ÞÓR'],
  ['Işık Cœur', 'isik', 'coeur', 'işık'],
])('%s is found in its own spelling and as people type it', async (name, ...queries) => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const lead = await createLead(client, { name });
  await sendLead(client, 'POST', `/${await createLead(client)}/note`, { message: `Knows ${name}.` });

  for (const q of queries) {
    expect(await found(client, q)).toEqual([lead]);
    expect(await found(client, q, { exclude_notes: 'false' })).toHaveLength(2);
  }
});

test('names with special letters sort with the plain letters, and are found within facets', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  await answerOf(
    await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [
      { name: 'city', label: 'City', type: 'text', field_facet: true },
    ]),
  );
  for (const name of ['Zoe', 'Łukasz', 'Mona', 'Øystein', 'Ada']) {
    await createLead(client, { name, lead_fields: { city: [`${name}by`] } });
  }
  const views = await answerOf<[{ smart_view_id: string }]>(
    await sendAs(superadmin, 'GET', `${path}/smart_views`),
  );
  const view = `${path}/smart_views/${views[0].smart_view_id}`;

  const sort = encodeURIComponent('{"name":{"order":"asc"}}');
  const { leads } = await answerOf<{ leads: { name: string }[] }>(
    await sendAs(superadmin, 'GET', `${view}?sort=${sort}`),
  );
  const [facet] = await answerOf<[{ values: { id: string }[] }]>(
    await sendAs(superadmin, 'POST', `${view}/aggregations`, {
      facets: { lead_field_str_city: { search: 'oyst' } },
    }),
  );

  expect(leads.map(({ name }) => name)).toEqual(['Ada', 'Łukasz', 'Mona', 'Øystein', 'Zoe']);
  expect(facet.values.map(({ id }) => id)).toEqual(['Øysteinby']);
});

test('a search within no facets is refused', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const views = await answerOf<[{ smart_view_id: string }]>(
    await sendAs(superadmin, 'GET', `${path}/smart_views`),
  );
  const address = `${path}/smart_views/${views[0].smart_view_id}/aggregations`;

  const refused = await sendAs(superadmin, 'POST', address, { facets: {} });

  expect(refused.status).toBe(400);
  expect((await problemOf(refused)).errors).toMatchObject([{ pointer: '/facets' }]);
});

test('a field that was deleted from the settings is not searched', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  await answerOf(
    await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [
      { name: 'city', label: 'City', type: 'text' },
    ]),
  );
  const lead = await createLead(client, { lead_fields: { city: ['Łódź'] } });
  expect(await found(client, 'lodz', { search_fields: 'city' })).toEqual([lead]);
  expect(await found(client, 'łodz', { search_fields: 'city' })).toEqual([lead]);

  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, []));

  expect((await problemOf(await search(client, 'łodz', { search_fields: 'city' }))).code).toBe(
    'unknown_lead_field',
  );
});
