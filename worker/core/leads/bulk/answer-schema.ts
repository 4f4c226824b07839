/** Answers of bulk operations. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import { BULK_STATUSES, ROW_STATUSES } from './schema.ts';

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
