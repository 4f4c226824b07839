/** What imports answer. */
import * as v from 'valibot';
import { count, id, named } from '../../../../shared/reference/answers.ts';
import { matchedOnAnswer, memberChangeAnswer } from '../../record/answer-schema.ts';

/** What is wrong with a row; `column` as the header names it, absent where the row as a whole is meant. */
const rowError = v.strictObject({
  column: v.exactOptional(v.string()),
  code: v.string(),
  detail: v.string(),
  /** The leads that the row could mean, where it is `ambiguous_match`. */
  lead_ids: v.exactOptional(v.array(id)),
  limit: v.exactOptional(count),
  count: v.exactOptional(count),
});
export type RowError = v.InferOutput<typeof rowError>;

/** What became of a row. */
const importedRow = named(
  'ImportedRow',
  v.strictObject({
    row: v.pipe(v.number(), v.integer(), v.minValue(1)),
    status: v.picklist(['created', 'updated', 'failed']),
    /** Absent where there is none: a row that failed, a lead that a dry run did not make. */
    lead_id: v.exactOptional(id),
    /** By what the row found its lead; absent for a new lead. */
    matched_on: v.exactOptional(matchedOnAnswer),
    /** Of a dry run: what the row would change of its lead, before and after. None: the lead has all of it already. */
    changes: v.exactOptional(v.array(memberChangeAnswer)),
    /** How many changes more there are than are told. */
    further_changes: v.exactOptional(count),
    errors: v.exactOptional(v.array(rowError)),
  }),
);
export type RowResult = v.InferOutput<typeof importedRow>;

/** An import, with a page of its results. */
export const importAnswer = named(
  'Import',
  v.strictObject({
    import_id: id,
    status: v.picklist(['running', 'done']),
    dry_run: v.boolean(),
    count,
    /** Rows that are done: `created`, `updated` and `failed` together. */
    processed: count,
    created: count,
    updated: count,
    failed: count,
    /** Columns of the file that leave leads as they are. */
    ignored_columns: v.array(v.string()),
    start: count,
    rows: v.array(importedRow),
  }),
);
export type ImportBody = v.InferOutput<typeof importAnswer>;
