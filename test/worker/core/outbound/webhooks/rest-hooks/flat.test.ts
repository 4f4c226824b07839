/** A change as one level of names and values. */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { changeName } from '../../../../../../build/reference/components/changes.ts';
import type { ChangeBody } from '../../../../../../worker/core/engine/log/reference.ts';
import { CHANGE_TYPES } from '../../../../../../worker/core/engine/context/stream-schema.ts';
import { exampleChange, exampleOf } from '../../../../../../worker/core/outbound/webhooks/flat/examples.ts';
import { flatChange } from '../../../../../../worker/core/outbound/webhooks/flat/flat-change.ts';
import { namedAnswers } from '../../../../../../worker/shared/reference/answers.ts';
import { readFlat } from './judge.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const BASE = { id: '7', type: 'lead.changed', timestamp: '2026-01-02T03:04:05.678Z', actor: 'user:1' };

function flat(data: Record<string, unknown>): Record<string, unknown> {
  const change = { sequence: 7, type: 'lead.changed', timestamp: BASE.timestamp, actor: 'user:1' };
  return flatChange({ ...change, request_id: 'r', data: { company_id: 'c', ...data } } as ChangeBody);
}

test.for([
  ['a member of a record begins with the record', { lead: { name: 'Ann' } }, { lead_name: 'Ann' }],
  [
    'the record is not named twice',
    { lead: { lead_id: 'l', lead_fields: { lead: ['x'] } } },
    { lead_id: 'l', lead_fields_lead: 'x' },
  ],
  [
    'a record in a record has both names',
    { call: { visit: { source: 'ads' } } },
    { call_visit_source: 'ads' },
  ],
  [
    'a member called like its record is the record',
    { call: { value: { unit: 'USD', value: 5 } } },
    { call_value_unit: 'USD', call_value: 5 },
  ],
  [
    'the data of an event are the event',
    { event: { type: 'note', data: { message: 'Hi' } } },
    { event_type: 'note', event_message: 'Hi' },
  ],
  ['texts are joined', { lead: { tags: ['a', 'b'], none: [] } }, { lead_tags: 'a, b', lead_none: '' }],
  [
    'of addresses the first stands alone, too',
    {
      lead: {
        emails: [
          { type: 'Work', email: 'a@x.test' },
          { type: '', email: 'b@x.test' },
        ],
      },
    },
    { lead_email: 'a@x.test', lead_emails: 'a@x.test, b@x.test' },
  ],
  [
    'amounts have their unit',
    {
      lead: {
        lead_fields: {
          budget: [
            { unit: 'USD', value: 12.5 },
            { unit: 'EUR', value: 1 },
          ],
        },
      },
    },
    { lead_fields_budget: 'USD 12.5, EUR 1' },
  ],
  [
    'an answer has its question',
    { event: { data: { answers: [{ label: 'What leaks?', value: 'The roof' }] } } },
    { 'event_answers_What leaks?': 'The roof' },
  ],
  ['other lists are JSON', { report: { rows: [{ calls: 1 }] } }, { report_rows: '[{"calls":1}]' }],
  ['lists in lists are JSON', { report: { rows: [['a', 1]] } }, { report_rows: '["a",1]' }],
  [
    'nothing stays nothing, and what is absent is left out',
    { call: { from: null, x: undefined } },
    { call_from: null },
  ],
  [
    'what is called like the message itself keeps its value',
    { id: 'a webhook', type: 'x' },
    { data_id: 'a webhook', data_type: 'x' },
  ],
] as const)('%s', ([, data, expected]) => {
  expect(flat(data)).toEqual({ ...BASE, company_id: 'c', ...expected });
});

test('a name from outside is only a name', () => {
  const made = flat({
    lead: { lead_fields: JSON.parse('{"__proto__": ["x"], "constructor": ["y"]}') as object },
  });
  expect(Object.keys(made)).toEqual(
    expect.arrayContaining(['lead_fields___proto__', 'lead_fields_constructor']),
  );
  const bare = flat(JSON.parse('{"__proto__": "x", "a": 1}') as Record<string, unknown>);
  expect(JSON.parse(JSON.stringify(bare))).toMatchObject({ a: 1 });
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test.for(CHANGE_TYPES)('the example of %s is what the reference says of it, and a message', (type) => {
  const example = exampleChange(type, ID);
  const schema = namedAnswers().get(changeName(type));
  expect(schema === undefined ? 'no schema' : v.safeParse(schema, example).issues).toBeUndefined();
  expect(readFlat(exampleOf(type, ID))).toEqual({ ...flatChange(example), id: 'example' });
});
