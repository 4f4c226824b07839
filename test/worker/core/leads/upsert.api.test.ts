import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf } from '../../../harness/client.ts';
import { createLead, freshEmail, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

interface Upserted {
  lead_ids: string[];
  created: boolean;
  matched_on?: string;
  possible_duplicates: { lead_id: string; matched_on: string }[];
}

async function makeClient(): Promise<LeadClient & { agent: LeadClient; colleagueEmail: string }> {
  const { superadmin, agent, colleague, path } = await makeCompanyWithUsers();
  return { user: superadmin, path, agent: { user: agent, path }, colleagueEmail: colleague.email };
}

async function upsert(client: LeadClient, body: unknown): Promise<Upserted> {
  return answerOf<Upserted>(await sendLead(client, 'POST', '/upsert', body));
}

test('an upsert creates a lead once and later finds it by each identifier', async () => {
  const client = await makeClient();
  const email = freshEmail();

  const created = await upsert(client, { email, phone: '512 555 0100' });
  const byEmail = await upsert(client, { email: email.toUpperCase() });
  const byPhone = await upsert(client, { phone: '+15125550100' });
  const byBoth = await upsert(client, { email, phone: '+15125550100' });

  expect(created).toEqual({ lead_ids: created.lead_ids, created: true, possible_duplicates: [] });
  expect([byEmail, byPhone, byBoth].map(({ lead_ids, matched_on }) => [lead_ids, matched_on])).toEqual([
    [created.lead_ids, 'email'],
    [created.lead_ids, 'phone'],
    [created.lead_ids, 'email_and_phone'],
  ]);
});

test('an update overwrites fields, appends new identifiers and never makes them primary', async () => {
  const client = await makeClient();
  const email = freshEmail();
  const leadId = await createLead(client, { email, name: 'Ann', source_tags: ['web'] });

  await upsert(client, {
    email,
    emails: undefined,
    phone: '5125550100',
    name: 'Ann Lee',
    state: 'contacted',
    source_tags: ['Web', 'ads'],
  });
  await upsert(client, { phone: '5125550100', email: 'second@example.com' });

  expect(await getLead(client, leadId)).toMatchObject({
    name: 'Ann Lee',
    state: 'contacted',
    emails: [
      { type: 'Work', email },
      { type: 'Work', email: 'second@example.com' },
    ],
    phones: [{ phone: '+15125550100', type: 'Work' }],
    source_tags: ['web', 'ads'],
  });
});

test('if e-mail and phone belong to different leads, the e-mail decides and the other lead is named', async () => {
  const client = await makeClient();
  const byEmail = await createLead(client, { email: 'a@b.example' });
  const byPhone = await createLead(client, { phone: '5125550100' });

  const answer = await upsert(client, { email: 'a@b.example', phone: '5125550100' });

  expect(answer).toEqual({
    lead_ids: [byEmail],
    created: false,
    matched_on: 'email',
    possible_duplicates: [{ lead_id: byPhone, matched_on: 'phone' }],
  });
});

test('a lead with both identifiers takes precedence over an older one with the e-mail', async () => {
  const client = await makeClient();
  await createLead(client, { email: 'a@b.example' });
  const both = await createLead(client, { email: 'a@b.example', phone: '5125550100' });

  expect(await upsert(client, { email: 'a@b.example', phone: '5125550100' })).toMatchObject({
    lead_ids: [both],
    matched_on: 'email_and_phone',
  });
});

test('of several matches, the oldest lead is updated', async () => {
  const client = await makeClient();
  const oldest = await createLead(client, { email: 'a@b.example' });
  await createLead(client, { email: 'a@b.example' });

  expect((await upsert(client, { email: 'a@b.example' })).lead_ids).toEqual([oldest]);
});

test('a match that the caller may not change is refused, and no duplicate is created', async () => {
  const client = await makeClient();
  const leadId = await createLead(client, { email: 'a@b.example' });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: client.colleagueEmail });

  const response = await sendLead(client.agent, 'POST', '/upsert', { email: 'a@b.example', name: 'Ann' });

  expect(response.status).toBe(403);
  expect(await problemOf(response)).toMatchObject({ code: 'permission_denied' });
});

test('200 parallel upserts over 20 identifiers create 20 leads', async () => {
  const client = await makeClient();
  const emails = Array.from({ length: 20 }, () => freshEmail());

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      upsert(client, { email: emails[index % 20], name: `N${index}` }),
    ),
  );

  expect(new Set(answers.flatMap(({ lead_ids }) => lead_ids)).size).toBe(20);
  expect(answers.filter(({ created }) => created)).toHaveLength(20);
});

test('upsert needs an identifier', async () => {
  const client = await makeClient();

  const response = await sendLead(client, 'POST', '/upsert', { name: 'Nobody' });

  expect(response.status).toBe(400);
  expect(await problemOf(response)).toMatchObject({ code: 'identifier_required' });
});
