/** Reference of bulk operations. */
import { bulkAnswer, bulkDryRunAnswer, bulkListAnswer, bulkWithRowsAnswer } from './answer-schema.ts';
import * as v from 'valibot';
import { bulkListSchema, bulkQuery, bulkRowsSchema, bulkSchema } from './schema.ts';
import { LEADS } from '../reference.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const bulk = operationsOf('Leads', 'user');

export const BULK_OPERATIONS: readonly Operation[] = [
  bulk({
    name: 'startBulkOperation',
    method: 'POST',
    path: `${LEADS}/bulk`,
    summary: 'Change many leads in the background (manager)',
    description:
      'assign, unassign, change_state, tags (add and remove) or remove, of lead_ids (at most 10,000) or of filters as smart views have them, with smart_view_id, relative and tz; {} means every lead; or of a search (q, with search_fields and exclude_... as search takes them), or of a search among filtered leads. The leads are those of the moment of the request; dry_run=true only counts them. One operation runs at a time, the others wait their turn. Read it again by its bulk_id.',
    query: v.object(bulkQuery),
    body: bulkSchema,
    answer: v.union([bulkAnswer, bulkDryRunAnswer]),
    golden: 'leads/bulk-begin',
    problems: [
      'permission_denied',
      'unknown_user',
      'unknown_state',
      'unknown_facet',
      'unknown_lead_field',
      'query_too_short',
      'unknown_range',
      'reversed_range',
      'assignee_suspended',
      'assignee_reads_only',
      'field_too_large',
      'rate_limited',
    ],
  }),
  bulk({
    name: 'listBulkOperations',
    method: 'GET',
    path: `${LEADS}/bulk`,
    summary: 'The bulk operations of the last days, newest first (manager)',
    query: bulkListSchema,
    answer: bulkListAnswer,
    golden: 'leads/bulk-list',
    problems: ['permission_denied'],
  }),
  bulk({
    name: 'getBulkOperation',
    method: 'GET',
    path: `${LEADS}/bulk/{bulk}`,
    summary: 'The progress of a bulk operation and the results of its leads (manager)',
    description: 'Available for seven days after its end. status=failed lists only the leads that failed.',
    query: bulkRowsSchema,
    answer: bulkWithRowsAnswer,
    golden: 'leads/bulk',
    problems: ['permission_denied'],
  }),
  bulk({
    name: 'cancelBulkOperation',
    method: 'POST',
    path: `${LEADS}/bulk/{bulk}/cancel`,
    summary: 'Stop a bulk operation (manager)',
    description: 'Leads that were changed stay changed; undo restores them.',
    answer: bulkAnswer,
    golden: 'leads/bulk-cancel',
    problems: ['permission_denied', 'bulk_ended'],
  }),
  bulk({
    name: 'undoBulkOperation',
    method: 'POST',
    path: `${LEADS}/bulk/{bulk}/undo`,
    summary: 'Undo a bulk operation (manager)',
    description:
      'Within 24 hours of its end. A lead that was edited again since is left as it is; its row has the status kept and the code edited_since.',
    answer: bulkAnswer,
    golden: 'leads/bulk-undo',
    problems: ['permission_denied', 'undo_unavailable'],
  }),
];
