/** Reference of bulk operations. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import {
  BULK_STATUSES,
  ROW_STATUSES,
  bulkListSchema,
  bulkQuery,
  bulkRowsSchema,
  bulkSchema,
} from './schema.ts';
import { LEADS } from '../reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** How the leads were selected. */
const bulkSelection = named(
  'BulkSelection',
  v.variant('by', [
    v.strictObject({ by: v.literal('ids') }),
    v.strictObject({
      by: v.literal('filters'),
      filtered_by: v.array(v.string()),
      /** Present if the leads also had to match a search. */
      search_fields: v.exactOptional(v.array(v.string())),
      smart_view_id: v.exactOptional(id),
      relative: v.exactOptional(v.string()),
    }),
    v.strictObject({ by: v.literal('search'), search_fields: v.array(v.string()) }),
  ]),
);

const bulkEntries = {
  bulk_id: id,
  status: v.picklist(BULK_STATUSES),
  action: v.picklist(['assign', 'unassign', 'change_state', 'tags', 'remove']),
  to_user_email: v.exactOptional(v.string()),
  from_user_email: v.exactOptional(v.string()),
  state: v.exactOptional(v.string()),
  add: v.exactOptional(v.array(v.string())),
  remove: v.exactOptional(v.array(v.string())),
  selection: bulkSelection,
  /** The number of selected leads. */
  count,
  /** The number of leads that are done: changed, unchanged and failed together. */
  processed: count,
  changed: count,
  unchanged: count,
  failed: count,
  undone: count,
  kept: count,
  /** The progress or the result in words. */
  detail: v.string(),
  /** `user:<id>` or `key:<id>`, as in the stream of changes and the audit log. */
  created_by: v.string(),
  created_time: time,
  request_id: v.string(),
  ended_time: v.exactOptional(time),
  ended_by: v.exactOptional(v.string()),
  /** Until when the operation can be undone; absent if it cannot. */
  undoable_until: v.exactOptional(time),
};

export const bulkAnswer = named('Bulk', v.strictObject(bulkEntries));
export type BulkBody = v.InferOutput<typeof bulkAnswer>;

/** The result for one lead. */
const bulkRow = v.strictObject({
  /** Absent if no record of the lead is left. */
  lead_id: v.exactOptional(id),
  status: v.picklist(ROW_STATUSES),
  code: v.exactOptional(v.string()),
});
export type BulkRowBody = v.InferOutput<typeof bulkRow>;

export const bulkWithRowsAnswer = named(
  'BulkWithRows',
  v.strictObject({ ...bulkEntries, start: count, rows: v.array(bulkRow) }),
);
export type BulkWithRows = v.InferOutput<typeof bulkWithRowsAnswer>;

export const bulkListAnswer = v.strictObject({ count, start: count, bulk_operations: v.array(bulkAnswer) });
export type BulkList = v.InferOutput<typeof bulkListAnswer>;

/** The answer of a dry run: `count` leads are selected, and `found` of them exist. */
export const bulkDryRunAnswer = named(
  'BulkDryRun',
  v.strictObject({ dry_run: v.literal(true), count, found: count }),
);
export type BulkDryRun = v.InferOutput<typeof bulkDryRunAnswer>;

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
