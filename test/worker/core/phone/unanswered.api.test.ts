/** Texts and forms that nobody answered stand in the list of what is to do, beside missed calls, until somebody answers. */
import { beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs, type TestUser } from '../../../harness/client.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { AUSTIN, branches, freshCaller } from './calls/call-company.ts';
import { emailField, freshEmail, leadOf, sendForm, textField } from './forms/sending.ts';
import { startTexting, type Texting } from './messages/texting.ts';

interface Waiting {
  event: { data: Record<string, unknown> & { event_id: string; event_time: string; due_time: string } };
  lead: { lead_id: string };
  contact?: { type: string; data: Record<string, unknown> };
}

const PATIENCE = { timeout: 30_000, interval: 100 };

let texting: Texting;

beforeAll(async () => {
  texting = await startTexting();
  const { companyId, agent } = texting.company;
  await answerOf(
    await putSettings(companyId, { ...branches(agent.userId), forms: true, domains: ['example.com'] }),
  );
});

async function waiting(user: TestUser = texting.company.superadmin): Promise<Waiting[]> {
  const list = await sendAs(user, 'GET', `${texting.company.path}/reminders?size=100`);
  return (await answerOf<{ reminders: Waiting[] }>(list)).reminders;
}

const ofLead = async (leadId: string): Promise<Waiting[]> =>
  (await waiting()).filter(({ lead }) => lead.lead_id === leadId);

/** Receives a text; resolves to its lead. */
async function write(person: string, message = 'Do you have time on Tuesday?'): Promise<string> {
  await texting.receive(person, message);
  return (await texting.textsWith(person))[0]?.lead_id ?? '';
}

/** Sends a form; resolves to its lead. */
async function sendContactForm(fields: Parameters<typeof emailField>[0] = freshEmail()): Promise<string> {
  const all = [emailField(fields), textField('What is leaking?', 'The roof.')];
  await sendForm(texting.company.companyId, { fields: all });
  return (await leadOf(texting.company, fields)).lead_id;
}

/** Changes the reminder of a lead that waits. */
async function change(leadId: string, verb: string): Promise<{ data: Record<string, unknown> }> {
  const id = (await ofLead(leadId))[0]?.event.data.event_id;
  const path = `${texting.company.path}/leads/${leadId}/events/reminder/${id}/${verb}`;
  return answerOf(await sendAs(texting.company.superadmin, 'POST', path));
}

/** Posts an event of another system. */
const post = async (leadId: string, event: object): Promise<unknown> =>
  answerOf(
    await sendAs(texting.company.superadmin, 'POST', `${texting.company.path}/leads/${leadId}/events`, event),
  );

/** Reports a call with a person that another system handled. */
async function reportCall(person: string, fields: object = {}): Promise<void> {
  const call = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from: person, ...fields };
  const started = { started_at: new Date().toISOString() };
  await answerOf(
    await sendAs(texting.company.superadmin, 'POST', `${texting.company.path}/calls`, {
      ...started,
      ...call,
    }),
  );
}

test('a text waits with its words, for as long as the company says, and an answer takes it off for everybody', async () => {
  const person = freshCaller();
  const lead = await write(person);

  const [mine] = await ofLead(lead);
  expect(mine).toMatchObject({
    event: { data: { text_id: expect.any(String) as string, phone: person } },
    contact: { type: 'sms', data: { message: 'Do you have time on Tuesday?' } },
  });
  const { event_time: since, due_time: due } = mine?.event.data ?? { event_time: '', due_time: '' };
  expect(Date.parse(due) - Date.parse(since)).toBe(30 * 60_000);
  const { agent, manager } = texting.company;
  for (const user of [agent, manager]) {
    expect((await waiting(user)).map((each) => each.lead.lead_id)).toContain(lead);
  }

  await texting.writeTo(lead, 'Yes, at ten.');
  await expect.poll(() => ofLead(lead), PATIENCE).toEqual([]);
  for (const user of [agent, manager]) {
    expect((await waiting(user)).map((each) => each.lead.lead_id)).not.toContain(lead);
  }
});

test('a form waits with its answers; one that looks like spam, and STOP, do not', async () => {
  const lead = await sendContactForm();
  const stopped = await write(freshCaller(), 'STOP');

  expect(await ofLead(lead)).toMatchObject([
    {
      event: { data: { form_id: expect.any(String) as string } },
      contact: { type: 'form', data: { answers: [{ label: 'What is leaking?', value: 'The roof.' }] } },
    },
  ]);
  expect(await ofLead(stopped)).toEqual([]);
  const spam = freshEmail();
  await sendForm(texting.company.companyId, { time: 100, fields: [emailField(spam)] });
  expect(await ofLead((await leadOf(texting.company, spam)).lead_id)).toEqual([]);
});

test('a form is answered by a call in which they talked, and by an e-mail that another system posts', async () => {
  const [byCall, byMail] = [await sendContactForm(), await sendContactForm()];
  await post(byCall, { type: 'call', inbound: false, data: { duration: 0 } });
  await post(byMail, { type: 'email_message', inbound: true, data: { message: 'And the gutter.' } });
  expect([(await ofLead(byCall)).length, (await ofLead(byMail)).length]).toEqual([1, 1]);

  await post(byCall, { type: 'call', inbound: false, data: { duration: 60 } });
  await post(byMail, { type: 'email_message', data: { message: 'We come tomorrow.' } });
  expect([await ofLead(byCall), await ofLead(byMail)]).toEqual([[], []]);

  const person = freshCaller();
  const texted = await write(person);
  await vi.waitUntil(async () => (await ofLead(texted)).length === 1, PATIENCE);
  await reportCall(person, { answered_at: new Date().toISOString(), talk_seconds: 30 });
  expect(await ofLead(texted)).toEqual([]);
});

test('what was said before the question is no answer to it', async () => {
  const lead = await write(freshCaller());
  await post(lead, {
    type: 'email_message',
    event_time: '2026-01-02T03:04:05Z',
    data: { message: 'Hello.' },
  });

  expect(await ofLead(lead)).toHaveLength(1);
});

test('what was said before the newest question is no answer to it', async () => {
  const person = freshCaller();
  const lead = await write(person);
  const { event_time: since = '' } = (await ofLead(lead))[0]?.event.data ?? {};
  await vi.waitUntil(() => Date.now() > Date.parse(since));
  await texting.receive(person, 'And on Friday?');

  await post(lead, { type: 'email_message', event_time: since, data: { message: 'Yes, on Tuesday.' } });
  expect(await ofLead(lead)).toMatchObject([{ contact: { data: { message: 'And on Friday?' } } }]);
  await post(lead, { type: 'email_message', data: { message: 'On Friday, too.' } });
  expect(await ofLead(lead)).toEqual([]);
});

test('a form with the phone number of another lead takes the place of nobody', async () => {
  const person = freshCaller();
  const caller = await write(person, 'Is it urgent?');
  const before = await ofLead(caller);
  const { superadmin, path, companyId } = texting.company;
  const email = freshEmail();
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/upsert`, { email }));
  await sendForm(companyId, { fields: [emailField(email), ['Phone', person, 'tel', 'tel', 'phone']] });

  expect(await ofLead(caller)).toEqual(before);
  expect(await ofLead((await leadOf(texting.company, email)).lead_id)).toMatchObject([
    { contact: { type: 'form', data: { phone: person } } },
  ]);
});

test('who needs no answer is taken off, which can be taken back', async () => {
  const lead = await write(freshCaller(), 'Thanks!');
  const open = (await ofLead(lead))[0]?.event.data;
  const { data } = await change(lead, 'dismiss');
  expect(data).toMatchObject({ state: 'done', answer_needed: false });
  expect(await ofLead(lead)).toEqual([]);

  const path = `${texting.company.path}/leads/${lead}/events/reminder/${open?.event_id}/reopen`;
  await answerOf(await sendAs(texting.company.superadmin, 'POST', path));
  expect((await ofLead(lead))[0]?.event.data).toEqual(open);
  expect((await change(lead, 'done')).data).not.toHaveProperty('answer_needed');
});

test('a person who wrote, called and wrote again waits once, since the first time, with the newest contact', async () => {
  const person = freshCaller();
  const lead = await write(person);
  const first = (await ofLead(lead))[0]?.event.data;
  await reportCall(person);
  expect(await ofLead(lead)).toMatchObject([{ contact: { type: 'call', data: { outcome: 'missed' } } }]);
  await texting.receive(person, 'Please call.');

  const all = await ofLead(lead);
  expect(all).toMatchObject([{ contact: { type: 'sms', data: { message: 'Please call.' } } }]);
  expect(all[0]?.event.data).toMatchObject({
    event_id: first?.event_id,
    event_time: first?.event_time,
    due_time: first?.due_time,
  });
  expect(all[0]?.event.data).not.toHaveProperty('call_id');
});

test('the due time is the company’s option', async () => {
  const { superadmin, path } = texting.company;
  const options = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/settings`));
  await answerOf(
    await sendAs(superadmin, 'PUT', `${path}/settings`, { ...options, answer_within_minutes: 5 }),
  );
  const person = freshCaller();
  await reportCall(person);
  const lead = await write(freshCaller());
  const dues = [await ofLead(lead), (await waiting()).filter(({ event }) => event.data['phone'] === person)];

  expect(
    dues.flat().map(({ event: { data } }) => Date.parse(data.due_time) - Date.parse(data.event_time)),
  ).toEqual([5 * 60_000, 5 * 60_000]);
});
