import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

async function makeClient(options: Record<string, unknown>): Promise<{
  client: LeadClient;
  agent: LeadClient;
  colleagueEmail: string;
}> {
  const company = await makeCompanyWithUsers();
  const present = await answerOf<object>(await sendAs(company.superadmin, 'GET', `${company.path}/settings`));
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/settings`, { ...present, ...options }),
  );
  return {
    client: { user: company.superadmin, path: company.path },
    agent: { user: company.agent, path: company.path },
    colleagueEmail: company.colleague.email,
  };
}

test.for([
  ['append', ['web', 'ads'], ['web', 'ads', 'mail']],
  ['prepend', ['web', 'ads'], ['Ads', 'mail', 'web']],
  ['overwrite', ['web', 'ads'], ['Ads', 'mail']],
  ['keep_first', ['web', 'ads'], ['web', 'ads']],
  ['keep_first', [], ['Ads', 'mail']],
  ['ignore', ['web'], ['web']],
  ['ignore', [], []],
] as const)('source_update %s makes %j and [Ads, mail] into %j', async ([option, before, after]) => {
  const { client } = await makeClient({ source_update: option });
  const leadId = await createLead(client, { email: 'a@b.example', source_tags: before });

  await answerOf(
    await sendLead(client, 'POST', '/upsert', { email: 'a@b.example', source_tags: ['Ads', 'mail'] }),
  );

  expect((await getLead(client, leadId)).source_tags).toEqual(after);
});

test('an upsert without tags keeps the tags of the lead', async () => {
  const { client } = await makeClient({ source_update: 'overwrite' });
  const leadId = await createLead(client, { email: 'a@b.example', source_tags: ['web'] });

  await answerOf(await sendLead(client, 'POST', '/upsert', { email: 'a@b.example', name: 'Ann' }));

  expect((await getLead(client, leadId)).source_tags).toEqual(['web']);
});

test('a company may let the phone number decide, or refuse ambiguous matches', async () => {
  const byPhone = await makeClient({ upsert_conflict: 'phone_first' });
  const nobody = await makeClient({ upsert_conflict: 'reject' });
  const body = { email: 'a@b.example', phone: '5125550100' };
  const make = async ({ client }: { client: LeadClient }): Promise<string[]> => [
    await createLead(client, { email: body.email }),
    await createLead(client, { phone: body.phone }),
  ];
  const [, phoneLead] = await make(byPhone);
  const leads = await make(nobody);

  expect(await answerOf(await sendLead(byPhone.client, 'POST', '/upsert', body))).toMatchObject({
    lead_ids: [phoneLead],
    matched_on: 'phone',
  });
  const refused = await sendLead(nobody.client, 'POST', '/upsert', body);
  expect(refused.status).toBe(409);
  expect(await problemOf(refused)).toMatchObject({ code: 'ambiguous_match', lead_ids: leads });
});

test('a company that rejects duplicates answers with their ids and writes nothing', async () => {
  const { client, agent, colleagueEmail } = await makeClient({ create_duplicates: 'reject' });
  const leadId = await createLead(client, { email: 'a@b.example' });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: colleagueEmail });

  const refused = await sendLead(client, 'POST', '/create', { email: 'A@b.example' });
  const blind = await sendLead(agent, 'POST', '/create', { email: 'a@b.example' });
  const recent = await answerOf<{ count: number }>(
    await sendLead(client, 'GET', '/recent_leads?relative=last_2_days'),
  );

  expect(refused.status).toBe(409);
  expect(await problemOf(refused)).toMatchObject({
    code: 'duplicate_lead',
    possible_duplicates: [{ lead_id: leadId, matched_on: 'email' }],
  });
  expect(await problemOf(blind)).toMatchObject({ code: 'duplicate_lead', possible_duplicates: [] });
  expect(recent.count).toBe(1);
});

test('with group_visibility all, an agent may change the leads of colleagues in their group', async () => {
  const { client, agent, colleagueEmail } = await makeClient({ group_visibility: 'all' });
  const leadId = await createLead(client);
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: colleagueEmail });

  const response = await sendLead(agent, 'POST', `/${leadId}/modify`, { name: 'Ours' });
  const recent = await answerOf<{ count: number }>(
    await sendLead(agent, 'GET', '/recent_leads?relative=last_2_days'),
  );

  expect(response.status).toBe(200);
  expect(recent.count).toBe(1);
});

test('numbers without a country code are read in the company’s region', async () => {
  const { client } = await makeClient({ default_region: 'DE' });

  const leadId = await createLead(client, { phone: '030 123456' });

  expect((await getLead(client, leadId)).phones[0]?.phone).toBe('+4930123456');
});
