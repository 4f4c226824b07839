import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

const FIELD = { sortable: false, pinned: false, print_lines: 1, cardinality: 0, field_group: 'deal' };
const FIELDS = [
  { ...FIELD, name: 'size', label: 'Size', type: 'number', field_facet: true },
  { ...FIELD, name: 'worth', label: 'Worth', type: 'currency', field_facet: false },
  { ...FIELD, name: 'born', label: 'Born', type: 'date', field_facet: false },
  { ...FIELD, name: 'seen', label: 'Seen', type: 'datetime', field_facet: false },
  { ...FIELD, name: 'motto', label: 'Motto', type: 'text', field_facet: false },
];
const LEADS = [
  {
    name: 'Ann Müller',
    email: 'ann@example.com',
    lead_fields: { size: ['9'], born: ['1990-02-03'], motto: ['Carpe Diem', 'Alea iacta'] },
  },
  {
    name: 'Bob',
    phone: '+15125550111',
    state: 'contacted',
    lead_fields: { size: ['10.5'], worth: [{ unit: 'USD', value: 1200 }], seen: ['2026-03-02T09:30:00Z'] },
  },
  {
    name: 'Cy',
    email: 'cy@test.example',
    phone: '+442079460018',
    state: 'qualified',
    lead_fields: { size: ['-3'] },
  },
];

let company: PeopledCompany;
let viewPath: string;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, FIELDS));
  for (const lead of LEADS) await createLead({ user: superadmin, path }, lead);
  const view = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'All' }),
  );
  viewPath = `${path}/smart_views/${view.smart_view_id}`;
});

/** The first names of the leads that pass, in alphabetical order. */
async function passing(filters: object): Promise<string> {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const answer = await sendAs(company.superadmin, 'GET', `${viewPath}?${query}`);
  const { leads, count } = await answerOf<{ leads: { name: string }[]; count: number }>(answer);
  expect(count).toBe(leads.length);
  return leads
    .map(({ name }) => name.split(' ')[0] ?? '')
    .toSorted()
    .join(' ');
}

test.for([
  ['numbers from and to, the end excluded', { lead_field_str_size: { from: 9, to: 10.5 } }, 'Ann'],
  ['numbers below', { lead_field_str_size: { to: '0' } }, 'Cy'],
  ['amounts, of a field that is no facet', { lead_field_str_worth: { from: 1000 } }, 'Bob'],
  ['dates', { lead_field_str_born: { from: '1990-02-03', to: '1990-02-04' } }, 'Ann'],
  ['times', { lead_field_str_seen: { from: '2026-03-02T10:30:00+01:00' } }, 'Bob'],
  ['times of the lead', { lead_creation_time: { to: '2020-01-01' } }, ''],
  ['not these values', { state: { not: ['open', 'contacted'] } }, 'Cy'],
  ['not without a value', { user_assigned: { not: '__none__' } }, ''],
  [
    'not in a range: without a value as well',
    { lead_field_str_worth: { not: { from: 2000 } } },
    'Ann Bob Cy',
  ],
  ['not in a range of times', { lead_creation_time: { not: { to: '2020-01-01' } } }, 'Ann Bob Cy'],
  ['part of a name, however it is written', { name: { contains: ' MULL' } }, 'Ann'],
  ['part of an e-mail address', { email: { contains: '@EXAMPLE' } }, 'Ann'],
  ['part of a phone number', { phone: { contains: '(207) 946' } }, 'Cy'],
  ['part of any value of a field', { lead_field_str_motto: { contains: 'iact' } }, 'Ann'],
  ['no part over two values', { lead_field_str_motto: { contains: 'diem alea' } }, ''],
  ['not a part', { name: { not: { contains: 'o' } } }, 'Ann Cy'],
  ['all of several', { name: { contains: 'y' }, state: ['qualified'], lead_field_str_size: { to: 0 } }, 'Cy'],
] as const)('a filter lets pass %s', async ([, filters, names]) => {
  expect(await passing(filters)).toBe(names);
});

test('filters and facet counts include changed leads', async () => {
  const { superadmin, path } = company;
  const client = { user: superadmin, path };
  const leadId = await createLead(client, { name: 'Dora Mulligan' });
  expect(await passing({ name: { contains: 'mull' } })).toBe('Ann Dora');
  await answerOf(await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Dora' }));
  expect(await passing({ name: { contains: 'mull' } })).toBe('Ann');
  const filters = { name: { not: { contains: 'dora' } }, state: { not: ['open'] } };
  const answer = await sendAs(
    superadmin,
    'GET',
    `${viewPath}?count=0&filters=${encodeURIComponent(JSON.stringify(filters))}`,
  );
  const { facets } = await answerOf<{
    facets: { id: string; values: { id: string; count: number; selected: boolean }[] }[];
  }>(answer);
  const states = facets.find(({ id }) => id === 'state')?.values ?? [];
  expect(states.map(({ id, count, selected }) => `${id} ${count} ${selected}`).toSorted()).toEqual([
    'contacted 1 false',
    'open 1 false',
    'qualified 1 false',
  ]);
});

test('a view can save every kind of filter', async () => {
  const { superadmin, path } = company;
  const filters = { name: { contains: 'bob' }, lead_field_str_size: { from: 10 } };
  const saved = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'Bobs', filters }),
  );
  const answer = await sendAs(superadmin, 'GET', `${path}/smart_views/${saved.smart_view_id}`);
  expect(await answerOf(answer)).toMatchObject({ count: 1, leads: [{ name: 'Bob' }] });
});

test.for([
  [{ name: ['Ann'] }, 'invalid_parameter'],
  [{ name: { contains: ' ' } }, 'invalid_parameter'],
  [{ name: { contains: 7 } }, 'invalid_parameter'],
  [{ name: { contains: 'x'.repeat(201) } }, 'invalid_parameter'],
  [{ name: { contains: 'a', from: 1 } }, 'invalid_parameter'],
  [{ phone: { contains: 'abc' } }, 'invalid_parameter'],
  [{ lead_field_str_size: { from: 'many' } }, 'invalid_parameter'],
  [{ lead_field_str_size: { from: 2, to: 1 } }, 'reversed_range'],
  [{ lead_field_str_size: { above: 1 } }, 'invalid_parameter'],
  [{ lead_field_str_born: { from: '1990-02-31' } }, 'invalid_parameter'],
  [{ lead_field_str_nothing: { contains: 'a' } }, 'unknown_facet'],
  [{ lead_field_str_motto: ['Carpe Diem'] }, 'unknown_facet'],
  [{ state: { not: { not: ['open'] } } }, 'invalid_parameter'],
  [{ state: { contains: 'op' } }, 'invalid_parameter'],
  [{ lead_creation_time: ['2020'] }, 'invalid_parameter'],
] as const)('the filter %j is refused with %s', async ([filters, code]) => {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const response = await sendAs(company.superadmin, 'GET', `${viewPath}?${query}`);
  expect([response.status, (await problemOf(response)).code]).toEqual([400, code]);
});
