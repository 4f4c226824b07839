/** Leads out as CSV. */
import { exportQuerySchema, namedExportSchema } from './schema.ts';
import { LEADS } from '../../reference.ts';
import { text, operationsOf, type Operation } from '../../../../shared/reference/operation.ts';

const leads = operationsOf('Leads', 'user');

export const EXPORT_OPERATIONS: readonly Operation[] = [
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
