import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { createLead } from '../../../../harness/leads.ts';

test('the answers of search and smart views match the golden files', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, path } = company;
  const compare = goldenFiles('finding');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, path + rest, body));
  const city = {
    name: 'city',
    label: 'City',
    type: 'text',
    cardinality: 1,
    sortable: true,
    field_facet: true,
    pinned: false,
    print_lines: 1,
    field_group: 'place',
  };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [city]));
  const client = { user: superadmin, path };
  const [ann] = [
    await createLead(client, {
      name: 'Ann Lee',
      email: 'ann@example.com',
      phone: '512 555 0100',
      source_tags: ['Website'],
      lead_fields: { city: ['Austin'] },
    }),
    await createLead(client, { email: 'bob@example.com', lead_fields: { city: ['Dallas'] } }),
  ];
  await sendAs(superadmin, 'POST', `${path}/leads/${ann}/assign`, { to_user_email: agent.email });

  await ask('search', 'GET', '/leads/search?q=austin&search_fields=city');
  await ask('views', 'GET', '/smart_views');
  const view = await ask<{ smart_view_id: string }>('make-view', 'POST', '/smart_views', {
    name: 'Open',
    filters: { state: ['open'] },
    sort: { name: { order: 'asc' } },
  });
  const one = `/smart_views/${view.smart_view_id}`;
  const filters = encodeURIComponent(JSON.stringify({ lead_field_str_city: 'Austin' }));
  await ask('view', 'GET', `${one}?relative=all_time&filters=${filters}`);
  await ask('aggregations', 'POST', `${one}/aggregations?tz_offset=-300`, {
    facets: { lead_field_str_city: { search: 'a', sort_by: 'name', sort_order: 'asc', limit: 5 } },
    filters: {},
  });
  await ask('modify-view', 'POST', `${one}/modify`, { name: 'Still open' });
  await ask('remove-view', 'POST', `${one}/remove`);
  expect.hasAssertions();
});
