// @vitest-environment happy-dom
/** The inputs for the values of a lead's fields. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { LeadField } from '../../../../../console/api/company.ts';
import { filledValues } from '../../../../../console/screens/leads/lead/values/filled-values.ts';
import { ValueInputs } from '../../../../../console/screens/leads/lead/values/value-inputs.tsx';
import { show } from '../../../rendered.ts';

function field(more: Partial<LeadField>): LeadField {
  return {
    name: 'remark',
    label: 'Remark',
    type: 'text',
    cardinality: 1,
    sortable: false,
    field_facet: false,
    pinned: false,
    print_lines: 1,
    field_group: '',
    ...more,
  };
}

async function tagsOf(rule: LeadField, values: unknown[]): Promise<string[]> {
  const { find } = await show(h(ValueInputs, { rule, name: '/remark', values, set: () => undefined }));
  return find.getAllByRole('textbox').map(({ localName }) => localName);
}

test.for([
  [1, 'input'],
  [2, 'textarea'],
] as const)('a text of %d lines has an %s', async ([lines, tag]) => {
  expect(await tagsOf(field({ print_lines: lines }), ['Roof'])).toEqual([tag]);
});

test.for([
  [1, ['a'], false],
  [2, ['a'], true],
  [2, ['a', 'b'], false],
  [0, ['a', 'b', 'c'], true],
] as const)(
  'with a limit of %d and the values %j another can be added: %s',
  async ([cardinality, values, may]) => {
    const rule = field({ cardinality });
    const { find } = await show(
      h(ValueInputs, { rule, name: '/remark', values: [...values], set: () => undefined }),
    );

    expect(find.queryAllByText('Add another').length).toBe(may ? 1 : 0);
  },
);

test('blank values are not sent', () => {
  expect(filledValues(field({}), ['Roof', ' ', ''])).toEqual(['Roof']);
  expect(filledValues(field({ type: 'currency' }), [{ unit: 'USD' }, { unit: 'USD', value: 0 }])).toEqual([
    { unit: 'USD', value: 0 },
  ]);
});
