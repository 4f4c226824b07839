/** Reference of CSV imports. */
import * as v from 'valibot';
import { count, id, named } from '../../../../shared/reference/answers.ts';
import { matchedOnAnswer, memberChangeAnswer } from '../../record/answer-schema.ts';
import { importPageSchema, importQuerySchema } from './schema.ts';
import { LEADS } from '../../reference.ts';
import { type Operation, operationsOf, text } from '../../../../shared/reference/operation.ts';

/** A fault of a row. `column` is the name in the header, absent if the fault concerns the whole row. */
const rowError = v.strictObject({
  column: v.exactOptional(v.string()),
  code: v.string(),
  detail: v.string(),
  /** With `ambiguous_match`: the leads that the row could mean. */
  lead_ids: v.exactOptional(v.array(id)),
  limit: v.exactOptional(count),
  count: v.exactOptional(count),
});
export type RowError = v.InferOutput<typeof rowError>;

/** The result for a row. */
const importedRow = named(
  'ImportedRow',
  v.strictObject({
    row: v.pipe(v.number(), v.integer(), v.minValue(1)),
    status: v.picklist(['created', 'updated', 'failed']),
    /** Absent for a row that failed, and for a lead that a dry run would create. */
    lead_id: v.exactOptional(id),
    /** The identifiers by which the row found its lead; absent for a new lead. */
    matched_on: v.exactOptional(matchedOnAnswer),
    /**
     * In a dry run: the changes that the row would make to its lead, with the values before and after. Empty if it would change
     * nothing.
     */
    changes: v.exactOptional(v.array(memberChangeAnswer)),
    /** The number of further changes that are not listed. */
    further_changes: v.exactOptional(count),
    errors: v.exactOptional(v.array(rowError)),
  }),
);
export type RowResult = v.InferOutput<typeof importedRow>;

/** An import with a page of its results. */
export const importAnswer = named(
  'Import',
  v.strictObject({
    import_id: id,
    status: v.picklist(['running', 'done']),
    dry_run: v.boolean(),
    count,
    /** The number of rows that are done: `created`, `updated` and `failed` together. */
    processed: count,
    created: count,
    updated: count,
    failed: count,
    /** Columns of the file that change nothing. */
    ignored_columns: v.array(v.string()),
    start: count,
    rows: v.array(importedRow),
  }),
);
export type ImportBody = v.InferOutput<typeof importAnswer>;

const leads = operationsOf('Leads', 'user');

export const IMPORT_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'importLeads',
    method: 'POST',
    path: `${LEADS}/import`,
    summary: 'Upsert every row of a CSV file',
    description:
      'The header names email, phone, name, source_tags, tags, state, lead_group and lead fields (address.city for a part). ' +
      'mapping is a JSON object, column to field, null to leave a column out. dry_run=true writes nothing and lists the changes that each row would make. ' +
      'If a file has more than 5,000 rows, the import of the rest continues after the answer; read its progress by import_id.',
    query: importQuerySchema,
    body: text,
    bodyType: 'text/csv',
    answer: importAnswer,
    golden: 'leads/import',
    problems: ['unknown_column', 'duplicate_column', 'identifier_required', 'rate_limited'],
  }),
  leads({
    name: 'getImport',
    method: 'GET',
    path: `${LEADS}/import/{import}`,
    summary: 'The progress of an import and the results of its rows',
    description: 'Available for seven days. status=failed lists only the rows that failed.',
    query: importPageSchema,
    answer: importAnswer,
    golden: 'leads/import-failed-rows',
  }),
];
