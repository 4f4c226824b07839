/** Many leads in one request: batches of writes, and bulk operations. */
import * as v from 'valibot';
import { batchSchema } from '../../worker/core/leads/batch/schema.ts';
import {
  bulkListSchema,
  bulkQuery,
  bulkRowsSchema,
  bulkSchema,
} from '../../worker/core/leads/bulk/schema.ts';
import { arrayOf, count, exactly, type Operation, ref } from './operation.ts';

const LEADS = '/companies/{company}/leads';

type Described = Omit<Operation, 'tag' | 'access'>;
const bulk = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });

export const BULK_OPERATIONS: readonly Operation[] = [
  bulk({
    name: 'runLeadBatch',
    method: 'POST',
    path: `${LEADS}/batch`,
    summary: 'Up to 100 creates, upserts and modifies, each with its own result',
    description:
      'In their order, each wholly or not at all, with the rights and refusals of a call of its own. The answer is 200 also when operations failed: look at failed. Pointers of faults lead into the body of the batch. An Idempotency-Key stands for the whole.',
    body: batchSchema,
    answer: exactly({ succeeded: count, failed: count, results: arrayOf(ref('BatchResult')) }),
    golden: 'leads/batch',
  }),
  bulk({
    name: 'startBulkOperation',
    method: 'POST',
    path: `${LEADS}/bulk`,
    summary: 'Change many leads in the background (manager)',
    description:
      'assign, unassign, change_state, tags (add and remove) or remove, of lead_ids (at most 10,000) or of filters as smart views have them, with smart_view_id, relative and tz; {} means every lead; or of a search (q, with search_fields and exclude_... as search takes them). The leads are those of the moment of the request; dry_run=true only counts them. One operation runs at a time, the others wait their turn. Read it again by its bulk_id.',
    query: v.object(bulkQuery),
    body: bulkSchema,
    answer: { oneOf: [ref('Bulk'), ref('BulkDryRun')] },
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
      'field_too_large',
      'rate_limited',
    ],
  }),
  bulk({
    name: 'listBulkOperations',
    method: 'GET',
    path: `${LEADS}/bulk`,
    summary: 'The bulk operations of the last days, the newest first (manager)',
    query: bulkListSchema,
    answer: exactly({ count, start: count, bulk_operations: arrayOf(ref('Bulk')) }),
    golden: 'leads/bulk-list',
    problems: ['permission_denied'],
  }),
  bulk({
    name: 'getBulkOperation',
    method: 'GET',
    path: `${LEADS}/bulk/{bulk}`,
    summary: 'How far a bulk operation is, and what became of its leads (manager)',
    description: 'For seven days after its end. status=failed lists only the leads that failed.',
    query: bulkRowsSchema,
    answer: ref('BulkWithRows'),
    golden: 'leads/bulk',
    problems: ['permission_denied'],
  }),
  bulk({
    name: 'cancelBulkOperation',
    method: 'POST',
    path: `${LEADS}/bulk/{bulk}/cancel`,
    summary: 'Stop a bulk operation (manager)',
    description: 'Leads that were changed stay changed; undo changes them back.',
    answer: ref('Bulk'),
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
    answer: ref('Bulk'),
    golden: 'leads/bulk-undo',
    problems: ['permission_denied', 'undo_unavailable'],
  }),
];
