/** Many leads in one request: batches of writes, and bulk operations. */
import * as v from 'valibot';
import { batchSchema } from '../../worker/core/batch/schema.ts';
import {
  BULK_STATUSES,
  bulkListSchema,
  bulkQuery,
  bulkRowsSchema,
  bulkSchema,
  ROW_STATUSES,
} from '../../worker/core/bulk/schema.ts';
import {
  arrayOf,
  count,
  exactly,
  id,
  type JsonSchema,
  type Operation,
  ref,
  text,
  time,
} from './operation.ts';

const LEADS = '/companies/{company}/leads';

const batchResult: JsonSchema = {
  oneOf: [
    exactly({
      status: { const: 200 },
      body: { oneOf: [ref('UpsertedLead'), ref('CreatedLead'), ref('AffectedLeads')] },
    }),
    exactly({ status: { type: 'integer', minimum: 400 }, problem: ref('Problem') }),
  ],
};

const selection: JsonSchema = {
  oneOf: [
    exactly({ by: { const: 'ids' } }),
    exactly({
      by: { const: 'filters' },
      filtered_by: arrayOf(text),
      'smart_view_id?': id,
      'relative?': text,
    }),
  ],
};
const bulkMembers = {
  bulk_id: id,
  status: { enum: BULK_STATUSES },
  action: { enum: ['assign', 'unassign', 'change_state', 'tags', 'remove'] },
  'to_user_email?': text,
  'from_user_email?': text,
  'state?': text,
  'add?': arrayOf(text),
  'remove?': arrayOf(text),
  selection,
  count,
  processed: count,
  changed: count,
  unchanged: count,
  failed: count,
  undone: count,
  kept: count,
  detail: { type: 'string', description: 'In words: how far it is, or what came of it.' },
  created_by: text,
  created_time: time,
  request_id: text,
  'ended_time?': time,
  'ended_by?': text,
  'undoable_until?': time,
};
const bulkView = exactly(bulkMembers);
const bulkRow = exactly({ 'lead_id?': id, status: { enum: ROW_STATUSES }, 'code?': text });
const dryRun = exactly({ dry_run: { const: true }, count, found: count });

type Described = Omit<Operation, 'tag' | 'access'>;
const bulk = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });

export const BULK_OPERATIONS: readonly Operation[] = [
  bulk({
    method: 'POST',
    path: `${LEADS}/batch`,
    summary: 'Up to 100 creates, upserts and modifies, each with its own result',
    description:
      'In their order, each wholly or not at all, with the rights and refusals of a call of its own. The answer is 200 also when operations failed: look at failed. Pointers of faults lead into the body of the batch. An Idempotency-Key stands for the whole.',
    body: {
      schema: batchSchema,
      example: {
        operations: [
          { op: 'upsert', lead: { email: 'ann@example.com', name: 'Ann Lee' } },
          { op: 'modify', lead_id: '00000000-0000-4000-8000-000000000003', lead: { state: 'contacted' } },
        ],
      },
    },
    answer: exactly({ succeeded: count, failed: count, results: arrayOf(batchResult) }),
    golden: 'leads/batch',
  }),
  bulk({
    method: 'POST',
    path: `${LEADS}/bulk`,
    summary: 'Change many leads in the background (manager)',
    description:
      'assign, unassign, change_state, tags (add and remove) or remove, of lead_ids (at most 10,000) or of filters as smart views have them, with smart_view_id, relative and tz; {} means every lead. The leads are those of the moment of the request; dry_run=true only counts them. One operation runs at a time, the others wait their turn. Read it again by its bulk_id.',
    query: v.object(bulkQuery),
    body: {
      schema: bulkSchema,
      example: { action: 'change_state', state: 'contacted', filters: { state: ['open'] } },
    },
    answer: { oneOf: [bulkView, dryRun] },
    golden: 'leads/bulk-begin',
    problems: [
      'permission_denied',
      'unknown_user',
      'unknown_state',
      'unknown_facet',
      'unknown_range',
      'reversed_range',
      'assignee_suspended',
      'field_too_large',
      'rate_limited',
    ],
  }),
  bulk({
    method: 'GET',
    path: `${LEADS}/bulk`,
    summary: 'The bulk operations of the last days, the newest first (manager)',
    query: bulkListSchema,
    answer: exactly({ count, start: count, bulk_operations: arrayOf(bulkView) }),
    golden: 'leads/bulk-list',
    problems: ['permission_denied'],
  }),
  bulk({
    method: 'GET',
    path: `${LEADS}/bulk/{bulk}`,
    summary: 'How far a bulk operation is, and what became of its leads (manager)',
    description: 'For seven days after its end. status=failed lists only the leads that failed.',
    query: bulkRowsSchema,
    answer: exactly({ ...bulkMembers, start: count, rows: arrayOf(bulkRow) }),
    golden: 'leads/bulk',
    problems: ['permission_denied'],
  }),
  bulk({
    method: 'POST',
    path: `${LEADS}/bulk/{bulk}/cancel`,
    summary: 'End a bulk operation where it stands (manager)',
    description: 'What is changed stays changed, and can be taken back.',
    answer: bulkView,
    golden: 'leads/bulk-cancel',
    problems: ['permission_denied', 'bulk_ended'],
  }),
  bulk({
    method: 'POST',
    path: `${LEADS}/bulk/{bulk}/undo`,
    summary: 'Take a bulk operation back (manager)',
    description:
      'Within 24 hours of its end. A lead whose changed member was edited since is left alone (kept, edited_since).',
    answer: bulkView,
    golden: 'leads/bulk-undo',
    problems: ['permission_denied', 'undo_unavailable'],
  }),
];
