import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

interface Recent {
  count: number;
  leads: Record<string, unknown>[];
  from: string;
  to: string;
  truncated: boolean;
}

const WEEK_MS = 168 * 60 * 60 * 1000;

async function makeClients(): Promise<Record<'client' | 'agent', LeadClient> & { colleagueEmail: string }> {
  const { superadmin, agent, colleague, path } = await makeCompanyWithUsers();
  return {
    client: { user: superadmin, path },
    agent: { user: agent, path },
    colleagueEmail: colleague.email,
  };
}

function recent(client: LeadClient, query: string): Promise<Response> {
  return sendLead(client, 'GET', `/recent_leads?${query}`);
}

function byIds(client: LeadClient, ids: unknown): Promise<Response> {
  return sendLead(client, 'GET', `/search/ids?ids=${encodeURIComponent(JSON.stringify(ids))}`);
}

test('recent leads are those of the window, newest modification first', async () => {
  const { client } = await makeClients();
  const [first, second, third] = [
    await createLead(client),
    await createLead(client),
    await createLead(client),
  ];
  await sendLead(client, 'POST', `/${first}/modify`, { name: 'Ann' });

  const answer = await answerOf<Recent>(await recent(client, 'relative=last_2_days'));

  expect(answer.count).toBe(3);
  expect(answer.leads.map(({ lead_id }) => lead_id)).toEqual([first, third, second]);
  expect(answer.leads[0]).toMatchObject({
    name: 'Ann',
    lead_creation_time: expect.any(String),
    lead_modification_time: expect.any(String),
  });
});

test('a range longer than 7 days is limited to its last 7 days, and the answer says so', async () => {
  const { client } = await makeClients();
  await createLead(client);

  const answer = await answerOf<Recent>(await recent(client, 'relative=last_year'));
  const month = await answerOf<Recent>(await recent(client, 'relative=last_three_months'));

  expect(Date.parse(answer.to) - Date.parse(answer.from)).toBe(WEEK_MS);
  expect(answer).toMatchObject({ truncated: true, count: 0, leads: [] });
  expect(month).toMatchObject({ truncated: true, count: 1 });
});

test('from and to are half-open, and times without an offset are read in tz_offset', async () => {
  const { client } = await makeClients();
  const answer = await answerOf<Recent>(
    await recent(client, 'from=2026-01-01&to=2026-01-02T12:00&tz_offset=330'),
  );

  expect(answer).toMatchObject({
    from: '2025-12-31T18:30:00.000Z',
    to: '2026-01-02T06:30:00.000Z',
    truncated: false,
  });
});

test('tz takes precedence over tz_offset', async () => {
  const { client } = await makeClients();
  const query = 'from=2026-07-01&to=2026-07-02&tz_offset=330&tz=America/New_York';

  expect(await answerOf<Recent>(await recent(client, query))).toMatchObject({
    from: '2026-07-01T04:00:00.000Z',
    to: '2026-07-02T04:00:00.000Z',
  });
});

test('ranges of creation times may have any length', async () => {
  const { client } = await makeClients();
  await createLead(client);

  const all = await answerOf<Recent>(
    await recent(client, 'relative=last_2_days&created_relative=last_9_years'),
  );
  const none = await answerOf<Recent>(await recent(client, 'relative=last_2_days&created_to=2020-01-01'));

  expect([all.count, none.count]).toEqual([1, 0]);
});

test.for([
  ['', 'range_required', 'relative'],
  ['from=2026-01-01', 'range_required', 'to'],
  ['to=2026-01-01', 'range_required', 'from'],
  ['relative=today&from=2026-01-01&to=2026-01-02', 'invalid_parameter', 'relative'],
  ['from=2026-01-02&to=2026-01-01', 'reversed_range', 'from'],
  ['relative=today&created_from=2026-01-02&created_to=2026-01-01', 'reversed_range', 'created_from'],
  ['relative=someday', 'unknown_range', 'relative'],
  ['relative=today&created_relative=someday', 'unknown_range', 'created_relative'],
  ['from=yesterday&to=2026-02-30', 'invalid_parameter', 'to'],
  ['relative=today&tz_offset=841', 'invalid_parameter', 'tz_offset'],
  ['relative=today&tz_offset=5.5', 'invalid_parameter', 'tz_offset'],
  ['relative=today&tz=Mars/Olympus', 'invalid_parameter', 'tz'],
])('recent_leads?%s is refused with %s', async ([query = '', code, parameter]) => {
  const { client } = await makeClients();

  const response = await recent(client, query);

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toContainEqual(expect.objectContaining({ code, parameter }));
});

test('an agent sees and counts only the leads of their scope', async () => {
  const { client, agent, colleagueEmail } = await makeClients();
  const [own, theirs] = [await createLead(client), await createLead(client)];
  await sendLead(client, 'POST', `/${theirs}/assign`, { to_user_email: colleagueEmail });

  const answer = await answerOf<Recent>(await recent(agent, 'relative=last_2_days'));
  const found = await answerOf<{ lead_id: string }[]>(await byIds(agent, [theirs, own]));

  expect(answer.count).toBe(1);
  expect(answer.leads.map(({ lead_id }) => lead_id)).toEqual([own]);
  expect(found.map(({ lead_id }) => lead_id)).toEqual([own]);
});

test('search by ids keeps the order of the request and leaves out unknown ids', async () => {
  const { client } = await makeClients();
  const [first, second] = [await createLead(client, { name: 'Ann' }), await createLead(client)];

  const response = await byIds(client, [second, crypto.randomUUID(), first.toUpperCase(), second, 'x']);

  expect(await answerOf(response)).toEqual([
    expect.objectContaining({ lead_id: second, allow_unmerge: false }),
    expect.objectContaining({ lead_id: first, name: 'Ann' }),
  ]);
});

test('a summary of an assigned lead names the user twice', async () => {
  const { client } = await makeClients();
  const leadId = await createLead(client);
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: client.user.email });

  const [summary] = await answerOf<Record<string, unknown>[]>(await byIds(client, [leadId]));

  expect(summary).toMatchObject({
    assigned_to: { id: client.user.userId, name: client.user.name },
    user_assigned_to: client.user.userId,
  });
  expect(summary).not.toHaveProperty('lead_fields');
  expect((await getLead(client, leadId)).lead_fields).toEqual({});
});

test('search by ids accepts from none to 100 ids', async () => {
  const { client } = await makeClients();
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());

  expect(await answerOf(await byIds(client, []))).toEqual([]);
  expect((await problemOf(await byIds(client, many))).code).toBe('too_many_ids');
  expect((await problemOf(await byIds(client, { a: 1 }))).code).toBe('invalid_parameter');
  expect((await problemOf(await sendLead(client, 'GET', '/search/ids'))).code).toBe('missing_parameter');
});

test('fields selects the members of leads in every answer with leads', async () => {
  const { client } = await makeClients();
  const field = {
    type: 'text',
    cardinality: 1,
    sortable: false,
    field_facet: false,
    pinned: false,
    print_lines: 1,
  };
  const own = ['motto', 'city'].map((name) => ({ ...field, name, label: name, field_group: 'a' }));
  await answerOf(await sendAs(client.user, 'PUT', `${client.path}/lead_settings/fields`, own));
  const lead_fields = { motto: ['Carpe diem'], city: ['Austin'] };
  const leadId = await createLead(client, { name: 'Ann', email: 'fields@b.example', lead_fields });
  const views = await answerOf<{ smart_view_id: string }[]>(
    await sendAs(client.user, 'GET', `${client.path}/smart_views`),
  );
  const ids = encodeURIComponent(JSON.stringify([leadId]));
  const fields = 'fields=name,%20lead_fields.motto,';
  const ask = async <Answer>(path: string): Promise<Answer> =>
    answerOf<Answer>(await sendAs(client.user, 'GET', client.path + path));

  const picked = { lead_id: leadId, name: 'Ann', lead_fields: { motto: ['Carpe diem'] } };
  expect(await ask(`/leads/${leadId}?${fields}`)).toEqual(picked);
  expect(await ask(`/leads/search/ids?ids=${ids}&${fields}`)).toEqual([picked]);
  expect(await ask(`/leads/recent_leads?relative=last_2_days&${fields}`)).toMatchObject({
    count: 1,
    leads: [picked],
  });
  const view = await ask<Recent>(`/smart_views/${views[0]?.smart_view_id}?${fields}`);
  expect(view.leads).toEqual([picked]);
  const whole = await sendLead(client, 'GET', `/${leadId}`);
  const part = await sendLead(client, 'GET', `/${leadId}?fields=state`);
  expect(await part.json()).toEqual({ lead_id: leadId, state: 'open' });
  expect(part.headers.get('ETag')).toBe(whole.headers.get('ETag'));
  const refused = await sendLead(client, 'GET', `/${leadId}?fields=name,emial,lead_fields.size`);
  expect(await problemOf(refused)).toMatchObject({
    status: 400,
    errors: [{ parameter: 'fields', code: 'unknown_lead_field' }, { parameter: 'fields' }],
  });
});
