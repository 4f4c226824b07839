import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { type ProblemBody, sendAs } from '../../../../harness/client.ts';
import { importFile } from '../../../../harness/csv.ts';
import { createLead, getLead, type Lead, sendLead } from '../../../../harness/leads.ts';

interface Change {
  sequence: number;
  type: string;
  timestamp: string;
  actor: string;
  request_id: string;
  data: Record<string, unknown> & { lead?: Lead; lead_id?: string; event?: { type: string } };
}

interface ChangesPage {
  changes: Change[];
  next: string;
  has_more: boolean;
}

async function changesOf({ superadmin, path }: PeopledCompany, query = ''): Promise<ChangesPage> {
  return answerOf<ChangesPage>(await sendAs(superadmin, 'GET', `${path}/changes${query}`));
}

test('the stream lists changes in order with actor, lead and event', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, manager, path } = company;
  const { next: before } = await changesOf(company, '?after=now');
  const client = { user: agent, path };
  const leadId = await createLead(client, { name: 'Ann Lee' });
  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann M. Lee' });
  await sendLead(client, 'POST', `/${leadId}/note`, { message: 'Call back' });
  await sendLead({ user: manager, path }, 'POST', `/${leadId}/assign`, { to_user_email: agent.email });

  const { changes, next, has_more: hasMore } = await changesOf(company, `?after=${before}`);
  expect(changes.map(({ type, data }) => [type, data.event?.type])).toEqual([
    ['lead.created', 'lead_created'],
    ['lead.changed', 'lead_modified'],
    ['event.created', 'note'],
    ['lead.changed', 'lead_assigned'],
    ['lead.assigned', 'lead_assigned'],
  ]);
  expect(changes.map(({ sequence }) => sequence)).toEqual(
    [1, 2, 3, 4, 5].map((step) => Number(before) + step),
  );
  expect(changes.map(({ actor }) => actor)).toEqual([
    ...Array<string>(3).fill(`user:${agent.userId}`),
    ...Array<string>(2).fill(`user:${manager.userId}`),
  ]);
  expect(changes.at(-1)?.data.lead).toEqual(await getLead(client, leadId));
  expect(hasMore).toBe(false);
  expect(await changesOf(company, `?after=${next}`)).toEqual({ changes: [], next, has_more: false });
});

test('the stream has merges and unmerges, removed and restored notes, settings, users and records', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, agent } = company;
  const client = { user: superadmin, path };
  const first = await createLead(client);
  const second = await createLead(client);
  const { next: before } = await changesOf(company, '?after=now');
  await answerOf(await sendLead(client, 'POST', `/${first}/merge`, { with: second }));
  await answerOf(await sendLead(client, 'POST', `/${first}/unmerge`, { lead_id: second }));
  const note = await answerOf<{ data: { event_id: string } }>(
    await sendLead(client, 'POST', `/${first}/note`, { message: 'x' }),
  );
  const notePath = `/${first}/note/${note.data.event_id}`;
  await sendLead(client, 'POST', `${notePath}/remove`);
  await sendLead(client, 'POST', `${notePath}/restore`);
  const states = await answerOf(await sendAs(superadmin, 'GET', `${path}/lead_settings/states`));
  await sendAs(superadmin, 'PUT', `${path}/lead_settings/states`, states);
  await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { name: 'Al Other' });

  const { changes } = await changesOf(company, `?after=${before}`);
  expect(changes.map(({ type }) => type)).toEqual([
    'lead.merged',
    'lead.unmerged',
    'event.created',
    'event.removed',
    'event.created',
    'settings.changed',
    'user.changed',
  ]);
  const merged = changes.find(({ type }) => type === 'lead.merged');
  expect(merged?.data).toMatchObject({ lead_id: first, secondary_lead_id: second });
  const unmerged = changes.find(({ type }) => type === 'lead.unmerged');
  expect(unmerged?.data).toMatchObject({ lead: { lead_id: first }, secondary_lead: { lead_id: second } });
  expect(changes.at(-2)?.data).toMatchObject({ settings: 'states', version: 2 });
  expect(changes.at(-1)?.data).toMatchObject({ user: { user_id: agent.userId, name: 'Al Other' } });
});

test('a reader gets every change once, with pages of any size and a choice of types', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const leadIds: string[] = [];
  for (let index = 0; index < 7; index += 1) leadIds.push(await createLead(client));
  const all = await changesOf(company);
  for (const limit of [1, 3, 1000]) {
    const seen: Change[] = [];
    let after = '';
    for (let hasMore = true; hasMore;) {
      const page = await changesOf(company, `?limit=${limit}&after=${after}`);
      seen.push(...page.changes);
      ({ next: after, has_more: hasMore } = page);
    }
    expect(seen).toEqual(all.changes);
    expect(after).toBe(all.next);
  }
  const created = await changesOf(company, '?types=lead.created,lead.merged&limit=7');
  expect(created.changes.map(({ data }) => data.lead_id)).toEqual(leadIds);
  expect(created.next).toBe(all.next);
});

test('neither a refused write nor one that changes nothing is reported', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const leadId = await createLead(client, { name: 'Ann' });
  const { next } = await changesOf(company, '?after=now');
  expect((await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'B', nope: 1 })).status).toBe(400);
  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann' });
  expect((await changesOf(company, `?after=${next}`)).changes).toEqual([]);
});

test('rolled back rows of an import and rows of a dry run are not reported', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const client = { user: superadmin, path };
  const options = { name: 'Acme', default_region: 'US', upsert_conflict: 'reject' };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
  await createLead(client, { email: 'ann@example.com' });
  await createLead(client, { phone: '+15125550100' });
  const { next: before } = await changesOf(company, '?after=now');
  const file = 'email,phone\nnew.1@example.com,\nann@example.com,+15125550100\nnew.2@example.com,\n';

  expect(await importFile(client, file, { dry_run: 'true' })).toMatchObject({ created: 2, failed: 1 });
  expect((await changesOf(company, `?after=${before}`)).changes).toEqual([]);
  const { rows } = await importFile(client, file);
  const { changes } = await changesOf(company, `?after=${before}`);
  expect(changes.map(({ type, data }) => [type, data.lead?.lead_id])).toEqual([
    ['lead.created', rows[0]?.lead_id],
    ['lead.created', rows[2]?.lead_id],
  ]);
});

test('the stream is for super admins, and wrong positions are refused with the name of the parameter', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, superadmin, path } = company;
  expect((await sendAs(manager, 'GET', `${path}/changes`)).status).toBe(403);
  for (const [query, parameter] of [
    ['after=99999999', 'after'],
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['types=lead.eaten', 'types'],
  ] as const) {
    const response = await sendAs(superadmin, 'GET', `${path}/changes?${query}`);
    const problem = (await response.json()) as ProblemBody;
    expect([query, response.status]).toEqual([query, 400]);
    expect(problem.errors[0]?.parameter).toMatch(new RegExp(`^${parameter}`));
  }
});
