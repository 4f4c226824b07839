import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import {
  FACET_IDS,
  type Labels,
  type NaiveFacet,
  naiveFacets,
  naiveLeads,
  type NaiveViewQuery,
} from './naive-view.ts';
import { makeRandomCompany, type RandomCompany } from './random-leads.ts';
import { effort } from '../../../../harness/effort.ts';

const LEADS = effort(1_500, 5_000);
/** Saved views, and queries of each view. */
const VIEWS = effort(4, 10);
const QUERIES = effort(25, 60);
const SEED = 3_141_592;
const COUNT = 60;

let random: RandomCompany;
let labels: Labels;
let termsByFacet: Map<string, string[]>;

beforeAll(async () => {
  random = await makeRandomCompany(LEADS, SEED);
  const { manager, agent, colleague } = random.company;
  labels = {
    user_assigned: Object.fromEntries([manager, agent, colleague].map(({ userId, name }) => [userId, name])),
    state: {
      open: 'Open',
      contacted: 'Contacted',
      qualified: 'Qualified',
      unqualified: 'Unqualified',
      closed_won: 'Closed won',
      closed_lost: 'Closed lost',
    },
    lead_group: Object.fromEntries(random.groups.map(({ id, label }) => [id, label])),
  };
  const everything = naiveFacets(
    random.leads,
    { saved: {}, filters: {}, createdFrom: undefined, createdTo: undefined, sort: [] },
    labels,
  );
  termsByFacet = new Map(
    everything.map(({ id, values }) => [id, [...values.map((value) => value.id), 'nobody has this']]),
  );
}, 180_000);

interface ViewAnswer {
  count: number;
  leads: { lead_id: string }[];
  facets: NaiveFacet[];
}

const SORTS = [
  'name',
  'lead_creation_time',
  'last_event_time',
  'lead_modification_time',
  'state',
  'lead_group',
  'user_assigned',
  'city',
  'budget',
  'plan',
  'visit',
  'callback',
  'interests',
  'value',
  'page',
  'home.street',
  'home.rooms',
];

function selections(most: number): fc.Arbitrary<Record<string, string[]>> {
  return fc
    .uniqueArray(fc.constantFrom(...FACET_IDS), { maxLength: most })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.tuple(fc.constant(id), fc.subarray(termsByFacet.get(id) ?? [], { minLength: 1, maxLength: 4 })),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries));
}

const sorts = fc
  .uniqueArray(fc.constantFrom(...SORTS), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom('asc' as const, 'desc' as const))),
    ),
  );
const moments = fc.option(
  fc
    .constantFrom('2024-03-01T00:00:00.000Z', '2024-11-11T11:11:11.000Z', '2025-06-30T23:59:59.999Z')
    .map((text) => Date.parse(text)),
  { nil: undefined },
);

test('a naive count over the same leads gives the same numbers, values and orders', async () => {
  for (const saved of fc.sample(selections(2), { numRuns: VIEWS, seed: SEED })) {
    const { manager, path } = random.company;
    const view = await answerOf<{ smart_view_id: string }>(
      await sendAs(manager, 'POST', `${path}/smart_views`, { name: 'Random', filters: saved }),
    );
    const queries = fc.sample(
      fc.record({
        saved: fc.constant(saved),
        filters: selections(3),
        createdFrom: moments,
        createdTo: moments,
        sort: sorts,
      }),
      { numRuns: QUERIES, seed: SEED },
    );
    for (const query of queries) await compare(view.smart_view_id, query);
  }
  expect.hasAssertions();
}, 180_000);

async function compare(viewId: string, query: NaiveViewQuery): Promise<void> {
  const isReversed = (query.createdFrom ?? -Infinity) > (query.createdTo ?? Infinity);
  const [from, to] = isReversed ? [query.createdTo, query.createdFrom] : [query.createdFrom, query.createdTo];
  const asked = { ...query, createdFrom: from, createdTo: to };
  const range = {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
  const parameters = new URLSearchParams({
    filters: JSON.stringify({
      ...query.filters,
      ...(from === undefined && to === undefined ? {} : { lead_creation_time: range }),
    }),
    sort: JSON.stringify(Object.fromEntries(query.sort.map(([field, order]) => [field, { order }]))),
    count: String(COUNT),
  });
  const { superadmin, path } = random.company;
  const response = await sendAs(superadmin, 'GET', `${path}/smart_views/${viewId}?${parameters}`);
  const answer = await answerOf<ViewAnswer>(response);
  const leads = naiveLeads(random.leads, asked, labels);
  expect({
    query,
    count: answer.count,
    leads: answer.leads.map((lead) => lead.lead_id),
    facets: answer.facets.map(({ id, total_available_facets, total_facet_count, values }) => ({
      id,
      total_available_facets,
      total_facet_count,
      values,
    })),
  }).toEqual({
    query,
    count: leads.length,
    leads: leads.slice(0, COUNT).map((lead) => lead.leadId),
    facets: naiveFacets(random.leads, asked, labels),
  });
}
