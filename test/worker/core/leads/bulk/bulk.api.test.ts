import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { beginBulk, type Bulk, bulkIs, getBulk, runBulk, undoBulk } from '../../../../harness/bulk.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import {
  createLead,
  eventTypes,
  getLead,
  type Lead,
  type LeadClient,
  sendLead,
} from '../../../../harness/leads.ts';

function clientOf({ manager, path }: PeopledCompany): LeadClient {
  return { user: manager, path };
}

async function makeLeads(client: LeadClient, bodies: Record<string, unknown>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) ids.push(await createLead(client, body));
  return ids;
}

/** A lead without the times that every change updates. */
async function memberOf(client: LeadClient, leadId: string): Promise<Partial<Lead>> {
  const { last_event_time: _, lead_modification_time: __, ...members } = await getLead(client, leadId);
  return members;
}

/** Lead id, status and code of each row. */
function outcomes({ rows }: Bulk): (string | undefined)[][] {
  return rows.map(({ lead_id: leadId, status, code }) => [leadId, status, code]);
}

test('assigns, unassigns and moves leads, and an undo restores each of them', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, colleague, superadmin, path } = company;
  const client = clientOf(company);
  const leads = await makeLeads(client, [{}, {}, {}]);
  const [first = '', second = '', third = ''] = leads;
  await answerOf(await sendLead(client, 'POST', `/${second}/change_state`, { state: 'contacted' }));
  for (const [leadId, user] of [
    [second, colleague],
    [third, agent],
  ] as const) {
    await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: user.email });
  }
  const before = await Promise.all(leads.map((leadId) => memberOf(client, leadId)));

  const assigned = await runBulk(client, { action: 'assign', to_user_email: agent.email, lead_ids: leads });
  expect(assigned).toMatchObject({ count: 3, processed: 3, changed: 2, unchanged: 1, failed: 0 });
  expect(outcomes(assigned)).toEqual([
    [first, 'changed', undefined],
    [second, 'changed', undefined],
    [third, 'unchanged', undefined],
  ]);
  for (const leadId of leads) {
    expect((await getLead(client, leadId)).assigned_to?.id).toBe(agent.userId);
  }
  expect((await eventTypes(client, first))[0]).toBe('lead_assigned');
  const again = await runBulk(client, { action: 'assign', to_user_email: agent.email, lead_ids: leads });
  expect(again).toMatchObject({ changed: 0, unchanged: 3 });
  // The second time nothing has changed, so nobody is told.
  const { notifications } = await answerOf<{ notifications: { type: string; data: { count?: number } }[] }>(
    await sendAs(agent, 'GET', `${path}/notifications`),
  );
  expect(notifications.map(({ type, data }) => [type, data.count])).toEqual([
    ['leads.assigned', 2],
    ['lead.assigned', undefined],
  ]);
  const moved = await runBulk(client, { action: 'change_state', state: 'contacted', filters: {} });
  expect(moved).toMatchObject({ count: 3, changed: 2, unchanged: 1 });
  const freed = await runBulk(client, { action: 'unassign', filters: { user_assigned: agent.userId } });
  expect(freed).toMatchObject({ count: 3, changed: 3 });
  expect((await getLead(client, first)).assigned_to).toBeUndefined();

  for (const { bulk_id: bulkId, changed } of [freed, moved, assigned]) {
    expect(await undoBulk(client, bulkId)).toMatchObject({ status: 'undone', undone: changed, kept: 0 });
  }
  expect(await Promise.all(leads.map((leadId) => memberOf(client, leadId)))).toEqual(before);
  const { entries } = await answerOf<{ entries: { action: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?subject=bulk:${assigned.bulk_id}`),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'bulk.undone',
    'bulk.undoing',
    'bulk.done',
    'bulk.started',
  ]);
});

test('adds and removes tags ignoring case, and an undo puts them back in their places', async () => {
  const company = await makeCompanyWithUsers();
  const client = clientOf(company);
  const full = Array.from({ length: 50 }, (_, index) => `Tag ${index}`);
  const leads = await makeLeads(client, [
    { tags: ['Fair', 'Web', 'Ads', 'Mail'], source_tags: ['Fair'] },
    { tags: ['new'] },
    { tags: full },
  ]);
  const [first = '', second = '', third = ''] = leads;
  const before = await Promise.all(leads.map((leadId) => memberOf(client, leadId)));

  const bulk = await runBulk(client, {
    action: 'tags',
    add: ['New'],
    remove: ['fair', 'ADS'],
    lead_ids: leads,
  });
  expect(outcomes(bulk)).toEqual([
    [first, 'changed', undefined],
    [second, 'unchanged', undefined],
    [third, 'failed', 'too_many_values'],
  ]);
  // Source tags are separate from tags.
  expect(await getLead(client, first)).toMatchObject({ tags: ['Web', 'Mail', 'New'], source_tags: ['Fair'] });

  await undoBulk(client, bulk.bulk_id);
  expect(await Promise.all(leads.map((leadId) => memberOf(client, leadId)))).toEqual(before);
});

test('removes and restores leads, with one entry in the audit log', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const client = clientOf(company);
  const leads = await makeLeads(client, [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cy' }]);
  const [first = '', second = '', third = ''] = leads;

  const bulk = await runBulk(client, { action: 'remove', lead_ids: leads });
  expect(bulk).toMatchObject({ changed: 3 });
  expect((await sendLead(client, 'GET', `/${first}`)).status).toBe(404);
  await answerOf(await sendLead(client, 'POST', `/${second}/restore`));
  await answerOf(await sendLead({ user: superadmin, path }, 'POST', `/${third}/erase`));
  const undone = await undoBulk(client, bulk.bulk_id);

  expect(outcomes(undone)).toEqual([
    [first, 'undone', undefined],
    [second, 'kept', 'edited_since'],
    [third, 'kept', 'not_found'],
  ]);
  expect((await getLead(client, first)).name).toBe('Ann');
  const { entries } = await answerOf<{ entries: unknown[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?action=lead.removed`),
  );
  expect(entries).toEqual([]);
});

test('an undo leaves leads that were edited since unchanged, and a note does not count as an edit', async () => {
  const company = await makeCompanyWithUsers();
  const client = clientOf(company);
  const leads = await makeLeads(client, [{}, {}, {}]);
  const [edited = '', noted = '', merged = ''] = leads;
  const bulk = await runBulk(client, { action: 'change_state', state: 'contacted', lead_ids: leads });
  await answerOf(await sendLead(client, 'POST', `/${edited}/change_state`, { state: 'qualified' }));
  await answerOf(await sendLead(client, 'POST', `/${noted}/note`, { message: 'Called' }));
  await answerOf(await sendLead(client, 'POST', `/${noted}/modify`, { name: 'Ann' }));
  await answerOf(await sendLead(client, 'POST', `/${edited}/merge`, { with: merged }));

  const undone = await undoBulk(client, bulk.bulk_id);
  expect(outcomes(undone)).toEqual([
    [edited, 'kept', 'edited_since'],
    [noted, 'undone', undefined],
    [merged, 'kept', 'not_found'],
  ]);
  expect(undone.detail).toContain('1 of the 3 changed leads were restored, 2 were left as they are');
  expect(await getLead(client, noted)).toMatchObject({ state: 'open', name: 'Ann' });
  expect((await getLead(client, edited)).state).toBe('qualified');
  expect(await undoBulk(client, bulk.bulk_id)).toEqual(undone);
});

test('leads that no longer exist or refuse the change do not stop the others', async () => {
  const company = await makeCompanyWithUsers();
  const client = clientOf(company);
  const [lead = '', merged = '', other = ''] = await makeLeads(client, [{}, {}, {}]);
  await answerOf(await sendLead(client, 'POST', `/${lead}/merge`, { with: merged }));
  await sendLead(client, 'POST', `/${other}/assign`, { to_user_email: company.colleague.email });
  const unknown = crypto.randomUUID();

  const bulk = await runBulk(client, {
    action: 'unassign',
    from_user_email: company.agent.email,
    lead_ids: [lead, merged, other, unknown, 'nothing', lead.toUpperCase()],
  });
  expect(outcomes(bulk)).toEqual([
    [lead, 'unchanged', undefined],
    [merged, 'failed', 'lead_merged'],
    [other, 'failed', 'stale_assignment'],
    [unknown, 'failed', 'not_found'],
    ['nothing', 'failed', 'not_found'],
  ]);
  const failed = await getBulk(client, bulk.bulk_id, '?status=failed&start=1&size=2');
  expect(outcomes(failed)).toEqual(outcomes(bulk).slice(2, 4));
});

test('a dry run counts the leads and starts nothing', async () => {
  const company = await makeCompanyWithUsers();
  const client = clientOf(company);
  const leads = await makeLeads(client, [{}, {}, { state: 'contacted' }]);
  const count = async (body: object): Promise<unknown> =>
    answerOf(
      await sendLead(client, 'POST', '/bulk?dry_run=true', {
        action: 'change_state',
        state: 'qualified',
        ...body,
      }),
    );

  expect(await count({ filters: { state: ['open'] } })).toEqual({ dry_run: true, count: 2, found: 2 });
  expect(await count({ lead_ids: [...leads, crypto.randomUUID()] })).toMatchObject({ count: 4, found: 3 });
  const view = await answerOf<{ smart_view_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/smart_views`, {
      name: 'Open',
      filters: { state: ['open'] },
    }),
  );
  expect(await count({ filters: {}, smart_view_id: view.smart_view_id })).toMatchObject({ count: 2 });
  expect(await count({ filters: {}, relative: 'last_year' })).toMatchObject({ count: 0 });
  const list = await answerOf(await sendLead(client, 'GET', '/bulk'));
  expect(list).toEqual({ count: 0, start: 0, bulk_operations: [] });
});

test('a faulty request is refused with its faults, and nothing starts', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, colleague } = company;
  const client = clientOf(company);
  const suspended = { is_suspended: true };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${colleague.userId}/modify`, suspended));
  const all = { filters: {} };
  const refused: [object, string, (string | undefined)[]][] = [
    [{ action: 'explode', ...all }, 'invalid_parameter', ['/action']],
    [{ action: 'remove' }, 'missing_parameter', ['/lead_ids']],
    [{ action: 'remove', ...all, lead_ids: ['x'] }, 'invalid_parameter', ['/filters']],
    [{ action: 'remove', lead_ids: [] }, 'invalid_parameter', ['/lead_ids']],
    [{ action: 'remove', lead_ids: Array<string>(10_001).fill('x') }, 'invalid_parameter', ['/lead_ids']],
    [{ action: 'remove', filters: { nonsense: [] } }, 'unknown_facet', ['/filters/nonsense']],
    [{ action: 'remove', filters: 7 }, 'invalid_parameter', ['/filters']],
    [{ action: 'remove', ...all, relative: 'soon' }, 'unknown_range', ['/relative']],
    [{ action: 'remove', ...all, tz: 'Nowhere' }, 'invalid_parameter', ['/tz']],
    [{ action: 'remove', ...all, smart_view_id: 'x' }, 'not_found', []],
    [{ action: 'change_state', state: 'nowhere', ...all }, 'unknown_state', ['/state']],
    [{ action: 'assign', to_user_email: 'x', ...all }, 'unknown_user', ['/to_user_email']],
    [{ action: 'assign', to_user_email: colleague.email, ...all }, 'assignee_suspended', []],
    [{ action: 'unassign', from_user_email: 'x', ...all }, 'unknown_user', ['/from_user_email']],
    [{ action: 'tags', ...all }, 'missing_parameter', ['/add']],
    [{ action: 'tags', add: ['a'], remove: ['A'], ...all }, 'invalid_parameter', ['/remove']],
    [{ action: 'tags', add: [''], ...all }, 'invalid_parameter', ['/add/0']],
  ];
  for (const [body, code, pointers] of refused) {
    const problem = await problemOf(await sendLead(client, 'POST', '/bulk', body));
    expect([problem.code, problem.errors.map(({ pointer }) => pointer)]).toEqual([code, pointers]);
  }
  expect((await problemOf(await sendLead(client, 'POST', '/bulk?dry-run=1', all))).code).toBe(
    'unknown_parameter',
  );
  expect((await problemOf(await sendLead(client, 'GET', `/bulk/${crypto.randomUUID()}`))).code).toBe(
    'not_found',
  );
  expect(await answerOf(await sendLead(client, 'GET', '/bulk'))).toMatchObject({ count: 0 });
});

test('agents cannot begin, read or cancel operations; keys with the right scope can', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, superadmin, path } = company;
  const leadId = await createLead(clientOf(company));
  const body = { action: 'change_state', state: 'contacted', lead_ids: [leadId] };
  const { key } = await answerOf<{ key: string }>(
    await sendAs(superadmin, 'POST', `${path}/api_keys`, { name: 'CRM', scopes: ['write'] }),
  );
  const user = { ...superadmin, authorization: `Bearer ${key}` };
  const bulk = await runBulk({ user, path }, body);
  expect(bulk).toMatchObject({ changed: 1, created_by: expect.stringMatching(/^key:/) });

  for (const [method, rest] of [
    ['POST', '/bulk'],
    ['GET', '/bulk'],
    ['GET', `/bulk/${bulk.bulk_id}`],
    ['POST', `/bulk/${bulk.bulk_id}/cancel`],
    ['POST', `/bulk/${bulk.bulk_id}/undo`],
  ] as const) {
    const response = await sendLead({ user: agent, path }, method, rest, method === 'GET' ? undefined : body);
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'permission_denied']);
  }
});

test('one operation runs at a time while others wait, and too many are refused', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const client = clientOf(company);
  const leadId = await createLead(client);
  const strangers = Array.from({ length: 9_000 }, () => crypto.randomUUID());
  const begun: Bulk[] = [];
  for (const state of ['contacted', 'qualified', 'contacted', 'qualified', 'contacted']) {
    const body = { action: 'change_state', state, lead_ids: [leadId, ...strangers] };
    begun.push(await beginBulk(client, body));
  }
  const body = { action: 'change_state', state: 'open', lead_ids: [leadId] };
  const refused = await sendLead(client, 'POST', '/bulk', body);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '30']);
  const other = await beginBulk({ user: superadmin, path }, body);

  const [first] = begun;
  expect(await bulkIs(client, first?.bulk_id ?? '', 'done')).toMatchObject({ changed: 1, failed: 9_000 });
  expect((await getBulk(client, other.bulk_id)).status).toBe('waiting');
  const ended = await sendLead(client, 'POST', `/bulk/${first?.bulk_id ?? ''}/cancel`);
  expect([ended.status, (await problemOf(ended)).code]).toEqual([409, 'bulk_ended']);
  for (const { bulk_id: bulkId } of begun.slice(1)) {
    const { status } = await answerOf<Bulk>(await sendLead(client, 'POST', `/bulk/${bulkId}/cancel`));
    expect(status).toBe('cancelled');
  }
  expect(await bulkIs(client, other.bulk_id, 'done')).toMatchObject({ processed: 1 });
  expect((await getLead(client, leadId)).state).toBe('open');
  const list = await answerOf<{ count: number; bulk_operations: Bulk[] }>(
    await sendLead(client, 'GET', '/bulk?size=2'),
  );
  expect([list.count, ...list.bulk_operations.map(({ bulk_id }) => bulk_id)]).toEqual([
    6,
    other.bulk_id,
    begun[4]?.bulk_id,
  ]);
});

test('an operation stops when its actor loses the rights', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, manager } = company;
  const strangers = Array.from({ length: 9_000 }, () => crypto.randomUUID());
  const { bulk_id: bulkId } = await beginBulk(clientOf(company), { action: 'remove', lead_ids: strangers });
  const agent = { role_id: 'agent' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, agent));

  const bulk = await bulkIs({ user: superadmin, path }, bulkId, 'cancelled');
  expect(bulk).toMatchObject({ ended_by: 'system:bulk', changed: 0 });
  expect(bulk.processed).toBeLessThan(9_000);
});

test('a search selects the leads that it lists at the time of the request, and cannot be combined with ids', async () => {
  const company = await makeCompanyWithUsers();
  const client = clientOf(company);
  const [ann = '', noted = ''] = await makeLeads(client, [
    { name: 'Ann Müller' },
    { name: 'Bob' },
    { name: 'Cy' },
  ]);
  await answerOf(await sendLead(client, 'POST', `/${noted}/note`, { message: 'A friend of Muller.' }));
  const move = { action: 'change_state', state: 'contacted' };

  const counted = { ...move, q: 'müller', exclude_notes: false };
  expect(await answerOf(await sendLead(client, 'POST', '/bulk?dry_run=true', counted))).toEqual({
    dry_run: true,
    count: 2,
    found: 2,
  });
  const named = await runBulk(client, { ...move, q: 'müller' });
  expect(named).toMatchObject({ count: 1, changed: 1, selection: { by: 'search', search_fields: [] } });
  expect(outcomes(named)).toEqual([[ann, 'changed', undefined]]);
  const all = await runBulk(client, counted);
  expect(all).toMatchObject({ count: 2, changed: 1, unchanged: 1 });
  expect(JSON.stringify(all)).not.toContain('ller');

  const refused = await problemOf(
    await sendLead(client, 'POST', '/bulk', {
      ...move,
      q: 'ab',
      search_fields: ['nothing'],
      filters: {},
      tz: 'UTC',
    }),
  );
  expect(refused.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([['/q', 'query_too_short']]);
  const mixed = await problemOf(
    await sendLead(client, 'POST', '/bulk', { ...move, q: 'abc', filters: {}, tz: 'UTC', lead_ids: [ann] }),
  );
  expect(mixed.errors?.map(({ pointer }) => pointer)).toEqual(['/q', '/filters', '/tz']);
  const unknown = await problemOf(
    await sendLead(client, 'POST', '/bulk', { ...move, q: 'abc', search_fields: ['nothing'] }),
  );
  expect(unknown.errors).toMatchObject([{ pointer: '/search_fields', code: 'unknown_lead_field' }]);
});
