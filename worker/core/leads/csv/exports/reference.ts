/** Reference of CSV exports. */
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
      'The leads of a smart view, with filters, sort, relative and a search (q, search_fields, exclude_...) as in smart views; without a view, all. Streams. ' +
      'An import can read the file. Cells that a spreadsheet could run as a formula begin with an apostrophe; for=import leaves it out.',
    query: exportQuerySchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'leads/export',
    problems: [
      'permission_denied',
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
      'At most 10,000, in the order of lead_ids, each once; unknown and invisible ones are left out, the id of a merged lead stands for its survivor. The request changes nothing. The file has the form of the one from GET.',
    body: namedExportSchema,
    keyless: true,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'leads/export-named',
  }),
];
