import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import {
  createLead,
  getEvents,
  type LeadClient,
  sendLead,
  type TimelineEvent,
} from '../../../../harness/leads.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../../phone/calls/call-company.ts';

interface Page {
  reminders: { event: TimelineEvent; lead: { lead_id: string } }[];
  next_cursor?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

let company: CallCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCallCompany();
  client = { user: company.superadmin, path: company.path };
});

/** A time some days ahead, so that reminders of missed callers come first. */
function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

async function setReminder(
  leadId: string,
  dueTime: string,
  message = 'Send the quote.',
): Promise<TimelineEvent> {
  return answerOf<TimelineEvent>(
    await sendLead(client, 'POST', `/${leadId}/reminder`, { message, due_time: dueTime }),
  );
}

function change(leadId: string, eventId: string, verb: string, body?: object): Promise<Response> {
  return sendLead(client, 'POST', `/${leadId}/events/reminder/${eventId}/${verb}`, body);
}

async function list(query: string, user: TestUser = company.superadmin): Promise<Page> {
  return answerOf<Page>(await sendAs(user, 'GET', `${company.path}/reminders?${query}`));
}

async function listedIds(query: string, user?: TestUser): Promise<string[]> {
  return (await list(query, user)).reminders.map(({ event }) => event.data.event_id);
}

describe('a reminder', () => {
  test('is on the timeline, open and with its author, and in the list until it is done', async () => {
    const leadId = await createLead(client);
    const due = inDays(2);

    const { type, data } = await setReminder(leadId, due);

    expect([type, data]).toMatchObject([
      'reminder',
      {
        message: 'Send the quote.',
        state: 'open',
        due_time: due,
        created_by: `user:${company.superadmin.userId}`,
      },
    ]);
    expect((await getEvents(client, leadId))[0]?.data).toEqual(data);
    const listed = (await list('size=100')).reminders.find(({ lead }) => lead.lead_id === leadId);
    expect(listed?.event.data).toEqual(data);
    const done = await answerOf<TimelineEvent>(await change(leadId, data.event_id, 'done'));
    expect(done.data).toMatchObject({ state: 'done', done_time: expect.any(String) });
    expect(await listedIds('size=100')).not.toContain(data.event_id);
  });

  test('that is done stays as it is when it is done again, and opens again', async () => {
    const leadId = await createLead(client);
    const { data } = await setReminder(leadId, inDays(2));
    const done = await answerOf(await change(leadId, data.event_id, 'done'));

    expect(await answerOf(await change(leadId, data.event_id, 'done'))).toEqual(done);
    const open = await answerOf<TimelineEvent>(await change(leadId, data.event_id, 'reopen'));

    expect(open.data).toEqual(data);
    expect(await listedIds('size=100')).toContain(data.event_id);
  });

  test('is postponed, and opened by that if it was done', async () => {
    const leadId = await createLead(client);
    const { data } = await setReminder(leadId, inDays(2));
    await change(leadId, data.event_id, 'done');
    const later = inDays(9);

    const postponed = await answerOf<TimelineEvent>(
      await change(leadId, data.event_id, 'postpone', { due_time: later }),
    );

    expect(postponed.data).toEqual({ ...data, due_time: later });
  });

  test('in the past, without words, or on another event is refused, and nothing changes', async () => {
    const leadId = await createLead(client);
    const { data } = await setReminder(leadId, inDays(2));
    const before = await getEvents(client, leadId);
    const note = await answerOf<TimelineEvent>(
      await sendLead(client, 'POST', `/${await createLead(client)}/note`, { message: 'Hello' }),
    );

    const past = await change(leadId, data.event_id, 'postpone', { due_time: '2020-01-01T00:00:00Z' });
    const blank = await sendLead(client, 'POST', `/${leadId}/reminder`, {
      message: ' ',
      due_time: inDays(1),
    });
    const old = await sendLead(client, 'POST', `/${leadId}/reminder`, { message: 'x', due_time: inDays(-1) });
    const elsewhere = await change(leadId, note.data.event_id, 'done');

    const faults = await Promise.all([past, blank, old].map(problemOf));
    expect(faults).toMatchObject([
      { code: 'invalid_parameter', errors: [{ pointer: '/due_time' }] },
      { errors: [{ pointer: '/message' }] },
      { code: 'invalid_parameter', errors: [{ pointer: '/due_time' }] },
    ]);
    expect(elsewhere.status).toBe(404);
    expect(await getEvents(client, leadId)).toEqual(before);
  });
});

describe('the list', () => {
  test('has the earliest due time first, and its pages hold each reminder once', async () => {
    const leadId = await createLead(client);
    const days = [7, 3, 5, 3, 6, 4];
    const due = inDays(50);
    const made: TimelineEvent[] = [];
    for (const day of days) made.push(await setReminder(leadId, inDays(100 + day), `In ${day} days`));
    const earlier = await setReminder(leadId, due);

    const pages: string[][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Page = await list(`size=3${cursor && `&cursor=${cursor}`}`);
      pages.push(page.reminders.map(({ event }) => event.data.event_id));
      cursor = page.next_cursor;
    }

    const all = pages.flat();
    const known = new Set([...made, earlier].map(({ data }) => data.event_id));
    const expected = [earlier, ...made.toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)))];
    expect(all.filter((id) => known.has(id))).toEqual(expected.map(({ data }) => data.event_id));
    expect(new Set(all).size).toBe(all.length);
    expect(pages.length).toBeGreaterThan(2);
    expect(await listedIds(`size=100&due_before=${inDays(51)}`)).toContain(earlier.data.event_id);
    expect(await listedIds(`size=100&due_before=${inDays(49)}`)).not.toContain(earlier.data.event_id);
  });

  test('shows agents their own leads and those without an assignee in their group', async () => {
    const groupId = company.agent.groupId;
    const own = await createLead(client, { lead_group: groupId });
    const free = await createLead(client, { lead_group: groupId });
    const others = await createLead(client, { lead_group: groupId });
    const assign = async (leadId: string, { email }: TestUser): Promise<void> => {
      const answer = await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: email });
      expect(answer.status).toBe(200);
    };
    await assign(own, company.agent);
    await assign(others, company.manager);
    const ids: string[] = [];
    for (const leadId of [own, free, others]) {
      ids.push((await setReminder(leadId, inDays(3))).data.event_id);
    }
    const [ofOwn = '', ofFree = '', ofOthers = ''] = ids;
    const among = (listed: readonly string[]): string[] => ids.filter((id) => listed.includes(id));

    expect(among(await listedIds('size=100', company.agent))).toEqual([ofOwn, ofFree]);
    expect(among(await listedIds('size=100&assigned_to=me', company.agent))).toEqual([ofOwn]);
    expect(among(await listedIds('size=100&assigned_to=none'))).toEqual([ofFree]);
    expect(among(await listedIds(`size=100&assigned_to=${company.manager.userId}`))).toEqual([ofOthers]);
  });

  test('has what a user has set among theirs, on whosever lead, but not what others are to answer', async () => {
    const free = await createLead(client, { lead_group: company.agent.groupId });
    const { data: theirs } = await setReminder(free, inDays(3));
    const body = { message: 'Ask about the roof.', due_time: inDays(4) };
    const { data: own } = await answerOf<TimelineEvent>(
      await sendLead({ ...client, user: company.agent }, 'POST', `/${free}/reminder`, body),
    );
    const mine = await listedIds('size=100&assigned_to=me', company.agent);

    expect(mine).toContain(own.event_id);
    expect(mine).not.toContain(theirs.event_id);
  });

  test('has no reminders of removed leads', async () => {
    const leadId = await createLead(client);
    const { data } = await setReminder(leadId, inDays(2));

    await answerOf(await sendLead(client, 'POST', `/${leadId}/remove`));

    expect(await listedIds('size=100')).not.toContain(data.event_id);
  });
});

describe('a missed caller', () => {
  const report = async (from: string, more: object): Promise<string> => {
    const reported = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from, ...more };
    const answer = await sendAs(company.superadmin, 'POST', `${company.path}/calls`, reported);
    return (await answerOf<{ lead_id: string }>(answer)).lead_id;
  };
  const missed = (minute: number): object => ({
    started_at: `2026-03-02T16:${minute}:00Z`,
    ended_at: `2026-03-02T16:${minute}:25Z`,
    outcome: 'missed',
  });
  const reminders = async (leadId: string): Promise<TimelineEvent[]> =>
    (await getEvents(client, leadId)).filter(({ type }) => type === 'reminder');

  test('whom somebody has called back by another phone gets a new reminder with the next missed call', async () => {
    const from = freshCaller();
    const leadId = await report(from, missed(10));
    await report(from, missed(20));
    const [first, ...others] = await reminders(leadId);
    expect(others).toEqual([]);

    await answerOf(await change(leadId, first?.data.event_id ?? '', 'done'));
    await report(from, missed(30));
    const states = (await reminders(leadId)).map(({ data }) => data['state']);

    expect(states).toEqual(['open', 'done']);
    expect(await listedIds(`size=100&due_before=${inDays(0)}`)).toHaveLength(1);
  });

  test('closes no reminder that a person has set', async () => {
    const from = freshCaller();
    const leadId = await report(from, missed(10));
    const own = await setReminder(leadId, inDays(3), `Call ${from} back.`);

    await report(from, { started_at: '2026-03-02T17:00:00Z', answered_at: '2026-03-02T17:00:08Z' });

    const states = (await reminders(leadId)).map(({ data }) => [
      data.event_id === own.data.event_id,
      data['state'],
    ]);
    expect(states).toEqual([
      [true, 'open'],
      [false, 'done'],
    ]);
  });
});

function dueOf({ data }: TimelineEvent): string {
  return String(data['due_time']);
}
