import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, getEvents, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

test('modify changes the members that it names and no others', async () => {
  const leadId = await createLead(client, { email: 'a@b.example', name: 'Ann', source_tags: ['web'] });

  const response = await sendLead(client, 'POST', `/${leadId}/modify`, {
    name: 'Ann Lee',
    phone: '512 555 0100',
  });

  expect(await answerOf(response)).toEqual({ lead_ids: [leadId] });
  expect(await getLead(client, leadId)).toMatchObject({
    name: 'Ann Lee',
    emails: [{ type: 'Work', email: 'a@b.example' }],
    phones: [{ phone: '+15125550100', type: 'Work' }],
    source_tags: ['web'],
  });
});

test.for([null, '', '  '])('%j clears a name', async (name) => {
  const leadId = await createLead(client, { name: 'Ann' });

  await sendLead(client, 'POST', `/${leadId}/modify`, { name });

  expect(await getLead(client, leadId)).not.toHaveProperty('name');
});

test('email addresses the primary one and keeps its type; null removes it', async () => {
  const emails = [
    { type: 'Personal', email: 'one@b.example' },
    { type: 'Work', email: 'two@b.example' },
  ];
  const leadId = await createLead(client, { emails });

  await sendLead(client, 'POST', `/${leadId}/modify`, { email: 'three@b.example' });
  const replaced = await getLead(client, leadId);
  await sendLead(client, 'POST', `/${leadId}/modify`, { email: null });

  expect(replaced.emails).toEqual([{ type: 'Personal', email: 'three@b.example' }, emails[1]]);
  expect((await getLead(client, leadId)).emails).toEqual([emails[1]]);
});

test('the lists that GET answers can be sent back', async () => {
  const leadId = await createLead(client, { email: 'a@b.example', phone: '5125550100 x5', name: 'Ann' });
  const before = await getLead(client, leadId);
  const { name, emails, phones, source_tags, state, lead_group, lead_fields } = before;

  await answerOf(
    await sendLead(client, 'POST', `/${leadId}/modify`, {
      name,
      emails,
      phones,
      source_tags,
      state,
      lead_group,
      lead_fields,
    }),
  );

  expect(await getLead(client, leadId)).toEqual(before);
});

test('removing the last e-mail and phone is refused and changes nothing', async () => {
  const leadId = await createLead(client, { email: 'a@b.example', phone: '5125550100' });
  await sendLead(client, 'POST', `/${leadId}/modify`, { phone: '' });
  const before = await getLead(client, leadId);

  const response = await sendLead(client, 'POST', `/${leadId}/modify`, { emails: [], name: 'Ann' });

  expect(response.status).toBe(409);
  expect(await problemOf(response)).toMatchObject({ code: 'last_identifier' });
  expect(await getLead(client, leadId)).toEqual(before);
});

test('a modify that changes nothing leaves the ETag as it is', async () => {
  const leadId = await createLead(client, { email: 'a@b.example', name: 'Ann' });
  const before = await sendLead(client, 'GET', `/${leadId}`);

  const response = await sendLead(client, 'POST', `/${leadId}/modify`, {
    email: 'a@b.example',
    name: ' Ann ',
  });

  expect(response.status).toBe(200);
  const after = await sendLead(client, 'GET', `/${leadId}`);
  expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
});

test('with If-Match, one of two writers succeeds', async () => {
  const leadId = await createLead(client);
  const tag = (await sendLead(client, 'GET', `/${leadId}`)).headers.get('ETag') ?? '';
  const modify = (name: string): Promise<Response> =>
    sendAs(
      client.user,
      'POST',
      `${client.path}/leads/${leadId}/modify`,
      { name },
      {
        'If-Match': tag,
      },
    );

  const responses = await Promise.all([modify('Ann'), modify('Bob')]);

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

test('a weak ETag in If-Match matches no version', async () => {
  const leadId = await createLead(client);
  const tag = (await sendLead(client, 'GET', `/${leadId}`)).headers.get('ETag') ?? '';
  const path = `${client.path}/leads/${leadId}/modify`;

  const weak = await sendAs(client.user, 'POST', path, { name: 'Ann' }, { 'If-Match': `W/${tag}` });
  expect([weak.status, (await problemOf(weak))['etag']]).toEqual([412, tag]);
  const strong = await sendAs(client.user, 'POST', path, { name: 'Ann' }, { 'If-Match': `"x", ${tag}` });
  expect(strong.status).toBe(200);
});

test.for(['modify', 'change_state'])(
  '%s of a lead out of scope is refused, whatever the body',
  async (verb) => {
    const group = crypto.randomUUID();
    const leadId = await createLead(client);
    await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.colleague.email });

    const response = await sendLead(
      { user: company.agent, path: company.path },
      'POST',
      `/${leadId}/${verb}`,
      { group },
    );

    expect(response.status).toBe(403);
    expect(await problemOf(response)).toMatchObject({ code: 'permission_denied' });
  },
);

test('change_state moves the lead to any state of the list and to no other', async () => {
  const leadId = await createLead(client);

  const moved = await sendLead(client, 'POST', `/${leadId}/change_state`, { state: 'unqualified' });
  const refused = await sendLead(client, 'POST', `/${leadId}/change_state`, { state: 'won' });

  expect(await answerOf(moved)).toEqual({ lead_ids: [leadId] });
  expect(refused.status).toBe(400);
  const { code, errors } = await problemOf(refused);
  expect(code).toBe('unknown_state');
  expect(errors[0]?.allowed).toContain('open');
  expect((await getLead(client, leadId)).state).toBe('unqualified');
});

test('lists change in part: added values come last, removed ones are deleted, the others stay', async () => {
  const leadId = await createLead(client, {
    emails: [
      { type: 'Personal', email: 'One@b.example' },
      { type: 'Work', email: 'two@b.example' },
    ],
    phones: [{ phone: '512 555 0101', type: 'Mobile', extension: '12' }, { phone: '512 555 0102' }],
    source_tags: ['Web', 'Fair'],
  });

  const response = await sendLead(client, 'POST', `/${leadId}/modify`, {
    emails: {
      add: [{ email: 'three@b.example' }, { email: 'ONE@b.example' }],
      remove: ['TWO@b.example', 'no@b.example'],
    },
    phones: { remove: [{ phone: '(512) 555-0102' }] },
    source_tags: { add: ['web', 'Radio'], remove: ['fair'] },
  });

  expect(response.status).toBe(200);
  expect(await getLead(client, leadId)).toMatchObject({
    emails: [
      { type: 'Personal', email: 'One@b.example' },
      { type: 'Work', email: 'three@b.example' },
    ],
    phones: [{ phone: '+15125550101', type: 'Mobile', extension: '12' }],
    source_tags: ['Web', 'Radio'],
  });
  const [event] = await getEvents(client, leadId);
  expect(event?.data['changes']).toContainEqual({
    field: 'source_tags',
    added: ['Radio'],
    removed: ['Fair'],
  });
});

test.for([
  [
    { emails: { add: [{ email: 'x@b.example' }, { email: 'nonsense' }] } },
    '/emails/add/1/email',
    'invalid_email',
  ],
  [{ phones: { add: [{ phone: 'call me' }] } }, '/phones/add/0/phone', 'invalid_phone'],
  [{ source_tags: { add: 'Radio' } }, '/source_tags/add', 'invalid_parameter'],
  [{ source_tags: { ad: ['Radio'] } }, '/source_tags/ad', 'unknown_parameter'],
] as const)(
  'of a list that changes in part, %j is refused where it stands',
  async ([body, pointer, code]) => {
    const leadId = await createLead(client, { email: 'part@b.example', source_tags: ['Web'] });

    const response = await sendLead(client, 'POST', `/${leadId}/modify`, body);

    expect((await problemOf(response)).errors).toMatchObject([{ pointer, code }]);
  },
);

test('only modify changes lists in part, and a lead keeps its last address', async () => {
  const tags = { email: 'create@b.example', source_tags: { add: ['Radio'] } };
  const leadId = await createLead(client, { email: 'last@b.example' });
  const removed = await sendLead(client, 'POST', `/${leadId}/modify`, {
    emails: { remove: ['last@b.example'] },
  });

  expect((await sendLead(client, 'POST', '/create', tags)).status).toBe(400);
  expect((await sendLead(client, 'POST', '/upsert', tags)).status).toBe(400);
  expect(await problemOf(removed)).toMatchObject({ code: 'last_identifier' });
});

test('return=lead answers the lead after the write, with the ETag for the next change', async () => {
  const created = await sendLead(client, 'POST', '/create?return=lead', { email: 'return@b.example' });
  const { lead_ids: ids, lead } = await answerOf<{ lead_ids: string[]; lead: unknown }>(created);
  const [leadId = ''] = ids;

  expect(lead).toEqual(await getLead(client, leadId));
  const change = async (operation: string, body: object, tag: string): Promise<[object, string]> => {
    const response = await sendAs(
      client.user,
      'POST',
      `${client.path}/leads/${operation}?return=lead`,
      body,
      {
        'If-Match': tag,
      },
    );
    const answer = await answerOf<{ lead: object }>(response);
    return [answer.lead, response.headers.get('ETag') ?? ''];
  };
  let [last, tag]: [unknown, string] = [lead, created.headers.get('ETag') ?? ''];
  for (const [operation, body] of [
    [`${leadId}/modify`, { name: 'Ann' }],
    [`${leadId}/change_state`, { state: 'contacted' }],
    [`${leadId}/assign`, { to_user_email: company.agent.email }],
    [`${leadId}/unassign`, { from_user_email: company.agent.email }],
  ] as const) {
    [last, tag] = await change(operation, body, tag);
    expect(last).toEqual(await getLead(client, leadId));
  }
  const upserted = await sendLead(client, 'POST', '/upsert?return=lead', {
    email: 'return@b.example',
    name: 'Bea',
  });
  expect(await answerOf(upserted)).toMatchObject({ created: false, lead: { lead_id: leadId, name: 'Bea' } });
  expect((await sendLead(client, 'POST', `/${leadId}/modify?return=leads`, {})).status).toBe(400);
});

test('a repeated write is answered without the lead, because answers are stored and leads may be erased', async () => {
  const send = (): Promise<Response> =>
    sendAs(
      client.user,
      'POST',
      `${client.path}/leads/create?return=lead`,
      { email: 'again@b.example' },
      {
        'Idempotency-Key': 'create-again',
      },
    );
  const first = await answerOf<Record<string, unknown>>(await send());
  const again = await answerOf<Record<string, unknown>>(await send());

  expect(again).toEqual({ lead_ids: first['lead_ids'], possible_duplicates: [] });
  expect(first).toHaveProperty('lead');
});
