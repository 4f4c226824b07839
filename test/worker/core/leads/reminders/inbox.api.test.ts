/** The inbox: one reminder for each person who waits, with all that they want; who is at it, for everybody; and what each has seen. */
import { beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { AUSTIN, freshCaller } from '../../phone/calls/call-company.ts';
import { startTexting, type Texting } from '../../phone/messages/texting.ts';

interface Row {
  event: { data: { event_id: string; contact_event_id?: string } };
  lead: { lead_id: string };
  contact?: { type: string; data: Record<string, unknown> };
  earlier_contacts?: { type: string; data: Record<string, unknown> }[];
  contact_counts?: Record<string, number>;
  location_id?: string;
  source?: string;
  taken?: { by: { id: string; name: string }; since: string; until: string };
  is_seen: boolean;
}

const PATIENCE = { timeout: 30_000, interval: 100 };

let texting: Texting;

beforeAll(async () => {
  texting = await startTexting();
});

async function rows(user: TestUser = texting.company.superadmin): Promise<Row[]> {
  const list = await sendAs(user, 'GET', `${texting.company.path}/reminders?size=100`);
  return (await answerOf<{ reminders: Row[] }>(list)).reminders;
}

/** Returns the one row of a person's lead. */
async function rowOf(leadId: string, user?: TestUser): Promise<Row> {
  const own = (await rows(user)).filter(({ lead }) => lead.lead_id === leadId);
  expect(own).toHaveLength(1);
  return own[0] as Row;
}

async function miss(person: string, minutesAgo: number): Promise<void> {
  const started = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const call = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from: person, started_at: started };
  await answerOf(await sendAs(texting.company.superadmin, 'POST', `${texting.company.path}/calls`, call));
}

/** Receives a text; resolves to the lead of its writer. */
async function write(person: string, message = 'Do you have time on Tuesday?'): Promise<string> {
  await texting.receive(person, message);
  return (await texting.textsWith(person))[0]?.lead_id ?? '';
}

async function change(user: TestUser, { event, lead }: Row, verb: string): Promise<Response> {
  const path = `${texting.company.path}/leads/${lead.lead_id}/events/reminder/${event.data.event_id}`;
  return sendAs(user, 'POST', `${path}/${verb}`);
}

async function answer(user: TestUser, { event, lead }: Row, message = 'Yes.'): Promise<Response> {
  const body = { message, reminder_id: event.data.event_id };
  return sendAs(user, 'POST', `${texting.company.path}/leads/${lead.lead_id}/text`, body);
}

async function see(user: TestUser, ids: readonly string[]): Promise<number> {
  const marked = await sendAs(user, 'POST', `${texting.company.path}/reminders/seen`, { reminder_ids: ids });
  return (await answerOf<{ marked_count: number }>(marked)).marked_count;
}

test('three missed calls and a text of one person are one row, with all of them, the branch and the source', async () => {
  const person = freshCaller();
  await miss(person, 30);
  await miss(person, 20);
  await miss(person, 10);
  const lead = await write(person, 'Please call me back.');

  const row = await rowOf(lead);

  expect(row.contact).toMatchObject({ type: 'sms', data: { message: 'Please call me back.' } });
  expect(row.earlier_contacts?.map(({ type }) => type)).toEqual(['call', 'call', 'call']);
  expect(row.contact_counts).toEqual({ calls: 3, texts: 1, forms: 0 });
  expect([row.location_id, row.source]).toEqual(['austin', 'paid_search']);
});

test('what came before the last answer is not counted again', async () => {
  const person = freshCaller();
  await miss(person, 30);
  const lead = await write(person, 'Hello?');
  await answerOf(await change(texting.company.superadmin, await rowOf(lead), 'done'));
  await write(person, 'One more thing.');

  const row = await rowOf(lead);

  expect(row.contact_counts).toEqual({ calls: 0, texts: 1, forms: 0 });
  expect(row.earlier_contacts).toEqual([]);
});

test('whoever is at it is named to everybody; nobody else takes it until they are gone', async () => {
  const { superadmin, agent, manager } = texting.company;
  const lead = await write(freshCaller());
  const row = await rowOf(lead);

  const taken = await answerOf<NonNullable<Row['taken']>>(await change(agent, row, 'take'));
  expect(taken.by.id).toBe(agent.userId);
  expect(Date.parse(taken.until) - Date.parse(taken.since)).toBe(3 * 60_000);
  expect((await rowOf(lead, manager)).taken).toEqual(taken);
  const refused = await problemOf(await change(manager, row, 'take'));
  expect([refused.status, refused.code]).toEqual([409, 'reminder_taken']);
  expect(refused.detail).toContain(taken.by.name);
  // Others cannot release it, and taking it again is no other beginning.
  await answerOf(await change(manager, row, 'release'));
  expect((await answerOf<typeof taken>(await change(agent, row, 'take'))).since).toBe(taken.since);

  await answerOf(await change(agent, row, 'release'));
  expect((await rowOf(lead, superadmin)).taken).toBe(undefined);
  await answerOf(await change(manager, row, 'take'));
  await answerOf(await change(manager, row, 'done'));
  expect((await problemOf(await change(agent, row, 'take'))).code).toBe('reminder_done');
  await answerOf(await change(manager, row, 'reopen'));
  expect((await rowOf(lead)).taken).toBe(undefined);
});

test('of two who answer at once one writes to the person, and the other is told that nothing was sent', async () => {
  const { agent, manager } = texting.company;
  const person = freshCaller();
  const lead = await write(person);
  const row = await rowOf(lead);

  const answers = await Promise.all([answer(agent, row, 'At ten.'), answer(manager, row, 'At noon.')]);

  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(1);
  expect((await problemOf(refused[0] as Response)).code).toBe('reminder_taken');
  await vi.waitUntil(async () => (await rows()).every((each) => each.lead.lead_id !== lead), PATIENCE);
  const sent = (await texting.textsWith(person)).filter(({ direction }) => direction === 'outbound');
  expect(sent).toHaveLength(1);
  expect((await problemOf(await answer(manager, row))).code).toBe('reminder_done');
  // Whoever wants to write all the same, may.
  const path = `${texting.company.path}/leads/${lead}/text`;
  await answerOf(await sendAs(manager, 'POST', path, { message: 'And bring the key.' }));
});

test('a call to a person whom somebody else answers is refused before it rings', async () => {
  const { superadmin, agent, manager } = texting.company;
  await answerOf(
    await sendAs(superadmin, 'POST', `${texting.company.path}/users/${manager.userId}/modify`, {
      phone: '+15125550188',
    }),
  );
  const lead = await write(freshCaller());
  const row = await rowOf(lead);
  await answerOf(await change(agent, row, 'take'));
  const path = `${texting.company.path}/leads/${lead}/call`;

  const refused = await sendAs(manager, 'POST', path, { reminder_id: row.event.data.event_id });
  expect((await problemOf(refused)).code).toBe('reminder_taken');
  await answerOf(await change(agent, row, 'release'));
  await answerOf(await sendAs(manager, 'POST', path, { reminder_id: row.event.data.event_id }));
  expect((await rowOf(lead)).taken?.by.id).toBe(manager.userId);
});

test('what somebody has seen is theirs alone, and a newer contact is new', async () => {
  const { superadmin, manager } = texting.company;
  const person = freshCaller();
  const lead = await write(person);
  const id = (await rowOf(lead)).event.data.event_id;

  expect(await see(superadmin, [id, crypto.randomUUID()])).toBe(1);
  expect(await see(superadmin, [id])).toBe(0);
  expect([(await rowOf(lead)).is_seen, (await rowOf(lead, manager)).is_seen]).toEqual([true, false]);

  await write(person, 'Hello?');
  expect((await rowOf(lead)).is_seen).toBe(false);
});

test('nobody marks or takes what is out of their sight', async () => {
  const { superadmin, agent, manager, path } = texting.company;
  const lead = await write(freshCaller());
  const row = await rowOf(lead);
  const assign = `${path}/leads/${lead}/assign`;
  const assigned = await sendAs(superadmin, 'POST', assign, { to_user_email: manager.email });
  expect(assigned.status).toBe(200);

  expect((await rows(agent)).map((each) => each.lead.lead_id)).not.toContain(lead);
  expect(await see(agent, [row.event.data.event_id])).toBe(0);
});
