import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

interface Facet {
  id: string;
  display_name: string;
  total_available_facets: number;
  total_facet_count: number;
  values: { id: string; display_name: string; count: number; selected: boolean }[];
}

interface ViewAnswer {
  count: number;
  leads: { lead_id: string; name?: string; location_names: string[]; allow_unmerge: boolean }[];
  facets: Facet[];
}

async function firstView({ superadmin, path }: PeopledCompany): Promise<string> {
  const [view] = await answerOf<{ smart_view_id: string }[]>(
    await sendAs(superadmin, 'GET', `${path}/smart_views`),
  );
  return view?.smart_view_id ?? '';
}

function open(
  company: PeopledCompany,
  view: string,
  query: Record<string, unknown> = {},
  user = company.superadmin,
): Promise<Response> {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return sendAs(user, 'GET', `${company.path}/smart_views/${view}?${new URLSearchParams(parameters)}`);
}

function facet(answer: { facets: Facet[] }, id: string): Facet | undefined {
  return answer.facets.find((each) => each.id === id);
}

test('a company starts with a view of all leads', async () => {
  const company = await makeCompanyWithUsers();
  await createLead({ user: company.superadmin, path: company.path }, { name: 'Ann' });

  const views = await answerOf<object[]>(await sendAs(company.agent, 'GET', `${company.path}/smart_views`));
  const answer = await answerOf<ViewAnswer>(await open(company, await firstView(company)));

  expect(views).toEqual([{ name: 'All leads', smart_view_id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  expect(answer.count).toBe(1);
  expect(answer.leads).toMatchObject([{ name: 'Ann', location_names: [], allow_unmerge: false }]);
});

test('leads and counts of a view include every write at once', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const view = await firstView(company);
  const lead = await createLead(client, { name: 'Ann' });
  const before = await answerOf<ViewAnswer>(await open(company, view));

  await sendLead(client, 'POST', `/${lead}/change_state`, { state: 'contacted' });
  const other = await createLead(client, { name: 'Bob' });
  const after = await answerOf<ViewAnswer>(await open(company, view));
  await sendLead(client, 'POST', `/${lead}/merge`, { with: other });
  const merged = await answerOf<ViewAnswer>(await open(company, view));

  const states = (answer: ViewAnswer): unknown =>
    facet(answer, 'state')?.values.map(({ id, count }) => [id, count]);
  expect(states(before)).toEqual([['open', 1]]);
  expect(states(after)).toEqual([
    ['contacted', 1],
    ['open', 1],
  ]);
  expect(after.leads.map(({ lead_id }) => lead_id)).toEqual([other, lead]);
  expect(states(merged)).toEqual([['contacted', 1]]);
  expect(merged.leads).toMatchObject([{ lead_id: lead, allow_unmerge: true }]);
});

test('leads and counts of a view keep to an agent’s scope', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const [own, others, free] = [await createLead(client), await createLead(client), await createLead(client)];
  await sendLead(client, 'POST', `/${own}/assign`, { to_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${others}/assign`, { to_user_email: company.colleague.email });

  const answer = await answerOf<ViewAnswer>(await open(company, await firstView(company), {}, company.agent));

  expect(answer.count).toBe(2);
  expect(new Set(answer.leads.map(({ lead_id }) => lead_id))).toEqual(new Set([own, free]));
  expect(facet(answer, 'user_assigned')?.values).toEqual([
    { id: company.agent.userId, display_name: 'Al Agent', count: 1, selected: false },
    { id: '__none__', display_name: 'Not set', count: 1, selected: false },
  ]);
});

test('relative limits a view by modification time, in the caller’s time zone', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  await createLead(client, { name: 'Now' });
  const old = new Date(Date.now() - 400 * 24 * 60 * 60 * 1000).toISOString();
  await answerOf(
    await sendLead(client, 'POST', '/history', {
      leads: [{ lead: { email: 'old@example.com' }, creation_time: old }],
    }),
  );
  const view = await firstView(company);

  const recent = await answerOf<ViewAnswer>(
    await open(company, view, { relative: 'last_week', tz_offset: '330' }),
  );
  const lately = await answerOf<ViewAnswer>(
    await open(company, view, { relative: 'last_7_days', tz_offset: '330' }),
  );
  const always = await answerOf<ViewAnswer>(await open(company, view, { relative: 'all_time' }));
  const unknown = await problemOf(await open(company, view, { relative: 'last_blue_moon' }));

  expect([recent.count, lately.count, always.count]).toEqual([0, 1, 2]);
  expect(unknown).toMatchObject({ status: 400, code: 'unknown_range' });
});

test('location_names lists the locations that a lead called, by their tracking numbers', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const place = { latitude: '30.27', longitude: '-97.74' };
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `/dni/api/companies/${company.companyId}/settings`, {
      default_number: '+18005550100',
      locations: [
        { location_id: 'austin', name: 'Austin', ...place },
        { location_id: 'dallas', name: 'Dallas', ...place },
      ],
      numbers: [
        { phone_number: '+15125550101', location_id: 'austin' },
        { phone_number: '+12145550101', location_id: 'dallas' },
      ],
    }),
  );
  const lead = await createLead(client);
  for (const phone of ['+12145550101', '+15125550101', '+15125559999']) {
    await answerOf(
      await sendLead(client, 'POST', `/${lead}/events`, { type: 'call', inbound: true, data: { phone } }),
    );
  }

  const answer = await answerOf<ViewAnswer>(await open(company, await firstView(company)));

  expect(answer.leads[0]?.location_names).toEqual(['Austin', 'Dallas']);
});

test('a search within facets answers in the order of the body, with names, order and limit', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const field = { name: 'city', label: 'City', type: 'text', field_facet: true };
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, [field]));
  const cities = ['Zürich', 'Zug', 'Zug', 'Bern'];
  for (const city of cities) await createLead(client, { lead_fields: { city: [city] } });
  const view = await firstView(company);
  const ask = (body: unknown): Promise<Response> =>
    sendAs(company.superadmin, 'POST', `${company.path}/smart_views/${view}/aggregations`, body);

  const facets = await answerOf<Facet[]>(
    await ask({
      facets: {
        lead_field_str_city: { search: 'zu', sort_by: 'name', sort_order: 'desc', limit: 1 },
        state: {},
      },
    }),
  );
  const byCount = await answerOf<Facet[]>(
    await ask({ facets: { lead_field_str_city: {} }, filters: { lead_field_str_city: ['Bern'] } }),
  );
  const problem = await problemOf(await ask({ facets: { nonsense: {} }, filters: { nonsense: 'x' } }));

  expect(facets).toMatchObject([
    {
      id: 'lead_field_str_city',
      total_available_facets: 2,
      total_facet_count: 3,
      values: [{ id: 'Zürich', count: 1 }],
    },
    { id: 'state', values: [{ id: 'open', display_name: 'Open', count: 4 }] },
  ]);
  expect(byCount[0]?.values.map(({ id, count, selected }) => [id, count, selected])).toEqual([
    ['Zug', 2, false],
    ['Bern', 1, true],
    ['Zürich', 1, false],
  ]);
  expect(problem.errors.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['unknown_facet', '/filters/nonsense'],
    ['unknown_facet', '/facets/nonsense'],
  ]);
});

describe('refusals', () => {
  let company: PeopledCompany;
  let view: string;
  beforeAll(async () => {
    company = await makeCompanyWithUsers();
    view = await firstView(company);
  });

  test.for([
    [{ filters: 'no json' }, 'invalid_parameter', 'filters'],
    [{ filters: '[]' }, 'invalid_parameter', 'filters'],
    [{ filters: { nonsense: ['x'] } }, 'unknown_facet', 'filters'],
    [{ filters: { state: [1] } }, 'invalid_parameter', 'filters'],
    [{ filters: { lead_creation_time: 'yesterday' } }, 'invalid_parameter', 'filters'],
    [{ filters: { lead_creation_time: { from: '2026-02-30' } } }, 'invalid_parameter', 'filters'],
    [
      { filters: { lead_creation_time: { from: '2026-02-03', to: '2026-02-01' } } },
      'reversed_range',
      'filters',
    ],
    [{ sort: '{' }, 'invalid_parameter', 'sort'],
    [{ sort: { nonsense: { order: 'asc' } } }, 'unsortable_field', 'sort'],
    [{ sort: { name: { order: 'up' } } }, 'invalid_parameter', 'sort'],
    [
      {
        sort: {
          name: { order: 'asc' },
          state: { order: 'asc' },
          lead_group: { order: 'asc' },
          user_assigned: { order: 'asc' },
        },
      },
      'invalid_parameter',
      'sort',
    ],
    [{ count: '-1' }, 'invalid_parameter', 'count'],
    [{ count: '501' }, 'invalid_parameter', 'count'],
    [{ start: 'x' }, 'invalid_parameter', 'start'],
    [{ tz_offset: '900' }, 'invalid_parameter', 'tz_offset'],
    [{ tz: 'Mars/Olympus' }, 'invalid_parameter', 'tz'],
  ] as [Record<string, unknown>, string, string][])(
    '%j is refused with %s',
    async ([query, code, parameter]) => {
      const response = await open(company, view, query);

      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors).toContainEqual(expect.objectContaining({ code, parameter }));
    },
  );
});

test('count 0 answers without leads, and an unknown value matches nothing', async () => {
  const company = await makeCompanyWithUsers();
  await createLead({ user: company.superadmin, path: company.path });
  const view = await firstView(company);

  const numbers = await answerOf<ViewAnswer>(await open(company, view, { count: '0' }));
  const nothing = await answerOf<ViewAnswer>(
    await open(company, view, { filters: { state: ['no such state'] } }),
  );

  expect(numbers).toMatchObject({ count: 1, leads: [] });
  expect(nothing).toMatchObject({ count: 0, leads: [] });
  expect(facet(nothing, 'state')?.values).toEqual([
    { id: 'open', display_name: 'Open', count: 1, selected: false },
    { id: 'no such state', display_name: 'no such state', count: 0, selected: true },
  ]);
});

test('managers and super admins create, change and remove views', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, agent, superadmin, path } = company;
  const client = { user: superadmin, path };
  await createLead(client, { name: 'Bob' });
  const ann = await createLead(client, { name: 'Ann' });
  await sendLead(client, 'POST', `/${ann}/change_state`, { state: 'contacted' });
  const body = { name: 'Contacted', filters: { state: ['contacted'] }, sort: { name: { order: 'asc' } } };

  const refused = await sendAs(agent, 'POST', `${path}/smart_views`, body);
  const made = await sendAs(manager, 'POST', `${path}/smart_views`, body);
  const { smart_view_id: view } = await answerOf<{ smart_view_id: string }>(made.clone());
  const one = await answerOf<ViewAnswer>(await open(company, view));
  const stale = await sendAs(
    manager,
    'POST',
    `${path}/smart_views/${view}/modify`,
    { filters: {} },
    { 'If-Match': '"9"' },
  );
  const changed = await sendAs(manager, 'POST', `${path}/smart_views/${view}/modify`, { filters: null });
  const both = await answerOf<ViewAnswer>(await open(company, view));
  const removed = await answerOf<object>(await sendAs(manager, 'POST', `${path}/smart_views/${view}/remove`));

  expect(refused.status).toBe(403);
  expect(await made.json()).toEqual({ ...body, smart_view_id: view });
  expect(one.leads.map(({ name }) => name)).toEqual(['Ann']);
  expect(stale.status).toBe(412);
  expect(await changed.json()).toEqual({ ...body, filters: {}, smart_view_id: view });
  expect(both.leads.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  expect(removed).toEqual({ ...body, filters: {}, smart_view_id: view });
  expect((await open(company, view)).status).toBe(404);
});

test('at most 200 facets are searched at once', async () => {
  const company = await makeCompanyWithUsers();
  const view = await firstView(company);
  const ask = async (count: number): Promise<string[]> => {
    const facets = Object.fromEntries(Array.from({ length: count }, (_, index) => [`none_${index}`, {}]));
    const path = `${company.path}/smart_views/${view}/aggregations`;
    const { errors } = await problemOf(await sendAs(company.superadmin, 'POST', path, { facets }));
    return errors.map(({ code }) => code);
  };

  expect(await ask(201)).toEqual(['invalid_parameter']);
  expect(new Set(await ask(200))).toEqual(new Set(['unknown_facet']));
});

test('a faulty view is refused with all its faults, and nothing is saved', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;

  const problem = await problemOf(
    await sendAs(manager, 'POST', `${path}/smart_views`, {
      name: 'x',
      filters: { nonsense: ['a'], state: 7 },
      sort: { city: { order: 'asc' } },
    }),
  );

  expect(problem.errors.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['unknown_facet', '/filters/nonsense'],
    ['invalid_parameter', '/filters/state'],
    ['unsortable_field', '/sort/city'],
  ]);
  expect(await answerOf<object[]>(await sendAs(manager, 'GET', `${path}/smart_views`))).toHaveLength(1);
});

test('a view that a group opens with cannot be removed', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const view = await firstView(company);
  const groups = await answerOf<object[]>(await sendAs(superadmin, 'GET', `${path}/lead_settings/groups`));
  await answerOf(
    await sendAs(
      superadmin,
      'PUT',
      `${path}/lead_settings/groups`,
      groups.map((group) => ({ ...group, smart_view_id: view })),
    ),
  );

  const problem = await problemOf(await sendAs(superadmin, 'POST', `${path}/smart_views/${view}/remove`));

  expect(problem).toMatchObject({ status: 409, code: 'in_use' });
});

test('default is the view of the caller’s group, else the first one, else all leads', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const client = { user: superadmin, path };
  await createLead(client, { name: 'Ann', state: 'open' });
  await createLead(client, { name: 'Bob', state: 'contacted' });
  const first = await firstView(company);
  const { smart_view_id: saved } = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'Anew', filters: { state: ['open'] } }),
  );
  const opened = async (): Promise<unknown[]> => {
    const response = await open(company, 'default');
    const place = response.headers.get('Content-Location');
    return [place, (await answerOf<ViewAnswer>(response)).count];
  };
  const saveGroups = async (view: object): Promise<void> => {
    const groups = await answerOf<object[]>(await sendAs(superadmin, 'GET', `${path}/lead_settings/groups`));
    const changed = groups.map((group) => ({ ...group, smart_view_id: undefined, ...view }));
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, changed));
  };
  const remove = async (view: string): Promise<void> => {
    await answerOf(await sendAs(superadmin, 'POST', `${path}/smart_views/${view}/remove`));
  };

  expect(await opened()).toEqual([`${path}/smart_views/${first}`, 2]);
  await saveGroups({ smart_view_id: saved });
  expect(await opened()).toEqual([`${path}/smart_views/${saved}`, 1]);
  await saveGroups({});
  await remove(first);
  expect(await opened()).toEqual([`${path}/smart_views/${saved}`, 1]);
  await remove(saved);
  expect(await opened()).toEqual([null, 2]);
  const named = await open(company, first);
  expect(named.status).toBe(404);
});

test('a saved filter still works when its field is no longer a facet', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const client = { user: superadmin, path };
  const field = { name: 'city', label: 'City', type: 'text', field_facet: true };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, [field]));
  const austin = await createLead(client, { lead_fields: { city: ['Austin'] } });
  await createLead(client, { lead_fields: { city: ['Dallas'] } });
  const { smart_view_id: view } = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, {
      name: 'Austin',
      filters: { lead_field_str_city: 'Austin' },
    }),
  );

  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, []));
  const answer = await answerOf<ViewAnswer>(await open(company, view));

  expect(answer.leads.map(({ lead_id }) => lead_id)).toEqual([austin]);
  expect(answer.facets.map(({ id }) => id)).toEqual([
    'user_assigned',
    'state',
    'lead_group',
    'lead_source',
    'source_tags',
    'tags',
  ]);
});
