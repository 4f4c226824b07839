import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf } from '../../../../harness/client.ts';
import {
  createLead,
  eventTypes,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
  type TimelineEvent,
} from '../../../../harness/leads.ts';

interface Page {
  count: number;
  start: number;
  events: TimelineEvent[];
  next_cursor?: string;
}

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

async function page(leadId: string, query: string): Promise<Page> {
  return answerOf<Page>(await sendLead(client, 'GET', `/${leadId}/events?${query}`));
}

async function addNotes(leadId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await answerOf(await sendLead(client, 'POST', `/${leadId}/note`, { message: `Note ${index}` }));
  }
}

test('every change leaves one event, newest first', async () => {
  const leadId = await createLead(client, { email: 'a@b.example', name: 'Ann' });
  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann Lee', phone: '5125550100' });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${leadId}/unassign`, { from_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${leadId}/change_state`, { state: 'contacted' });
  await sendLead(client, 'POST', `/${leadId}/note`, { message: 'Called.' });

  const events = await getEvents(client, leadId);

  expect(events.map(({ type }) => type)).toEqual([
    'note',
    'state_change',
    'lead_unassigned',
    'lead_assigned',
    'lead_modified',
    'lead_created',
  ]);
  expect(events[1]?.data).toMatchObject({ from: 'open', to: 'contacted' });
  expect(events[3]?.data['to']).toEqual({ id: company.agent.userId, name: 'Al Agent' });
  expect(events[4]?.data['changes']).toEqual([
    { field: 'name', before: 'Ann', after: 'Ann Lee' },
    { field: 'phones', added: [{ phone: '+15125550100', type: 'Work' }], removed: [] },
  ]);
  expect((await getLead(client, leadId)).last_event_time).toBe(Date.parse(events[0]?.data.event_time ?? ''));
});

test('a write that changes nothing leaves no event', async () => {
  const leadId = await createLead(client, { email: 'b@b.example', name: 'Ann' });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });

  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann' });
  await sendLead(client, 'POST', '/upsert', { email: 'b@b.example', name: 'Ann' });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${leadId}/change_state`, { state: 'open' });

  expect(await eventTypes(client, leadId)).toEqual(['lead_assigned', 'lead_created']);
});

test('an event has its author, its lead and the number of comments', async () => {
  const leadId = await createLead(client);

  const [event] = await getEvents(client, leadId);

  expect(event).toEqual({
    type: 'lead_created',
    inbound: false,
    online: false,
    data: {
      event_id: expect.any(String),
      event_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_by_entity: {
        user_id: company.superadmin.userId,
        name: 'Sue Super',
        group_id: company.superadmin.groupId,
        company_id: company.companyId,
      },
      created_by: `user:${company.superadmin.userId}`,
      comment_count: 0,
      attached_entities: [{ type: 'lead', lead: { id: leadId } }],
      source_tags: [],
    },
  });
});

test('start and size select a page, of 20 events by default and at most 100', async () => {
  const leadId = await createLead(client);
  await addNotes(leadId, 24);

  const [byDefault, second, beyond, none, all] = await Promise.all([
    page(leadId, ''),
    page(leadId, 'start=20&size=3'),
    page(leadId, 'start=1000'),
    page(leadId, 'size=0'),
    page(leadId, 'size=100000'),
  ]);

  expect(byDefault).toMatchObject({ count: 25, start: 0 });
  expect(byDefault.events).toHaveLength(20);
  expect(second).toMatchObject({ count: 25, start: 20 });
  expect(second.events).toEqual(all.events.slice(20, 23));
  expect([beyond.events, none.events]).toEqual([[], []]);
  expect(all.events).toHaveLength(25);
  expect(all).not.toHaveProperty('next_cursor');
});

test('a cursor neither repeats nor skips while events are added', async () => {
  const leadId = await createLead(client);
  await addNotes(leadId, 9);
  const before = await page(leadId, 'size=100');

  const first = await page(leadId, 'size=4');
  await addNotes(leadId, 3);
  const second = await page(leadId, `size=4&cursor=${first.next_cursor}`);
  const third = await page(leadId, `size=4&cursor=${second.next_cursor}`);

  expect([...first.events, ...second.events, ...third.events]).toEqual(before.events);
  expect(third.next_cursor).toBeUndefined();
});

test.for(['start=-1', 'size=-1', 'start=x', 'size=1.5', 'cursor=zzz'])('?%s is refused', async (query) => {
  const leadId = await createLead(client);

  const response = await sendLead(client, 'GET', `/${leadId}/events?${query}`);

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toEqual([
    expect.objectContaining({ code: 'invalid_parameter', parameter: query.split('=')[0] }),
  ]);
});

test('another system can post a text message that it exchanged with the lead', async () => {
  const leadId = await createLead(client);
  const response = await sendLead(client, 'POST', `/${leadId}/events`, {
    type: 'sms',
    inbound: true,
    event_time: '2026-01-02T03:04:05+01:00',
    data: { message: 'Hi', phone: '(512) 555-0100' },
  });

  const event = await answerOf<TimelineEvent>(response);
  expect(event).toMatchObject({
    type: 'sms',
    inbound: true,
    data: {
      event_time: '2026-01-02T02:04:05.000Z',
      message: 'Hi',
      phone: '+15125550100',
      extra_data: { header_checksum: expect.stringMatching(/^[\da-f]{64}$/) },
    },
  });
  const events = await getEvents(client, leadId);
  expect(events.at(-1)).toEqual(event);
  expect((await getLead(client, leadId)).last_event_time).toBe(Date.parse(events[0]?.data.event_time ?? ''));
});

test.for([
  [{ type: 'lead_created' }, '/type', 'invalid_parameter'],
  [{ type: 'call', event_time: '2026-01-02' }, '/event_time', 'invalid_parameter'],
  [{ type: 'call', data: { event_id: 'x' } }, '/data/event_id', 'unknown_parameter'],
  [{ type: 'call', data: { phone: 'x' } }, '/data/phone', 'invalid_phone'],
  [{}, '/type', 'missing_parameter'],
] as const)('the event %j is refused', async ([body, pointer, code]) => {
  const leadId = await createLead(client);

  const response = await sendLead(client, 'POST', `/${leadId}/events`, body);

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toContainEqual(expect.objectContaining({ pointer, code }));
});

test('a message that a gateway delivers twice has the same checksum, with or without its time', async () => {
  const leadId = await createLead(client);
  const post = async (body: object): Promise<unknown> => {
    const answer = await sendLead(client, 'POST', `/${leadId}/events`, { type: 'sms', ...body });
    return (await answerOf<TimelineEvent>(answer)).data['extra_data'];
  };
  const message = { data: { phone: '+15125550100', message: 'Are you open?' } };
  const timed = { ...message, event_time: '2026-03-02T09:30:00Z' };

  const untimed = await post(message);
  const sent = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(sent);

  expect(await post(message)).toEqual(untimed);
  expect(await post(timed)).toEqual(await post({ ...timed, event_time: '2026-03-02T04:30:00-05:00' }));
  expect(await post(timed)).not.toEqual(untimed);
});

test('an event in the future is refused', async () => {
  const leadId = await createLead(client);
  const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const post = (event_time: string): Promise<Response> =>
    sendLead(client, 'POST', `/${leadId}/events`, { type: 'call', event_time });

  const refused = await post(at(60));

  expect(refused.status).toBe(400);
  expect((await problemOf(refused)).errors).toMatchObject([
    { pointer: '/event_time', code: 'invalid_parameter' },
  ]);
  // The clock of a gateway may be a little fast.
  expect((await post(at(2))).status).toBe(200);
});
