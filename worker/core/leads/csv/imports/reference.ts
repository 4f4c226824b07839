/** Reference of CSV imports. */
import { importAnswer } from './answer-schema.ts';
import { importPageSchema, importQuerySchema } from './schema.ts';
import { LEADS } from '../../reference.ts';
import { text, operationsOf, type Operation } from '../../../../shared/reference/operation.ts';

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
