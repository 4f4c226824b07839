import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, getEvents, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

let client: LeadClient;

beforeAll(async () => {
  const company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
  const field = (
    name: string,
    type: string,
    rest: Record<string, unknown> = {},
  ): Record<string, unknown> => ({
    name,
    label: name,
    type,
    cardinality: 1,
    sortable: false,
    field_facet: false,
    pinned: false,
    print_lines: 1,
    field_group: 'general',
    ...rest,
  });
  const part = (name: string, type: string, rest: Record<string, unknown> = {}): Record<string, unknown> => ({
    name,
    label: name,
    type,
    sortable: false,
    summary: false,
    field_facet: false,
    print_lines: 1,
    ...rest,
  });
  const fields = [
    field('motto', 'text'),
    field('labels', 'text', { cardinality: 3 }),
    field('all', 'text', { cardinality: 0 }),
    field('size', 'number'),
    field('colour', 'dropdown', { choices: ['red', 'blue'] }),
    field('born', 'date'),
    field('seen', 'datetime'),
    field('likes', 'multiselect', { choices: ['a', 'b'] }),
    field('worth', 'currency'),
    field('site', 'url'),
    field('address', 'complex', {
      cardinality: 0,
      sub_fields: [part('city', 'text'), part('kind', 'dropdown', { choices: ['home', 'work'] })],
    }),
  ];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
});

test.for([
  ['motto', 'Carpe diem', ['Carpe diem']],
  ['motto', ['Carpe diem'], ['Carpe diem']],
  ['labels', ['x', '', null, 'y'], ['x', 'y']],
  ['size', 12.5, ['12.5']],
  ['size', ['+007.50'], ['007.50']],
  ['size', 1e21, ['1000000000000000000000']],
  ['size', 1e-7, ['0.0000001']],
  ['size', -0, ['0']],
  ['colour', 'red', ['red']],
  ['born', '2024-02-29', ['2024-02-29']],
  ['seen', '2026-03-02T09:30:00-05:00', ['2026-03-02T14:30:00.000Z']],
  ['likes', ['a', 'b', 'a'], [['a', 'b']]],
  ['likes', [['b']], [['b']]],
  ['worth', { unit: 'USD', value: 1.5 }, [{ unit: 'USD', value: 1.5 }]],
  ['site', ' https://example.com/a?b=c ', ['https://example.com/a?b=c']],
  ['address', { city: 'Austin', kind: ['home'] }, [{ city: ['Austin'], kind: ['home'] }]],
  ['address', [{ city: ['Austin'] }, { city: [] }], [{ city: ['Austin'] }]],
] as const)('%s takes %j and answers %j', async ([name, value, expected]) => {
  const leadId = await createLead(client, { lead_fields: { [name]: value } });

  expect((await getLead(client, leadId)).lead_fields).toEqual({ [name]: expected });
});

test.for([
  ['motto', 5, 'invalid_parameter', ''],
  ['motto', ['a', 'b'], 'cardinality_exceeded', ''],
  ['motto', 'x'.repeat(65_536), 'invalid_parameter', ''],
  ['labels', ['a', 'b', 'c', 'd'], 'cardinality_exceeded', ''],
  ['labels', ['a', 5], 'invalid_parameter', '/1'],
  ['size', '1e5', 'invalid_parameter', ''],
  ['size', 'NaN', 'invalid_parameter', ''],
  ['size', '0x10', 'invalid_parameter', ''],
  ['size', 1e300, 'invalid_parameter', ''],
  ['size', true, 'invalid_parameter', ''],
  ['colour', 'green', 'invalid_choice', ''],
  ['born', '2026-02-29', 'invalid_parameter', ''],
  ['born', '02/03/2026', 'invalid_parameter', ''],
  ['seen', '2026-03-02T09:30:00', 'invalid_parameter', ''],
  ['likes', ['a', 'z'], 'invalid_choice', '/1'],
  ['worth', { unit: 'XXX', value: 1 }, 'invalid_choice', '/unit'],
  ['worth', { unit: 'USD', value: '1' }, 'invalid_parameter', '/value'],
  ['worth', 5, 'invalid_parameter', ''],
  ['site', 'javascript:alert(1)', 'invalid_parameter', ''],
  ['site', 'http://', 'invalid_parameter', ''],
  ['address', { street: 'Main' }, 'unknown_lead_field', '/street'],
  ['address', [{ kind: 'boat' }], 'invalid_choice', '/0/kind'],
  ['address', 'Austin', 'invalid_parameter', ''],
  ['toString', 'x', 'unknown_lead_field', ''],
] as const)('%s refuses %j with %s', async ([name, value, code, rest]) => {
  const response = await sendLead(client, 'POST', '/create', {
    email: 'a@b.example',
    lead_fields: { [name]: value },
  });

  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toContainEqual(
    expect.objectContaining({ code, pointer: `/lead_fields/${name}${rest}` }),
  );
});

test('modify merges fields one by one; null clears one, and null for lead_fields clears all', async () => {
  const leadId = await createLead(client, { lead_fields: { motto: 'x', size: 1, labels: ['a', 'b'] } });

  await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: { size: null, labels: ['c'] } });

  expect((await getLead(client, leadId)).lead_fields).toEqual({ motto: ['x'], labels: ['c'] });
  await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: null });
  expect((await getLead(client, leadId)).lead_fields).toEqual({});
});

test('another spelling of the same number is not a change', async () => {
  const leadId = await createLead(client, { lead_fields: { size: '1.50' } });

  await answerOf(await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: { size: 1.5 } }));

  expect(await getEvents(client, leadId)).toHaveLength(1);
});

test('the event of a field’s change has the values before and after', async () => {
  const leadId = await createLead(client, { lead_fields: { colour: 'red' } });
  await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields: { colour: 'blue' } });

  const [event] = await getEvents(client, leadId);
  expect(event?.data['changes']).toEqual([{ field: 'lead_fields.colour', before: ['red'], after: ['blue'] }]);
});

test('the values of every field type from GET can be sent back', async () => {
  const leadId = await createLead(client, {
    lead_fields: {
      size: 3,
      likes: ['a'],
      worth: { unit: 'USD', value: 2 },
      address: { city: 'Austin' },
      seen: '2026-03-02T09:30:00Z',
    },
  });
  const { lead_fields } = await getLead(client, leadId);

  await answerOf(await sendLead(client, 'POST', `/${leadId}/modify`, { lead_fields }));

  expect((await getLead(client, leadId)).lead_fields).toEqual(lead_fields);
  expect(await getEvents(client, leadId)).toHaveLength(1);
});
