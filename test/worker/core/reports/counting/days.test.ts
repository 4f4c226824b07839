/** Days that do not exist are refused wherever a report or a cost names one; saved reports of former versions keep theirs. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  costListSchema,
  costRemovalSchema,
  costSchema,
} from '../../../../../worker/core/reports/costs/schema.ts';
import { recordsQuerySchema, reportQuerySchema } from '../../../../../worker/core/reports/counting/schema.ts';
import {
  newReportSchema,
  readSavedQuery,
  reportChangeSchema,
  withRealDays,
} from '../../../../../worker/core/reports/saved/schema.ts';
import { visitCountsQuerySchema } from '../../../../../worker/core/reports/counting/schema.ts';

const NEVER = '2026-02-30';

test.for<[what: string, schema: v.GenericSchema, input: object]>([
  ['a cost', costSchema, { day: NEVER, source: 'google', amount: 1 }],
  ['a list of costs', costListSchema, { from: NEVER }],
  ['a removal of costs', costRemovalSchema, { from: '2026-02-01', to: NEVER }],
  ['a report', reportQuerySchema, { metrics: 'calls', from: '2026-02-01', to: NEVER }],
  ['the list behind a figure', recordsQuerySchema, { from: NEVER }],
  ['a report that is saved', newReportSchema, { name: 'A', query: { metrics: 'calls', from: NEVER } }],
  ['a report that is changed', reportChangeSchema, { query: { metrics: 'calls', to: NEVER } }],
  ['visits', visitCountsQuerySchema, { day: NEVER }],
])('%s with a day that does not exist is refused in these words', ([, schema, input]) => {
  const { issues = [] } = v.safeParse(schema, input);
  const real = JSON.parse(JSON.stringify(input).replaceAll(NEVER, '2026-02-28')) as object;

  expect(issues.map(({ message }) => message)).toEqual(['There is no day 2026-02-30.']);
  expect(v.is(schema, real)).toBe(true);
});

test.for(['2026-02-29', '2026-04-31', '2100-02-29'])('%s is no day', (day) => {
  expect(v.is(visitCountsQuerySchema, { day })).toBe(false);
});

test.for(['2024-02-29', '2026-12-31', '2000-02-29'])('%s is a day', (day) => {
  expect(v.is(visitCountsQuerySchema, { day })).toBe(true);
});

test('a text that is no day says how to write one, and nothing else', () => {
  const { issues = [] } = v.safeParse(visitCountsQuerySchema, { day: '30/02/2026' });
  expect(issues.map(({ message }) => message)).toEqual(['Write a day as 2026-11-23.']);
});

test('a report that was saved with such a day can be read, made and sent back', () => {
  const saved = { metrics: 'calls', from: '2026-02-01', to: NEVER };

  expect(withRealDays(saved)).toEqual({ metrics: 'calls', from: '2026-02-01', to: '2026-03-02' });
  expect(readSavedQuery(saved)).toMatchObject({ from: '2026-02-01', to: '2026-03-02' });
  expect(v.is(newReportSchema, { name: 'A', query: withRealDays(saved) })).toBe(true);
  expect(withRealDays({ metrics: 'calls', relative: 'today' })).toEqual({
    metrics: 'calls',
    relative: 'today',
  });
});
