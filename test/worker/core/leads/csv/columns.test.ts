import { expect, test } from 'vitest';
import { csvColumns } from '../../../../../worker/core/leads/csv/csv-columns.ts';
import type { FieldRule } from '../../../../../worker/core/leads/record/field-values.ts';

test('a field with the name of a column that only exports have takes its place, so that each name is there once', () => {
  const fields = ['landing_page', 'lead_source'].map((name): FieldRule => ({
    name,
    type: 'text',
    cardinality: 1,
  }));
  const columns = csvColumns(fields);
  const names = columns.map(({ name }) => name);

  expect(names).toEqual([...new Set(names)]);
  expect(columns.flatMap(({ kind, name }) => (kind === 'field' ? [name] : []))).toEqual([
    'landing_page',
    'lead_source',
  ]);
  expect(csvColumns([]).map(({ name }) => name)).toContain('landing_page');
});
