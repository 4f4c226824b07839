import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import {
  createLead,
  eventTypes,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
} from '../../../harness/leads.ts';

interface Removal {
  lead_id: string;
  removed_time: string;
  removed_by: string;
  restorable_until: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

async function makeClients(): Promise<{
  admin: LeadClient;
  manager: LeadClient;
  agent: LeadClient;
  path: string;
}> {
  const { superadmin, manager, agent, path } = await makeCompanyWithUsers();
  return {
    admin: { user: superadmin, path },
    manager: { user: manager, path },
    agent: { user: agent, path },
    path,
  };
}

async function search(client: LeadClient, text: string): Promise<string[]> {
  const query = new URLSearchParams({ q: text, exclude_notes: '0' });
  const answer = await sendLead(client, 'GET', `/search?${query}`);
  return (await answerOf<{ lead_id: string }[]>(answer)).map(({ lead_id: id }) => id);
}

async function countOfView(client: LeadClient): Promise<number> {
  const [view] = await answerOf<{ smart_view_id: string }[]>(
    await sendAs(client.user, 'GET', `${client.path}/smart_views`),
  );
  const answer = await sendAs(client.user, 'GET', `${client.path}/smart_views/${view?.smart_view_id}`);
  return (await answerOf<{ count: number }>(answer)).count;
}

test('a removed lead is gone from every list, and restored as it was', async () => {
  const { admin, manager, agent } = await makeClients();
  const lead = { name: 'Ann Lee', email: 'ann@example.com', phone: '+12125550123' };
  const leadId = await createLead(manager, lead);
  await sendLead(manager, 'POST', `/${leadId}/note`, { message: 'Prefers mornings' });
  const other = await createLead(manager, { email: 'bob@example.com' });
  const before = await getLead(manager, leadId);
  const timeline = await getEvents(manager, leadId);
  expect(await countOfView(manager)).toBe(2);
  expect([await search(manager, 'ann@'), await search(manager, 'mornings')]).toEqual([[leadId], [leadId]]);

  expect((await sendLead(agent, 'POST', `/${leadId}/remove`)).status).toBe(403);
  const removal = await answerOf<Removal>(await sendLead(manager, 'POST', `/${leadId}/remove`));
  expect(removal).toMatchObject({ lead_id: leadId, removed_by: `user:${manager.user.userId}` });
  expect(Date.parse(removal.restorable_until) - Date.parse(removal.removed_time)).toBe(30 * DAY_MS);

  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/events'],
    ['POST', '/remove'],
    ['POST', '/note'],
  ] as const) {
    const refused = await sendLead(
      manager,
      method,
      `/${leadId}${path}`,
      method === 'POST' ? { message: 'x' } : undefined,
    );
    expect([path, refused.status]).toEqual([path, 404]);
  }
  expect(await search(manager, 'ann@')).toEqual([]);
  expect(await search(manager, 'mornings')).toEqual([]);
  expect(await countOfView(manager)).toBe(1);
  const upserted = await answerOf<{ created: boolean; lead_ids: string[] }>(
    await sendLead(manager, 'POST', '/upsert', { email: 'ann@example.com' }),
  );
  expect(upserted.created).toBe(true);
  const listed = await answerOf<{ count: number; removed: (Removal & { lead: unknown })[] }>(
    await sendLead(manager, 'GET', '/removed'),
  );
  expect(listed).toMatchObject({ count: 1, removed: [{ ...removal, lead: before }] });
  expect((await sendLead(agent, 'GET', '/removed')).status).toBe(403);

  await answerOf(await sendLead(manager, 'POST', `/${leadId}/restore`));
  const after = await getLead(manager, leadId);
  expect(after).toEqual({ ...before, lead_modification_time: after.lead_modification_time });
  expect(Date.parse(after.lead_modification_time)).toBeGreaterThan(Date.parse(before.lead_modification_time));
  expect(await getEvents(manager, leadId)).toEqual(timeline);
  expect(await search(manager, 'mornings')).toEqual([leadId]);
  expect(await countOfView(manager)).toBe(3);
  expect((await sendLead(manager, 'POST', `/${leadId}/restore`)).status).toBe(404);
  expect((await sendLead(manager, 'POST', `/${other}/restore`)).status).toBe(404);

  const { changes } = await answerOf<{ changes: { type: string; data: { lead_id?: string } }[] }>(
    await sendAs(admin.user, 'GET', `${admin.path}/changes?types=lead.removed,lead.restored`),
  );
  expect(changes.map(({ type, data }) => [type, data.lead_id])).toEqual([
    ['lead.removed', leadId],
    ['lead.restored', leadId],
  ]);
});

test('a lead that took others in goes and comes with them', async () => {
  const { manager } = await makeClients();
  const first = await createLead(manager, { name: 'Ann' });
  const second = await createLead(manager, { name: 'Anna' });
  await answerOf(await sendLead(manager, 'POST', `/${first}/merge`, { with: second }));
  expect((await problemOf(await sendLead(manager, 'POST', `/${second}/remove`))).code).toBe('lead_merged');
  await answerOf(await sendLead(manager, 'POST', `/${first}/remove`));
  expect((await sendLead(manager, 'GET', `/${second}`)).status).toBe(404);
  expect((await sendLead(manager, 'POST', `/${first}/unmerge`, { lead_id: second })).status).toBe(404);
  await answerOf(await sendLead(manager, 'POST', `/${first}/restore`));
  expect((await getLead(manager, second)).lead_id).toBe(first);
  await answerOf(await sendLead(manager, 'POST', `/${first}/unmerge`, { lead_id: second }));
  expect((await getLead(manager, second)).name).toBe('Anna');
  expect(await eventTypes(manager, first)).toEqual(['lead_unmerged', 'lead_merged', 'lead_created']);
});

test('retention is told by the options, and refused outside of its bounds', async () => {
  const { admin, manager } = await makeClients();
  const options = { name: 'Acme Plumbing', default_region: 'US' };
  const saved = await answerOf<{ retention: object }>(
    await sendAs(admin.user, 'PUT', `${admin.path}/settings`, {
      ...options,
      retention: { removed_leads_days: 7 },
    }),
  );
  expect(saved.retention).toEqual({
    removed_leads_days: 7,
    idle_leads_days: null,
    calls_without_lead_days: 365,
    notifications_days: 90,
    audit_days: 365,
    evidence_days: 90,
  });
  const leadId = await createLead(manager);
  const removal = await answerOf<Removal>(await sendLead(manager, 'POST', `/${leadId}/remove`));
  expect(Date.parse(removal.restorable_until) - Date.parse(removal.removed_time)).toBe(7 * DAY_MS);
  const refused = await sendAs(admin.user, 'PUT', `${admin.path}/settings`, {
    ...options,
    retention: { removed_leads_days: 0, idle_leads_days: 1, audit_days: 40.5 },
  });
  expect((await problemOf(refused)).errors.map(({ pointer }) => pointer)).toEqual([
    '/retention/removed_leads_days',
    '/retention/idle_leads_days',
    '/retention/audit_days',
  ]);
});

test('removed leads are found by name, address and number, page by page, as long as they can be restored', async () => {
  const { manager } = await makeClients();
  const leads = [
    { name: 'Zoë Müller', email: 'zoe@bin.example' },
    { name: 'Bob Lee', phone: '+1 512 555 0100' },
    { name: 'Ann Lee', email: 'Ann.Lee@bin.example' },
    { email: 'nobody@bin.example' },
  ];
  const ids: string[] = [];
  for (const lead of leads) ids.push(await createLead(manager, lead));
  const [zoe, bob, ann, nobody] = ids;
  const list = async (query: Record<string, string>): Promise<{ count: number; ids: string[] }> => {
    const answer = await answerOf<{ count: number; removed: Removal[] }>(
      await sendLead(manager, 'GET', `/removed?${new URLSearchParams(query)}`),
    );
    return { count: answer.count, ids: answer.removed.map(({ lead_id: id }) => id) };
  };
  expect(await list({})).toEqual({ count: 0, ids: [] });
  for (const id of ids) await answerOf(await sendLead(manager, 'POST', `/${id}/remove`));

  expect(await list({})).toEqual({ count: 4, ids: [nobody, ann, bob, zoe] });
  expect(await list({ start: '1', size: '2' })).toEqual({ count: 4, ids: [ann, bob] });
  for (const [q, found] of [
    ['lee', [ann, bob]],
    ['LEE an', [ann]],
    ['zoe muller', [zoe]],
    ['nobody@', [nobody]],
    ['(512) 555-0100', [bob]],
    ['0512 555', [bob]],
    ['000', []],
    ['50% _', []],
    ['', [nobody, ann, bob, zoe]],
  ] as const) {
    expect([q, await list({ q })]).toEqual([q, { count: found.length, ids: found }]);
  }
  expect(await list({ q: 'lee', start: '1', size: '1' })).toEqual({ count: 2, ids: [bob] });
  expect((await sendLead(manager, 'GET', `/removed?q=${'x'.repeat(201)}`)).status).toBe(400);

  await answerOf(await sendLead(manager, 'POST', `/${ann}/restore`));
  expect(await list({ q: 'lee' })).toEqual({ count: 1, ids: [bob] });
});
