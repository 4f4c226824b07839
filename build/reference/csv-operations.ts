/** Leads in and out as CSV. */
import { exportQuerySchema, namedExportSchema } from '../../worker/core/leads/csv/exports/schema.ts';
import { importPageSchema, importQuerySchema } from '../../worker/core/leads/csv/imports/schema.ts';
import { type Operation, ref, text } from './operation.ts';

const LEADS = '/companies/{company}/leads';

type Described = Omit<Operation, 'tag' | 'access'>;
const leads = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });

export const CSV_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'importLeads',
    method: 'POST',
    path: `${LEADS}/import`,
    summary: 'Upsert every row of a CSV file',
    description:
      'The header names email, phone, name, source_tags, tags, state, lead_group and lead fields (address.city for a part). ' +
      'mapping is a JSON object, column to field, null to leave a column out. dry_run=true writes nothing and tells what each row would change. ' +
      'Of a file of more than 5,000 rows the rest goes on after the answer; read it by import_id.',
    query: importQuerySchema,
    body: text,
    bodyType: 'text/csv',
    answer: ref('Import'),
    golden: 'leads/import',
    problems: ['unknown_column', 'duplicate_column', 'identifier_required', 'rate_limited'],
  }),
  leads({
    name: 'getImport',
    method: 'GET',
    path: `${LEADS}/import/{import}`,
    summary: 'How far an import is, and what became of its rows',
    description: 'For seven days. status=failed lists only the rows that failed.',
    query: importPageSchema,
    answer: ref('Import'),
    golden: 'leads/import-failed-rows',
  }),
  leads({
    name: 'exportLeads',
    method: 'GET',
    path: `${LEADS}/export.csv`,
    summary: 'The leads as a CSV file',
    description:
      'Those of a smart view, with filters, sort and relative as smart views take them; of a search (q, with search_fields and exclude_... as search takes them); or all. Streams. ' +
      'An import reads it back. What a spreadsheet could run has an apostrophe before it; for=import leaves that out.',
    query: exportQuerySchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
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
  leads({
    name: 'exportLeadsByIds',
    method: 'POST',
    path: `${LEADS}/export.csv`,
    summary: 'Chosen leads as a CSV file',
    description:
      'At most 10,000, in the order of lead_ids, each once; unknown and invisible ones are left out, the id of a merged-away lead stands for its survivor. It changes nothing. The file is that of a GET.',
    body: namedExportSchema,
    keyless: true,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'leads/export-named',
  }),
];
