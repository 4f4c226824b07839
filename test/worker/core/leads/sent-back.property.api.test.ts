/** What GET answers can be sent back, whatever the company has removed from its settings since it was written. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { effort } from '../../../harness/effort.ts';
import { createLead, getLead, type Lead, type LeadClient, sendLead } from '../../../harness/leads.ts';

const CHOICES = ['red', 'green', 'blue', 'black'];
const UNITS = ['EUR', 'CHF', 'GBP'];

type Random = () => number;
type Field = Record<string, unknown> & { name: string };

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

/** Returns numbers from 0 to 1 that are the same for the same seed. */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Returns some of the items, at least one. */
function some<Item>(random: Random, items: readonly Item[]): Item[] {
  const kept = items.filter(() => random() < 0.6);
  return kept.length > 0 ? kept : items.slice(0, 1);
}

function put(path: string, body: unknown): Promise<Response> {
  return sendAs(company.superadmin, 'PUT', `${company.path}${path}`, body);
}

/** All kinds of fields whose values a setting may forbid later. @param choices those that are left */
function fieldsWith(choices: readonly string[], cardinality: number): Field[] {
  const common = { sortable: false, field_facet: false, print_lines: 1 };
  const field = (name: string, type: string, more: object = {}): Field => ({
    ...common,
    name,
    label: name,
    type,
    cardinality,
    pinned: false,
    field_group: 'general',
    ...more,
  });
  const part = { ...common, name: 'kind', label: 'kind', type: 'dropdown', summary: false, choices };
  return [
    field('colour', 'dropdown', { choices }),
    field('likes', 'multiselect', { choices }),
    field('worth', 'currency'),
    field('motto', 'text'),
    field('address', 'complex', { sub_fields: [part] }),
  ];
}

/** Returns what a modify takes of a lead. */
function sentBack({
  name,
  source_tags,
  tags = [],
  emails,
  phones,
  state,
  lead_group,
  lead_fields,
}: Lead): object {
  return {
    ...(name === undefined ? {} : { name }),
    source_tags,
    tags,
    emails,
    phones,
    state,
    ...(lead_group === undefined ? {} : { lead_group }),
    lead_fields,
  };
}

test('a lead can be sent back, and one of its choices be changed, after any were removed from the settings', async () => {
  for (let seed = 1; seed <= effort(12, 200); seed += 1) {
    const random = randomOf(seed);
    await answerOf(await put('/lead_settings/fields', fieldsWith(CHOICES, 0)));
    await answerOf(await put('/lead_settings/currencies', currencies(UNITS)));
    const colours = some(random, CHOICES);
    const likes = some(random, CHOICES);
    const leadId = await createLead(client, {
      lead_fields: {
        colour: colours,
        likes: [likes],
        worth: some(random, UNITS).map((unit) => ({ unit, value: 5 })),
        motto: some(random, ['a', 'b', 'c']),
        address: some(random, CHOICES).map((kind) => ({ kind: [kind] })),
      },
    });
    const left = some(random, CHOICES);
    const fields = fieldsWith(left, random() < 0.5 ? 1 : 0);
    await answerOf(await put('/lead_settings/fields', some(random, fields)));
    await answerOf(await put('/lead_settings/currencies', currencies(some(random, UNITS))));
    const before = await getLead(client, leadId);

    const back = await sendLead(client, 'POST', `/${leadId}/modify`, sentBack(before));
    expect([seed, back.status, await back.json()]).toMatchObject([seed, 200, {}]);
    expect(await getLead(client, leadId)).toEqual(before);

    await answerOf(await put('/lead_settings/fields', fields));
    const [chosen = ''] = left;
    const changed = {
      ...before.lead_fields,
      colour: [chosen, ...colours.slice(1)],
      likes: [[...new Set([...likes, chosen])]],
    };
    const other = await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: changed });
    expect([seed, other.status, await other.json()]).toMatchObject([seed, 200, {}]);
    expect((await getLead(client, leadId)).lead_fields).toMatchObject({ likes: changed.likes });
  }
});

/** Returns the settings with some currencies beside the dollar. */
function currencies(units: readonly string[]): object {
  const currency = (unit: string): object => ({
    unit,
    name: unit,
    symbol: unit,
    rate: 1,
    company_default: unit === 'USD',
  });
  return { currencies: ['USD', ...units].map(currency) };
}

test('a removed choice that the lead does not have is refused by its name', async () => {
  await answerOf(await put('/lead_settings/fields', fieldsWith(CHOICES, 0)));
  const leadId = await createLead(client, { lead_fields: { likes: [['red']] } });
  await answerOf(await put('/lead_settings/fields', fieldsWith(['blue'], 0)));

  const refused = await sendLead(client, 'POST', `/${leadId}/modify`, {
    lead_fields: { likes: [['red', 'blue', 'green']] },
  });

  const { code, errors } = await problemOf(refused);
  expect([code, errors]).toMatchObject([
    'invalid_choice',
    [
      {
        pointer: '/lead_fields/likes/0/2',
        detail: '"likes" takes one of its choices. "green" is none of them.',
      },
    ],
  ]);
});

test.for([
  '/settings',
  '/lead_settings/currencies',
  '/lead_settings/fields',
  '/lead_settings/groups',
  '/lead_settings/states',
  '/lead_settings/templates',
  '/calls/settings',
  '/contact_rules',
])('what GET %s answers can be sent back', async (path) => {
  const read = async (): Promise<unknown> =>
    answerOf(await sendAs(company.superadmin, 'GET', `${company.path}${path}`));
  const before = await read();

  await answerOf(await put(path, before));

  expect(await read()).toEqual(before);
});
