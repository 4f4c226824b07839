import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf } from '../../../../harness/client.ts';
import { createLead, getEvents, type LeadClient, sendLead } from '../../../../harness/leads.ts';

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.agent, path: company.path };
});

async function makeEvent(): Promise<{ leadId: string; comments: string }> {
  const leadId = await createLead(client);
  const [event] = await getEvents(client, leadId);
  return { leadId, comments: `/${leadId}/events/lead_created/${event?.data.event_id}/comments` };
}

test('comments are listed oldest first and counted on their event', async () => {
  const { leadId, comments } = await makeEvent();
  const first = await answerOf(await sendLead(client, 'POST', comments, { comment: 'One' }));
  const second = await answerOf(await sendLead(client, 'POST', comments, { comment: 'Two' }));

  const answer = await answerOf(await sendLead(client, 'GET', comments));

  expect(answer).toEqual({ total_count: 2, sub_events: [first, second] });
  expect((await getEvents(client, leadId))[0]?.data.comment_count).toBe(2);
  expect(first).toEqual({
    sub_event_id: expect.any(String),
    data: {
      comment: 'One',
      sub_event_type: 'comment',
      event_time: expect.any(String),
      created_by_entity: {
        user_id: company.agent.userId,
        name: 'Al Agent',
        group_id: company.agent.groupId,
        company_id: company.companyId,
      },
      created_by: `user:${company.agent.userId}`,
      sub_event_id: (first as { sub_event_id: string }).sub_event_id,
    },
  });
});

test('an event without comments answers an empty list', async () => {
  const { comments } = await makeEvent();

  expect(await answerOf(await sendLead(client, 'GET', comments))).toEqual({ total_count: 0, sub_events: [] });
});

test('the type in the path must be the type of the event', async () => {
  const { comments } = await makeEvent();
  const wrong = comments.replace('lead_created', 'note');

  expect((await sendLead(client, 'GET', wrong)).status).toBe(404);
  expect((await sendLead(client, 'POST', wrong, { comment: 'x' })).status).toBe(404);
});

test.for(['', ' ', 'x'.repeat(10_001)])('the comment %j is refused', async (comment) => {
  const { comments } = await makeEvent();

  const response = await sendLead(client, 'POST', comments, { comment });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors[0]?.pointer).toBe('/comment');
});
