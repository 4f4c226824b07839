import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf } from '../../../harness/client.ts';
import { getEvents, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

test('a lead from another system keeps its history', async () => {
  const response = await sendLead(client, 'POST', '/history', {
    leads: [
      {
        lead: { email: 'old@example.com', name: 'Old Friend', state: 'contacted' },
        creation_time: '2025-01-02T03:04:05Z',
        assigned_to_email: company.agent.email,
        events: [
          {
            type: 'note',
            event_time: '2025-02-01T00:00:00Z',
            by_email: company.agent.email,
            message: 'Met.',
          },
          { type: 'call', event_time: '2025-03-01T00:00:00Z', inbound: true, data: { phone: '5125550100' } },
        ],
      },
    ],
  });
  const { lead_ids } = await answerOf<{ lead_ids: [string] }>(response);

  expect(await getLead(client, lead_ids[0])).toMatchObject({
    name: 'Old Friend',
    state: 'contacted',
    assigned_to: { id: company.agent.userId },
    last_event_time: Date.parse('2025-03-01T00:00:00Z'),
  });
  const events = await getEvents(client, lead_ids[0]);
  expect(events.map(({ type, data }) => [type, data.event_time])).toEqual([
    ['call', '2025-03-01T00:00:00.000Z'],
    ['note', '2025-02-01T00:00:00.000Z'],
    ['lead_assigned', '2025-01-02T03:04:05.000Z'],
    ['lead_created', '2025-01-02T03:04:05.000Z'],
  ]);
  expect(events[1]?.data.created_by).toBe(`user:${company.agent.userId}`);
});

test('a fault in one lead refuses the whole request, which answers its place', async () => {
  const leads = [
    { lead: { email: 'fine@example.com' }, creation_time: '2025-01-01T00:00:00Z' },
    {
      lead: { email: 'x' },
      creation_time: '2999-01-01T00:00:00Z',
      assigned_to_email: 'nobody@acme.test',
      events: [{ type: 'call', event_time: '2025-01-01T00:00:00Z', data: { phone: 'x' } }],
    },
  ];

  const response = await sendLead(client, 'POST', '/history', { leads });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/leads/1/lead/email', 'invalid_email'],
    ['/leads/1/assigned_to_email', 'unknown_user'],
    ['/leads/1/events/0/data/phone', 'invalid_phone'],
    ['/leads/1/creation_time', 'invalid_parameter'],
  ]);
  const upsert = await sendLead(client, 'POST', '/upsert', { email: 'fine@example.com' });
  expect((await answerOf<{ created: boolean }>(upsert)).created).toBe(true);
});

test('a lead without an identifier, or with more tags than a lead holds, is refused as a new one is', async () => {
  const creation_time = '2025-01-01T00:00:00Z';
  const tags = Array.from({ length: 51 }, (_, index) => `Tag ${index}`);
  const leads = [
    { lead: { name: 'Nobody' }, creation_time },
    { lead: { email: 'tags@example.com', tags }, creation_time },
    { lead: { email: 'fewer@example.com', tags: tags.slice(1) }, creation_time },
  ];

  const { errors } = await problemOf(await sendLead(client, 'POST', '/history', { leads }));

  expect(errors.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/leads/0/lead', 'identifier_required'],
    ['/leads/1/lead/tags', 'invalid_parameter'],
  ]);
});

test('only super admins may import leads with their history', async () => {
  const response = await sendLead({ user: company.manager, path: company.path }, 'POST', '/history', {
    leads: [],
  });

  expect(response.status).toBe(403);
});
