/** The answers about costs. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';

const text = v.string();

const costAnswer = named(
  'Cost',
  v.strictObject({
    day: v.pipe(text, v.isoDate()),
    source: text,
    campaign: v.nullable(text),
    amount: v.number(),
    unit: text,
    modified_at: time,
  }),
);
export type CostBody = v.InferOutput<typeof costAnswer>;

export const costPageAnswer = v.strictObject({
  costs: v.array(costAnswer),
  next_cursor: v.exactOptional(count),
});
export type CostPage = v.InferOutput<typeof costPageAnswer>;

export const savedCostsAnswer = v.strictObject({ saved: count, changed: count });
export type SavedCosts = v.InferOutput<typeof savedCostsAnswer>;

export const costFileAnswer = v.strictObject({
  rows: count,
  saved: count,
  changed: count,
  from: v.nullable(v.pipe(text, v.isoDate())),
  to: v.nullable(v.pipe(text, v.isoDate())),
  ignored_columns: v.array(text),
  total_rows: count,
  title_rows: count,
  questions: v.array(
    v.strictObject({
      parameter: v.picklist(['decimal', 'days', 'spread', 'new_sources']),
      detail: text,
      choices: v.array(text),
      samples: v.array(text),
    }),
  ),
  preview: v.array(
    v.strictObject({
      row: count,
      day: v.nullable(text),
      until: v.nullable(text),
      source: text,
      campaign: v.nullable(text),
      amount: v.number(),
      unit: v.nullable(text),
      is_sum: v.boolean(),
    }),
  ),
  import_id: v.nullable(text),
});
export type CostFile = v.InferOutput<typeof costFileAnswer>;

export const takenBackCostsAnswer = v.strictObject({ restored: count, kept: count });
export type TakenBackCosts = v.InferOutput<typeof takenBackCostsAnswer>;

export const removedCostsAnswer = v.strictObject({ removed: count });
export type RemovedCosts = v.InferOutput<typeof removedCostsAnswer>;
