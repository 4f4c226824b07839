import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { importFile } from '../../../harness/csv.ts';
import { createLead, getEvents, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

interface ViewAnswer {
  leads: { lead_id: string; tags?: string[]; source_tags: string[] }[];
  facets: { id: string; display_name: string; values: { id: string; count: number }[] }[];
}

async function makeClient(): Promise<LeadClient> {
  const { superadmin, path } = await makeCompanyWithUsers();
  return { user: superadmin, path };
}

function view({ user, path }: LeadClient, filters: object): Promise<ViewAnswer> {
  const query = new URLSearchParams({ filters: JSON.stringify(filters) });
  return sendAs(user, 'GET', `${path}/smart_views/default?${query}`).then((response) =>
    answerOf<ViewAnswer>(response),
  );
}

test('tags are separate from source tags: set, replaced, changed in part, added by an upsert, cleared', async () => {
  const client = await makeClient();
  const leadId = await createLead(client, {
    email: 'ann@tags.example',
    source_tags: ['Google Ads'],
    tags: [' VIP ', 'spring', 'vip'],
  });
  expect(await getLead(client, leadId)).toMatchObject({
    source_tags: ['Google Ads'],
    tags: ['VIP', 'spring'],
  });

  await sendLead(client, 'POST', '/upsert', { email: 'ann@tags.example', tags: ['Spring', 'late'] });
  expect((await getLead(client, leadId)).tags).toEqual(['VIP', 'spring', 'late']);
  await sendLead(client, 'POST', `/${leadId}/modify`, { tags: { add: ['cold'], remove: ['vip'] } });
  expect((await getLead(client, leadId)).tags).toEqual(['spring', 'late', 'cold']);
  await sendLead(client, 'POST', `/${leadId}/modify`, { tags: ['one'] });
  expect((await getLead(client, leadId)).tags).toEqual(['one']);
  await sendLead(client, 'POST', `/${leadId}/modify`, { tags: null });

  const bare = await getLead(client, leadId);
  expect(bare.source_tags).toEqual(['Google Ads']);
  expect(bare).not.toHaveProperty('tags');
  const events = await getEvents(client, leadId);
  expect(events.map(({ data }) => data['changes'] ?? data['tags'])).toEqual([
    [{ field: 'tags', added: [], removed: ['one'] }],
    [{ field: 'tags', added: ['one'], removed: ['spring', 'late', 'cold'] }],
    [{ field: 'tags', added: ['cold'], removed: ['VIP'] }],
    [{ field: 'tags', added: ['late'], removed: [] }],
    ['VIP', 'spring'],
  ]);
});

test.each([
  [{ tags: [''] }, '/tags/0'],
  [{ tags: ['x'.repeat(101)] }, '/tags/0'],
  [{ tags: 'VIP' }, '/tags'],
  [{ tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, '/tags'],
])('refuses %j', async (body, pointer) => {
  const client = await makeClient();
  const refused = await sendLead(client, 'POST', '/create', { email: 'ann@tags.example', ...body });
  expect(refused.status).toBe(400);
  expect(await problemOf(refused)).toMatchObject({ errors: [{ pointer, code: 'invalid_parameter' }] });
});

test('tags are a facet, can be filtered by, and are searched if the query names them', async () => {
  const client = await makeClient();
  const ann = await createLead(client, {
    name: 'Ann',
    source_tags: ['Google Ads'],
    tags: ['VIP', 'spring-list'],
  });
  const bob = await createLead(client, { name: 'Bob', source_tags: ['spring-list'] });

  const all = await view(client, {});
  const facet = (id: string): unknown => all.facets.find((each) => each.id === id);
  expect(facet('tags')).toMatchObject({
    display_name: 'Tags',
    values: [
      { id: 'spring-list', count: 1 },
      { id: 'VIP', count: 1 },
      { id: '__none__', count: 1 },
    ],
  });
  expect(facet('source_tags')).toMatchObject({
    display_name: 'Source tags',
    values: [
      { id: 'Google Ads', count: 1 },
      { id: 'spring-list', count: 1 },
    ],
  });
  const idsOf = async (filters: object): Promise<string[]> =>
    (await view(client, filters)).leads.map(({ lead_id: id }) => id);
  expect(await idsOf({ tags: ['spring-list'] })).toEqual([ann]);
  expect(await idsOf({ source_tags: ['spring-list'] })).toEqual([bob]);
  expect(await idsOf({ tags: '__none__' })).toEqual([bob]);
  expect(await idsOf({ tags: { contains: 'SPRING' } })).toEqual([ann]);
  expect(await idsOf({ source_tags: { not: { contains: 'google' } } })).toEqual([bob]);
  const shown = all.leads.map(({ lead_id: id, tags }) => [id, tags]);
  expect(shown).toEqual([
    [bob, undefined],
    [ann, ['VIP', 'spring-list']],
  ]);

  const found = async (field: string): Promise<unknown[]> =>
    answerOf(await sendLead(client, 'GET', `/search?q=spring&search_fields=${field}`));
  expect(await found('tags')).toMatchObject([
    { lead_id: ann, search_field_name: 'tags', field_name: 'Tags', field_value: 'spring-list' },
  ]);
  expect(await found('source_tags')).toMatchObject([{ lead_id: bob, field_name: 'Source tags' }]);
  expect(await found('name')).toEqual([]);
});

test('a merge keeps the tags of the primary lead or of both, and an unmerge restores them', async () => {
  const client = await makeClient();
  const first = await createLead(client, { email: 'a@tags.example', tags: ['VIP'] });
  const second = await createLead(client, { email: 'b@tags.example', tags: ['vip', 'cold'] });

  await answerOf(await sendLead(client, 'POST', `/${first}/merge`, { with: second, merge_fields: ['tags'] }));
  expect((await getLead(client, first)).tags).toEqual(['VIP', 'cold']);
  await answerOf(await sendLead(client, 'POST', `/${first}/unmerge`, { lead_id: second }));

  expect((await getLead(client, first)).tags).toEqual(['VIP']);
  expect((await getLead(client, second)).tags).toEqual(['vip', 'cold']);
});

test('an import adds tags; removed and restored leads, and the copy of a person, have them', async () => {
  const client = await makeClient();
  const email = 'ann@tags.example';
  const leadId = await createLead(client, { email, tags: ['VIP'] });
  await importFile(client, `email,tags,source_tags\r\n${email},vip; cold,Fair\r\n`);
  expect(await getLead(client, leadId)).toMatchObject({ tags: ['VIP', 'cold'], source_tags: ['Fair'] });

  await answerOf(await sendLead(client, 'POST', `/${leadId}/remove`));
  const { removed } = await answerOf<{ removed: { lead: { tags: string[] } }[] }>(
    await sendLead(client, 'GET', '/removed'),
  );
  expect(removed.map(({ lead }) => lead.tags)).toEqual([['VIP', 'cold']]);
  await answerOf(await sendLead(client, 'POST', `/${leadId}/restore`));
  const copy = await answerOf<{ lead: { tags: string[] } }>(
    await sendLead(client, 'GET', `/${leadId}/everything`),
  );
  expect(copy.lead.tags).toEqual(['VIP', 'cold']);
});
