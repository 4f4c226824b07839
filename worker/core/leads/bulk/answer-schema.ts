/** What bulk operations answer. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import { BULK_STATUSES, ROW_STATUSES } from './schema.ts';

/** What selected the leads. */
const bulkSelection = named(
  'BulkSelection',
  v.variant('by', [
    v.strictObject({ by: v.literal('ids') }),
    v.strictObject({
      by: v.literal('filters'),
      filtered_by: v.array(v.string()),
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
  /** Every lead that was selected. */
  count,
  /** Leads that were looked at: changed, unchanged and failed together. */
  processed: count,
  changed: count,
  unchanged: count,
  failed: count,
  undone: count,
  kept: count,
  /** In words: how far it is, or what came of it. */
  detail: v.string(),
  /** `user:<id>` or `key:<id>`, as the stream of changes and the audit log have them. */
  created_by: v.string(),
  created_time: time,
  request_id: v.string(),
  ended_time: v.exactOptional(time),
  ended_by: v.exactOptional(v.string()),
  /** Until when it can be taken back; absent: it cannot. */
  undoable_until: v.exactOptional(time),
};

export const bulkAnswer = named('Bulk', v.strictObject(bulkEntries));
export type BulkBody = v.InferOutput<typeof bulkAnswer>;

/** What became of a lead. */
const bulkRow = v.strictObject({
  /** Absent where the lead is gone without a trace. */
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

/** What an operation would do: `found` of the `count` leads are there. */
export const bulkDryRunAnswer = named(
  'BulkDryRun',
  v.strictObject({ dry_run: v.literal(true), count, found: count }),
);
export type BulkDryRun = v.InferOutput<typeof bulkDryRunAnswer>;
