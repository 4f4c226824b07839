import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, type TestUser } from '../../../../harness/client.ts';
import {
  createLead,
  eventTypes,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
  type TimelineEvent,
} from '../../../../harness/leads.ts';

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

function as(user: TestUser): LeadClient {
  return { user, path: company.path };
}

async function addNote(leadId: string, message: string, by: LeadClient = client): Promise<TimelineEvent> {
  return answerOf<TimelineEvent>(await sendLead(by, 'POST', `/${leadId}/note`, { message }));
}

test('a note is stored exactly as it was written, and the answer is the event', async () => {
  const leadId = await createLead(client);
  const message = ' Zoë said:\n\t"Ring me" \u0001 \ud83d\ude00 ';

  const note = await addNote(leadId, message);

  expect(note).toEqual({
    type: 'note',
    inbound: false,
    online: false,
    data: {
      event_id: expect.any(String),
      event_time: expect.any(String),
      created_by_entity: expect.objectContaining({ user_id: company.superadmin.userId }),
      created_by: `user:${company.superadmin.userId}`,
      comment_count: 0,
      attached_entities: [{ type: 'lead', lead: { id: leadId } }],
      message,
      tags: [],
    },
  });
  expect((await getEvents(client, leadId))[0]).toEqual(note);
});

test('an update replaces the text and nothing else', async () => {
  const leadId = await createLead(client);
  const note = await addNote(leadId, 'Before');

  const response = await sendLead(client, 'POST', `/${leadId}/note/${note.data.event_id}`, {
    message: 'After',
  });

  expect(await answerOf(response)).toEqual({ ...note, data: { ...note.data, message: 'After' } });
});

test('a removed note is not on the timeline, the answer has the whole note, and it is restored unchanged', async () => {
  const leadId = await createLead(client);
  const note = await addNote(leadId, 'Draft');
  const path = `/${leadId}/note/${note.data.event_id}`;
  const comments = `/${leadId}/events/note/${note.data.event_id}/comments`;
  await sendLead(client, 'POST', comments, { comment: 'Why?' });
  const before = await getEvents(client, leadId);

  const removed = await answerOf(await sendLead(client, 'POST', `${path}/remove`));
  const again = await answerOf(await sendLead(client, 'POST', `${path}/remove`));
  const gone = await eventTypes(client, leadId);
  const lead = await getLead(client, leadId);
  const noComments = await sendLead(client, 'GET', comments);
  const restored = await answerOf(await sendLead(client, 'POST', `${path}/restore`));

  expect(removed).toEqual(before[0]);
  expect(again).toEqual(removed);
  expect(gone).toEqual(['lead_created']);
  expect(lead.last_event_time).toBe(Date.parse(before[1]?.data.event_time ?? ''));
  expect(noComments.status).toBe(404);
  expect(restored).toEqual(before[0]);
  expect(await getEvents(client, leadId)).toEqual(before);
  expect((await answerOf<{ total_count: number }>(await sendLead(client, 'GET', comments))).total_count).toBe(
    1,
  );
});

test('an agent changes their own notes; managers change every one', async () => {
  const leadId = await createLead(client);
  const note = await addNote(leadId, 'Mine', as(company.agent));
  const path = `/${leadId}/note/${note.data.event_id}`;

  const byAuthor = await sendLead(as(company.agent), 'POST', path, { message: 'Still mine' });
  const byColleague = await sendLead(as(company.colleague), 'POST', path, { message: 'Not mine' });
  const removal = await sendLead(as(company.colleague), 'POST', `${path}/remove`);
  const byManager = await sendLead(as(company.manager), 'POST', path, { message: 'Ours' });

  expect([byAuthor, byColleague, removal, byManager].map(({ status }) => status)).toEqual([
    200, 403, 403, 200,
  ]);
  expect((await problemOf(byColleague)).code).toBe('permission_denied');
});

test('an event of another type cannot be changed as a note', async () => {
  const leadId = await createLead(client);
  const [created] = await getEvents(client, leadId);

  const response = await sendLead(client, 'POST', `/${leadId}/note/${created?.data.event_id}/remove`);

  expect(response.status).toBe(409);
  expect((await problemOf(response)).code).toBe('not_a_note');
});

test('a note of another lead is not found', async () => {
  const [leadId, other] = [await createLead(client), await createLead(client)];
  const note = await addNote(other, 'There');

  const response = await sendLead(client, 'POST', `/${leadId}/note/${note.data.event_id}/remove`);

  expect(response.status).toBe(404);
});

test.for(['', '  \n', 'x'.repeat(65_536), 5, null])('the message %j is refused', async (message) => {
  const leadId = await createLead(client);

  const response = await sendLead(client, 'POST', `/${leadId}/note`, { message });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors[0]?.pointer).toBe('/message');
  expect(await eventTypes(client, leadId)).toEqual(['lead_created']);
});
