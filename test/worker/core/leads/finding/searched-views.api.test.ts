/** A search and the filters of a view hold together: in lists, facets, searches within facets, exports and bulk operations. */
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { effort } from '../../../../harness/effort.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';
import { naiveSearch } from './naive-search.ts';
import { makeRandomCompany, type RandomCompany, STATES } from './random-leads.ts';

const LEADS = effort(600, 3_000);
const RUNS = effort(25, 80);
/** Some find very many leads and some none. */
const SEARCHES = ['ann', 'smith', 'example', 'müller', 'smi joh', '512', 'nobody at all'] as const;

interface ViewAnswer {
  count: number;
  sort: object;
  leads: { lead_id: string; name?: string; match?: object }[];
  facets: { id: string; values: { id: string; count: number }[] }[];
}

let random: RandomCompany;

beforeAll(async () => {
  random = await makeRandomCompany(LEADS, 2_718_281);
}, 180_000);

async function ask<Answer>(
  { superadmin, path }: RandomCompany['company'],
  query: Record<string, string>,
): Promise<Answer> {
  const address = `${path}/smart_views/default?${new URLSearchParams(query)}`;
  return answerOf<Answer>(await sendAs(superadmin, 'GET', address));
}

test('a view with a search has the leads that pass both, best first, and counts its facets over them', async () => {
  const stateOf = new Map(random.leads.map(({ leadId, state }) => [leadId, state]));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEARCHES),
      fc.uniqueArray(fc.constantFrom(...STATES), { maxLength: 3 }),
      async (q, states) => {
        const filters = states.length === 0 ? {} : { filters: JSON.stringify({ state: states }) };
        const answer = await ask<ViewAnswer>(random.company, { q, count: '500', ...filters });

        const found = naiveSearch(random.leads, { q, searchFields: [], timeline: [] });
        const passing = found.filter(
          ({ leadId }) => states.length === 0 || states.includes(stateOf.get(leadId) ?? ''),
        );
        expect(answer.count).toBe(passing.length);
        expect(answer.sort).toEqual({});
        const listed = answer.leads.map(({ lead_id: id, match }) => ({ id, match }));
        expect(listed).toEqual(
          passing.slice(0, 500).map(({ leadId, field, value }) => ({
            id: leadId,
            match: { search_field_name: field, field_name: expect.any(String), field_value: value },
          })),
        );
        // The facet leaves its own filter out, but not the search.
        const counts = answer.facets.find(({ id }) => id === 'state')?.values ?? [];
        for (const state of STATES) {
          const count = counts.find(({ id }) => id === state)?.count ?? 0;
          expect(count).toBe(found.filter(({ leadId }) => stateOf.get(leadId) === state).length);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('a search takes an order, a time range, an export, a bulk operation and a search within facets with it', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const leads = [
    { name: 'Zoe Lee', state: 'open' },
    { name: 'Ann Lee', state: 'open', source_tags: ['web'] },
    { name: 'Cid Lee', state: 'contacted' },
    { name: 'Bob Moss', state: 'open' },
  ];
  for (const { state, ...lead } of leads) {
    const id = await createLead(client, lead);
    await answerOf(await sendLead(client, 'POST', `/${id}/change_state`, { state }));
  }
  const isOpen = { filters: JSON.stringify({ state: ['open'] }) };
  const sort = JSON.stringify({ name: { order: 'asc' } });
  const searched = { q: 'lee', ...isOpen };
  const namesOf = ({ leads: listed }: ViewAnswer): unknown[] => listed.map(({ name }) => name);

  const sorted = await ask<ViewAnswer>(company, { ...searched, sort });
  expect([namesOf(sorted), sorted.sort]).toEqual([['Ann Lee', 'Zoe Lee'], { name: { order: 'asc' } }]);
  expect(await ask(company, { ...searched, relative: 'last_year' })).toMatchObject({ count: 0, leads: [] });
  expect(await ask(company, isOpen)).toMatchObject({
    count: 3,
    sort: { lead_modification_time: { order: 'desc' } },
  });
  expect((await ask<ViewAnswer>(company, isOpen)).leads.map((lead) => 'match' in lead)).toEqual([
    false,
    false,
    false,
  ]);
  const walked = await ask<ViewAnswer & { next_cursor?: string }>(company, {
    ...searched,
    cursor: 'first',
    count: '1',
  });
  expect([namesOf(walked), walked.next_cursor]).toEqual([['Ann Lee'], expect.any(String)]);

  const file = await sendLead(client, 'GET', `/export.csv?${new URLSearchParams({ ...searched, sort })}`);
  const lines = (await file.text()).trim().split('\r\n').slice(1);
  expect(lines.map((line) => /Ann Lee|Zoe Lee|Cid Lee|Bob Moss/.exec(line)?.[0])).toEqual([
    'Ann Lee',
    'Zoe Lee',
  ]);

  const move = { action: 'tags', add: ['both'], q: 'lee', filters: { state: ['open'] } };
  expect(await answerOf(await sendLead(client, 'POST', '/bulk?dry_run=true', move))).toMatchObject({
    count: 2,
  });
  const bulk = await answerOf(await sendLead(client, 'POST', '/bulk', move));
  expect(bulk).toMatchObject({
    count: 2,
    selection: { by: 'filters', filtered_by: ['state'], search_fields: [] },
  });

  const [{ smart_view_id: view } = { smart_view_id: '' }] = await answerOf<{ smart_view_id: string }[]>(
    await sendAs(company.superadmin, 'GET', `${company.path}/smart_views`),
  );
  const facets = await answerOf<ViewAnswer['facets']>(
    await sendAs(company.superadmin, 'POST', `${company.path}/smart_views/${view}/aggregations?q=lee`, {
      facets: { state: { search: 'op' } },
    }),
  );
  expect(facets).toMatchObject([{ id: 'state', values: [{ id: 'open', count: 2 }] }]);
});

test('leads are sorted by e-mail, phone and source as the columns show them', async () => {
  const company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  await createLead(client, { name: 'A', email: 'c@example.com', source_tags: ['radio'] });
  await createLead(client, { name: 'B', phone: '+15125550102', email: 'a@example.com' });
  await createLead(client, { name: 'C', phone: '+15125550101', source_tags: ['ads'] });
  const orderBy = async (field: string): Promise<unknown[]> => {
    const sort = JSON.stringify({ [field]: { order: 'asc' } });
    return (await ask<ViewAnswer>(company, { sort })).leads.map(({ name }) => name);
  };

  expect(await orderBy('email')).toEqual(['B', 'A', 'C']);
  expect(await orderBy('phone')).toEqual(['C', 'B', 'A']);
  expect(await orderBy('source_tags')).toEqual(['C', 'A', 'B']);
});

test('a search in a view is refused as a search is', async () => {
  const { superadmin, path } = random.company;
  const refused = async (query: string): Promise<unknown[]> => {
    const problem = await problemOf(await sendAs(superadmin, 'GET', `${path}/smart_views/default?${query}`));
    return [problem.code, problem.errors?.map(({ parameter }) => parameter)];
  };

  expect(await refused('q=ab')).toEqual(['query_too_short', ['q']]);
  expect(await refused('q=abc&search_fields=shoe')).toEqual(['unknown_lead_field', ['search_fields']]);
});
