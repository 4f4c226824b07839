/** What people are notified of, who hears of it, and what they have read. */
import { expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
} from '../../../../harness/builders.ts';
import { freshCaller } from '../../phone/calls/call-company.ts';
import { startTexting } from '../../phone/messages/texting.ts';
import { importFile } from '../../../../harness/csv.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';

interface Listed {
  notification_id: string;
  type: string;
  data: Record<string, unknown>;
  created_time: string;
  read_time?: string;
}

async function list(user: TestUser, path: string): Promise<{ unread: number; notifications: Listed[] }> {
  return answerOf(await sendAs(user, 'GET', `${path}/notifications?size=50`));
}

async function typesOf(user: TestUser, path: string): Promise<string[]> {
  return (await list(user, path)).notifications.map(({ type }) => type);
}

async function createLead({ path, superadmin }: PeopledCompany, members: object): Promise<string> {
  const created = await sendAs(superadmin, 'POST', `${path}/leads/create`, members);
  return (await answerOf<{ lead_ids: string[] }>(created)).lead_ids[0] ?? '';
}

test('a note and a comment notify whom they mention, once, and nobody who may not see the lead', async () => {
  const company = await makeCompanyWithUsers();
  const { path, superadmin, manager, agent, colleague } = company;
  const leadId = await createLead(company, { name: 'Lena Lead', email: 'lena@example.com' });
  await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/assign`, { to_user_email: agent.email });

  const note = await answerOf<{ data: { event_id: string } }>(
    await sendAs(manager, 'POST', `${path}/leads/${leadId}/note`, {
      message: 'Hi @al agent, mail x@Mary Manager; @Cora Colleague and @Al Agents, @Mary Manager.',
    }),
  );
  await answerOf(
    await sendAs(manager, 'POST', `${path}/leads/${leadId}/note/${note.data.event_id}`, {
      message: 'Hi @Al Agent and @Sue Super.',
    }),
  );
  await answerOf(
    await sendAs(agent, 'POST', `${path}/leads/${leadId}/events/note/${note.data.event_id}/comments`, {
      comment: '@Mary Manager: done',
    }),
  );

  expect(await typesOf(agent, path)).toEqual(['lead.mentioned', 'lead.assigned']);
  expect(await typesOf(colleague, path)).toEqual([]);
  const [mentioned] = (await list(superadmin, path)).notifications;
  expect(mentioned).toMatchObject({
    type: 'lead.mentioned',
    data: {
      lead_id: leadId,
      lead_name: 'Lena Lead',
      event_id: note.data.event_id,
      mentioned_by: { id: manager.userId, name: 'Mary Manager' },
    },
  });
  expect((await list(manager, path)).notifications).toMatchObject([
    { type: 'lead.mentioned', data: { mentioned_by: { name: 'Al Agent' } } },
  ]);
});

test('the longest name counts, and people of the same name both hear of it', async () => {
  const company = await makeCompanyWithUsers();
  const { path, superadmin, agent } = company;
  const [long, twin] = [
    await makeUser(superadmin, path, { name: 'Al Agent Junior' }),
    await makeUser(superadmin, path, { name: 'Al Agent Junior' }),
  ];
  const leadId = await createLead(company, { email: 'l@example.com' });

  await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/note`, { message: '(@Al Agent Junior!)' });

  expect(await typesOf(long, path)).toEqual(['lead.mentioned']);
  expect(await typesOf(twin, path)).toEqual(['lead.mentioned']);
  expect(await typesOf(agent, path)).toEqual([]);
});

test('a text notifies the owner of the lead, else the people of the branch; a keyword nobody', async () => {
  const texting = await startTexting();
  const { path, superadmin, manager, agent } = texting.company;
  const person = freshCaller();

  await texting.receive(person, 'Do you have time today?');
  const [text] = await texting.textsWith(person);
  await sendAs(superadmin, 'POST', `${path}/leads/${text?.lead_id}/assign`, { to_user_email: agent.email });
  await texting.receive(person, 'Hello?');
  await texting.receive(person, 'STOP');

  expect(await typesOf(manager, path)).toEqual([]);
  expect(await typesOf(agent, path)).toEqual(['text.received', 'lead.assigned', 'text.received']);
});

test('what is told of a text says who wrote it, its source and branch, and its first 300 characters', async () => {
  const texting = await startTexting();
  const person = freshCaller();
  await texting.receive(person, 'x'.repeat(400));
  await texting.receive(person, 'Hello?', { To: '+18005550111' });

  const { notifications } = await list(texting.company.agent, texting.company.path);
  expect(notifications).toMatchObject([
    { data: { phone: person, branch: 'Austin', words: 'Hello?', source: 'email' } },
    { data: { phone: person, branch: 'Austin', words: 'x'.repeat(300), source: 'paid_search' } },
  ]);
});

test('an owner who has become a viewer hears of no lead any more; the people of the branch do', async () => {
  const texting = await startTexting();
  const { path, superadmin, agent } = texting.company;
  const former = await makeUser(superadmin, path, { name: 'Olga Owner' });
  const person = freshCaller();
  await texting.receive(person, 'Hello?');
  const [first] = await texting.textsWith(person);
  const lead = `${path}/leads/${first?.lead_id}`;
  const assign = { to_user_email: former.email };
  await sendAs(superadmin, 'POST', `${lead}/assign`, assign);
  const modify = `${path}/users/${former.userId}/modify`;
  await answerOf(await sendAs(superadmin, 'POST', modify, { role_id: 'viewer' }));
  const before = await typesOf(agent, path);

  await texting.receive(person, 'Anybody?');
  const note = { message: '@Olga Owner: look' };
  await answerOf(await sendAs(superadmin, 'POST', `${lead}/note`, note));

  expect(await typesOf(former, path)).toEqual(['lead.assigned']);
  expect(await typesOf(agent, path)).toEqual(['text.received', ...before]);
});

test('people mark their own notifications as read, by ids or up to a time', async () => {
  const company = await makeCompanyWithUsers();
  const { path, superadmin, agent, colleague } = company;
  for (const owner of [agent, agent, agent, colleague]) {
    const leadId = await createLead(company, { email: `${crypto.randomUUID()}@example.com` });
    await sendAs(superadmin, 'POST', `${path}/leads/${leadId}/assign`, { to_user_email: owner.email });
  }
  const { notifications, unread } = await list(agent, path);
  const [foreign] = (await list(colleague, path)).notifications;
  const [newest, middle, oldest] = notifications;
  const read = (body: object): Promise<Response> => sendAs(agent, 'POST', `${path}/notifications/read`, body);

  expect(unread).toBe(3);
  const ids = [newest?.notification_id, foreign?.notification_id];
  expect(await answerOf(await read({ notification_ids: ids }))).toEqual({ unread: 2 });
  expect((await list(colleague, path)).unread).toBe(1);
  await read({ until: new Date(Date.parse(oldest?.created_time ?? '') - 1).toISOString() });
  expect((await list(agent, path)).unread).toBe(2);
  expect(await answerOf(await read({ until: middle?.created_time }))).toEqual({ unread: 0 });
  expect((await list(agent, path)).notifications[0]?.read_time).toMatch(/Z$/);
  expect((await problemOf(await read({}))).status).toBe(400);
});

test('who has seen a lead has read what was told of it, and nobody else has', async () => {
  const texting = await startTexting();
  const { path, agent, manager } = texting.company;
  const [seen, other] = [freshCaller(), freshCaller()];
  for (const person of [seen, seen, other]) await texting.receive(person, 'Hello?');
  const [text] = await texting.textsWith(seen);
  // The people of the branch are told; for managers the same is written by an assignment.
  await answerOf(
    await sendAs(texting.company.superadmin, 'POST', `${path}/leads/${text?.lead_id}/note`, {
      message: '@Mary Manager: look',
    }),
  );
  const [before] = [(await list(manager, path)).unread];

  const answer = await sendAs(agent, 'POST', `${path}/notifications/read`, { lead_id: text?.lead_id });

  expect(await answerOf(answer)).toEqual({ unread: 1 });
  expect((await list(manager, path)).unread).toBe(before);
});

test('a large import notifies who began it of its end', async () => {
  const { path, manager } = await makeCompanyWithUsers();
  const rows = Array.from({ length: 5_001 }, (_, index) => `r${index}@example.com,${index === 7 ? 'x' : ''}`);
  const file = `email,phone\n${rows.join('\n')}`;

  await importFile({ user: manager, path }, file);

  await expect
    .poll(async () => (await list(manager, path)).notifications, { timeout: 60_000 })
    .toMatchObject([{ type: 'job.finished', data: { job: 'import', count: 5_001, failed: 1 } }]);
});

test('the owner of a lead hears of a reminder when it is due, else who set it; of one that is done nobody', async () => {
  const company = await makeCompanyWithUsers();
  const { path, superadmin, manager, agent } = company;
  const due = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
  const set = async (leadId: string, message: string): Promise<string> => {
    const body = { message, due_time: due(1_500) };
    const event = await sendAs(manager, 'POST', `${path}/leads/${leadId}/reminder`, body);
    return (await answerOf<{ data: { event_id: string } }>(event)).data.event_id;
  };
  const owned = await createLead(company, { name: 'Lena', email: 'lena@example.com' });
  const free = await createLead(company, { email: 'free@example.com' });
  await sendAs(superadmin, 'POST', `${path}/leads/${owned}/assign`, { to_user_email: agent.email });
  const done = await set(owned, 'Done in time');
  await answerOf(await sendAs(manager, 'POST', `${path}/leads/${owned}/events/reminder/${done}/done`));

  const eventId = await set(owned, 'Ring Lena');
  await set(free, 'Ring somebody');

  await expect.poll(() => typesOf(agent, path)).toEqual(['reminder.due', 'lead.assigned']);
  expect((await list(agent, path)).notifications[0]?.data).toMatchObject({
    lead_id: owned,
    lead_name: 'Lena',
    event_id: eventId,
    message: 'Ring Lena',
  });
  await expect.poll(() => typesOf(manager, path)).toEqual(['reminder.due']);
  expect(await typesOf(superadmin, path)).toEqual([]);
});
