import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, freshEmail, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

let client: LeadClient;
let agent: LeadClient;

beforeAll(async () => {
  const company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
  agent = { user: company.agent, path: company.path };
});

test('a new lead is unassigned, in the first state and in the group of its creator', async () => {
  const response = await sendLead(agent, 'POST', '/create', {
    email: ' Ann.Lee@Example.com ',
    phone: '(512) 555-0100 ext. 12',
    source_tags: [' Website ', 'google', 'website'],
  });

  const body = await answerOf<{ lead_ids: string[] }>(response);
  expect(body).toEqual({ lead_ids: [expect.stringMatching(UUID)], possible_duplicates: [] });
  expect(await getLead(agent, body.lead_ids[0] ?? '')).toEqual({
    lead_id: body.lead_ids[0],
    source_tags: ['Website', 'google'],
    lead_source: 'Website',
    emails: [{ type: 'Work', email: 'Ann.Lee@Example.com' }],
    phones: [{ phone: '+15125550100', type: 'Work', extension: '12' }],
    state: 'open',
    lead_group: agent.user.groupId,
    lead_fields: {},
    last_event_time: expect.any(Number),
    lead_modification_time: expect.stringMatching(/Z$/),
  });
});

test('create takes name, state and lists of e-mails and phones as GET returns them', async () => {
  const leadId = await createLead(client, {
    name: '  Ann Lee ',
    emails: [
      { type: 'Personal', email: 'ann@home.example' },
      { email: 'ANN@home.example' },
      { type: 'Work', email: 'ann@work.example' },
    ],
    phones: [{ phone: '0044 20 7946 0018', type: 'Mobile', extension: null }],
    state: 'contacted',
  });

  expect(await getLead(client, leadId)).toMatchObject({
    name: 'Ann Lee',
    emails: [
      { type: 'Personal', email: 'ann@home.example' },
      { type: 'Work', email: 'ann@work.example' },
    ],
    phones: [{ phone: '+442079460018', type: 'Mobile' }],
    state: 'contacted',
  });
});

test('create always creates a lead and names at most five others with its identifiers', async () => {
  const email = freshEmail();
  const first = await createLead(client, { email, phone: '+15125550111' });
  const byPhone = await createLead(client, { phone: '512-555-0111' });

  const response = await sendLead(client, 'POST', '/create', {
    email: email.toUpperCase(),
    phone: '5125550111',
  });

  expect(await answerOf(response)).toEqual({
    lead_ids: [expect.stringMatching(UUID)],
    possible_duplicates: [
      { lead_id: first, matched_on: 'email_and_phone' },
      { lead_id: byPhone, matched_on: 'phone' },
    ],
  });
});

test.for([
  [{}, 'identifier_required', ''],
  [{ email: '  ', phone: null }, 'identifier_required', ''],
  [{ email: 'ann@' }, 'invalid_email', '/email'],
  [{ email: 'a@b.example, c@d.example' }, 'invalid_email', '/email'],
  [{ email: `${'a'.repeat(250)}@b.example` }, 'invalid_email', '/email'],
  [{ phone: 'call me' }, 'invalid_phone', '/phone'],
  [{ phone: '12' }, 'invalid_phone', '/phone'],
  [{ emails: [{ email: 'x' }] }, 'invalid_email', '/emails/0/email'],
  [{ phones: [{ phone: '+15125550100', extension: 'front desk' }] }, 'invalid_phone', '/phones/0/extension'],
  [{ email: 'a@b.example', emails: [] }, 'invalid_parameter', '/emails'],
  [{ email: 'a@b.example', state: 'won' }, 'unknown_state', '/state'],
  [{ email: 'a@b.example', state: null }, 'invalid_parameter', '/state'],
  [{ email: 'a@b.example', lead_group: 'x' }, 'unknown_group', '/lead_group'],
  [{ email: 'a@b.example', lead_fields: { shoe: ['9'] } }, 'unknown_lead_field', '/lead_fields/shoe'],
  [{ email: 'a@b.example', lead_fields: [] }, 'invalid_parameter', '/lead_fields'],
  [{ email: 'a@b.example', source_tags: [''] }, 'invalid_parameter', '/source_tags/0'],
  [{ email: 'a@b.example', source_tags: Array(51).fill('a') }, 'invalid_parameter', '/source_tags'],
  [{ email: 'a@b.example', colour: 'red' }, 'unknown_parameter', '/colour'],
  [{ email: 7 }, 'invalid_parameter', '/email'],
  [[], 'invalid_parameter', ''],
  ['{"email":"a@b.example","__proto__":{"x":1}}', 'unknown_parameter', '/__proto__'],
  [{ email: 'a@b.example', constructor: 1 }, 'unknown_parameter', '/constructor'],
] as const)('create refuses %j with %s', async ([body, code, pointer]) => {
  const response = await sendLead(client, 'POST', '/create', body);

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors).toContainEqual(expect.objectContaining({ code, pointer }));
});

test('one answer lists the faults of form, of identifiers and against the settings', async () => {
  const response = await sendLead(client, 'POST', '/create', {
    email: 'nobody',
    phone: '1',
    state: 'gone',
    colour: 'red',
    lead_fields: { shoe: 1 },
  });

  const { errors } = await problemOf(response);
  expect(errors.map(({ code }) => code).toSorted()).toEqual([
    'invalid_email',
    'invalid_phone',
    'unknown_lead_field',
    'unknown_parameter',
    'unknown_state',
  ]);
  expect(errors.find(({ code }) => code === 'unknown_state')?.allowed).toContain('contacted');
});

test.for([
  '+1 512 555 0177',
  '(512) 555-0177',
  '512.555.0177',
  '1-512-555-0177',
  '001 512 555 0177',
  '５１２５５５０１７７',
  'tel:+1-512-555-0177',
])('the phone number %s is stored in E.164', async (phone) => {
  const leadId = await createLead(client, { phone });

  expect((await getLead(client, leadId)).phones).toEqual([{ phone: '+15125550177', type: 'Work' }]);
});

test('an unknown lead, a malformed id and another company’s lead get the same answer', async () => {
  const other = await makeCompanyWithUsers();
  const foreign = await createLead({ user: other.superadmin, path: other.path });
  const bodies = await Promise.all(
    [crypto.randomUUID(), 'not-a-uuid', foreign].map(async (id) => {
      const response = await sendLead(client, 'GET', `/${id}`);
      expect(response.status).toBe(404);
      const { code, title, detail, errors } = await problemOf(response);
      return { code, title, detail, errors };
    }),
  );

  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
});

test('GET answers 304 to the ETag that it gave', async () => {
  const leadId = await createLead(client);
  const first = await sendLead(client, 'GET', `/${leadId}`);
  const second = await sendAs(client.user, 'GET', `${client.path}/leads/${leadId}`, undefined, {
    'If-None-Match': first.headers.get('ETag') ?? '',
  });

  expect(second.status).toBe(304);
});

test('the spelling of the address in a request makes no difference, in answers and in refusals', async () => {
  const leadId = await createLead(client);
  const unknown = crypto.randomUUID();
  const escaped = client.path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
  const seen = async (path: string, headers: Record<string, string> = {}): Promise<object> => {
    const response = await sendAs(client.user, 'GET', path, undefined, {
      'X-Request-Id': 'same',
      ...headers,
    });
    const { instance: _, ...body } =
      response.status === 304 ? {} : ((await response.json()) as Record<string, unknown>);
    // The remaining number of requests decreases each time.
    const told = [...response.headers].filter(([name]) => name !== 'ratelimit');
    return { status: response.status, headers: Object.fromEntries(told), body };
  };

  for (const path of [`/leads/${leadId}`, `/leads/${unknown}`]) {
    const plain = await seen(client.path + path);
    expect(await seen(escaped + path)).toEqual(plain);
    expect(await seen(`${client.path.toUpperCase().replace('/COMPANIES', '/companies')}${path}?a=b`)).toEqual(
      plain,
    );
  }
  const tag = (await sendLead(client, 'GET', `/${leadId}`)).headers.get('ETag') ?? '';
  expect(await seen(`${escaped}/leads/${leadId}`, { 'If-None-Match': tag })).toEqual(
    await seen(`${client.path}/leads/${leadId}`, { 'If-None-Match': tag }),
  );
});

test('HEAD answers like GET, without the lead', async () => {
  const leadId = await createLead(client);
  const head = await sendLead(client, 'HEAD', `/${leadId}`);
  const get = await sendLead(client, 'GET', `/${leadId}`);

  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([
    200,
    get.headers.get('ETag'),
    '',
  ]);
});
