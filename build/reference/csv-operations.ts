/** Leads in and out as CSV. */
import { exportQuerySchema } from '../../worker/core/exports/schema.ts';
import { importPageSchema, importQuerySchema } from '../../worker/core/imports/schema.ts';
import { arrayOf, count, exactly, flag, id, type JsonSchema, type Operation, text } from './operation.ts';

const LEADS = '/companies/{company}/leads';

const rowError = exactly({ 'column?': text, code: text, detail: text, 'lead_ids?': arrayOf(id) });
const change: JsonSchema = {
  type: 'object',
  description:
    'A member before and after, absent where it has no value; of a list what is added and removed.',
  properties: {
    field: text,
    before: {},
    after: {},
    added: { type: 'array', items: {} },
    removed: { type: 'array', items: {} },
    reordered: flag,
    omitted: { ...flag, description: 'The values are too long to be told.' },
  },
  required: ['field'],
  additionalProperties: false,
};
const importedRow = exactly({
  row: count,
  status: { enum: ['created', 'updated', 'failed'] },
  'lead_id?': id,
  'matched_on?': {
    enum: ['email', 'phone', 'email_and_phone'],
    description: 'By what the row found its lead; absent for a new lead.',
  },
  'changes?': {
    ...arrayOf(change),
    description: 'Of a dry run: what the row would change of its lead. None: the lead has all of it already.',
  },
  'further_changes?': { ...count, description: 'How many changes more there are than are told.' },
  'errors?': arrayOf(rowError),
});
const importView = exactly({
  import_id: id,
  status: { enum: ['running', 'done'] },
  dry_run: flag,
  count,
  processed: count,
  created: count,
  updated: count,
  failed: count,
  ignored_columns: arrayOf(text),
  start: count,
  rows: arrayOf(importedRow),
});

type Described = Omit<Operation, 'tag' | 'access'>;
const leads = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });

export const CSV_OPERATIONS: readonly Operation[] = [
  leads({
    method: 'POST',
    path: `${LEADS}/import`,
    summary: 'Upsert every row of a CSV file',
    description:
      'The header names email, phone, name, source_tags, state, lead_group and lead fields (address.city for a part). ' +
      'mapping is a JSON object, column to field, null to leave a column out. dry_run=true writes nothing and tells what each row would change. ' +
      'Of a file of more than 5,000 rows the rest goes on after the answer; read it by import_id.',
    query: importQuerySchema,
    body: {
      schema: text,
      example: 'email,phone,name,source_tags\r\nann@example.com,512 555 0100,"Lee, Ann",Fair; Website\r\n',
      type: 'text/csv',
    },
    answer: importView,
    golden: 'leads/import',
    problems: ['unknown_column', 'duplicate_column', 'identifier_required', 'rate_limited'],
  }),
  leads({
    method: 'GET',
    path: `${LEADS}/import/{import}`,
    summary: 'How far an import is, and what became of its rows',
    description: 'For seven days. status=failed lists only the rows that failed.',
    query: importPageSchema,
    answer: importView,
    golden: 'leads/import-failed-rows',
  }),
  leads({
    method: 'GET',
    path: `${LEADS}/export.csv`,
    summary: 'The leads as a CSV file',
    description:
      'Those of a smart view, with filters, sort and relative as smart views take them; of a search (q); or all. Streams. ' +
      'An import reads it back. What a spreadsheet could run has an apostrophe before it; for=import leaves that out.',
    query: exportQuerySchema,
    answer: text,
    answerType: 'text/csv',
    golden: 'leads/export',
    problems: [
      'query_too_short',
      'unknown_lead_field',
      'unknown_facet',
      'unsortable_field',
      'unknown_range',
      'reversed_range',
    ],
  }),
];
