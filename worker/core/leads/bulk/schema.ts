/** Bulk operations: the records as they are kept, and what the requests may say. */
import * as v from 'valibot';
import type { ProblemCode } from '../../../shared/http/problems.ts';
import { leadIdsSchema, MAX_VALUES, tagSchema } from '../record/schema.ts';
import { queryTextSchema, searchFieldListSchema } from '../finding/search/schema.ts';
import { countSchema, pageEntries, switchSchema } from '../../engine/context/parameters.ts';

const MAX_ROWS = 1_000;

export const BULK_STATUSES = ['waiting', 'running', 'done', 'cancelled', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** What becomes of a lead. */
export const ROW_STATUSES = ['changed', 'unchanged', 'failed', 'undone', 'kept'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** Why a lead was not changed, or not changed back: a refusal, or an edit of the same member since. */
export type RowCode = ProblemCode | 'edited_since';

/** What became of a lead: its id, absent where the lead is gone and left none; `code` where something kept it as it is. */
export type RowResult = [leadId: string | null, status: RowStatus, code?: RowCode];

/** What is done to each lead. It is kept, so of persons it has ids only. */
export type BulkAction =
  | { action: 'assign'; userId: string }
  /** `userId` undefined: from whomever it is assigned to. */
  | { action: 'unassign'; userId?: string }
  | { action: 'change_state'; state: string }
  | { action: 'tags'; add: string[]; remove: string[] }
  | { action: 'remove' };

/** What selected the leads. */
export type BulkSelection =
  | { by: 'ids' }
  | { by: 'filters'; filtered_by: string[]; smart_view_id?: string; relative?: string }
  | { by: 'search'; search_fields: string[] };

export interface BulkRecord {
  bulkId: string;
  status: BulkStatus;
  /** Who works: who began it, or who takes it back. As `rememberedActor` writes it. */
  actor: string;
  /** `user:<id>` or `key:<id>`. */
  createdBy: string;
  requestId: string;
  action: BulkAction;
  /** What selected the leads, without the values: they may be of a person. */
  selection: BulkSelection;
  leadCount: number;
  changed: number;
  unchanged: number;
  failed: number;
  undone: number;
  kept: number;
  /** Milliseconds since the epoch. */
  createdTime: number;
  endedTime: number | undefined;
  /** Who cancelled it, `system:bulk` for the product itself. */
  endedBy: string | undefined;
}

const tagsSchema = v.optional(v.pipe(v.array(tagSchema), v.maxLength(MAX_VALUES)), []);

/**
 * Which leads: by `lead_ids`, by `filters` with what a smart view takes besides, or by `q` with what a search takes
 * besides.
 */
const selectionEntries = {
  lead_ids: v.optional(leadIdsSchema),
  filters: v.optional(v.unknown()),
  smart_view_id: v.optional(v.string()),
  relative: v.optional(v.string()),
  tz: v.optional(v.string()),
  q: v.optional(queryTextSchema),
  search_fields: v.optional(searchFieldListSchema),
  exclude_notes: v.optional(v.boolean()),
  exclude_emails: v.optional(v.boolean()),
  exclude_reminders: v.optional(v.boolean()),
  exclude_texts: v.optional(v.boolean()),
};

/** `{action, ...}` with `{lead_ids}`, `{filters, smart_view_id?, relative?, tz?}` or `{q, search_fields?, exclude_...?}` */
export const bulkSchema = v.variant(
  'action',
  [
    v.strictObject({ action: v.literal('assign'), to_user_email: v.string(), ...selectionEntries }),
    v.strictObject({
      action: v.literal('unassign'),
      from_user_email: v.optional(v.string()),
      ...selectionEntries,
    }),
    v.strictObject({ action: v.literal('change_state'), state: v.string(), ...selectionEntries }),
    v.strictObject({ action: v.literal('tags'), add: tagsSchema, remove: tagsSchema, ...selectionEntries }),
    v.strictObject({ action: v.literal('remove'), ...selectionEntries }),
  ],
  'action is assign, unassign, change_state, tags or remove.',
);
export type BulkInput = v.InferOutput<typeof bulkSchema>;

/** The query that begins a bulk operation. */
export const bulkQuery = { dry_run: switchSchema(false) };

/** The query of the list. */
export const bulkListSchema = v.object(pageEntries);
export type BulkPage = v.InferOutput<typeof bulkListSchema>;

/** The query for what became of the leads. */
export const bulkRowsSchema = v.object({
  start: countSchema(0),
  size: v.pipe(
    countSchema(100),
    v.transform((size) => Math.min(size, MAX_ROWS)),
  ),
  status: v.optional(v.picklist([...ROW_STATUSES, ''], `Write one of ${ROW_STATUSES.join(', ')}.`), ''),
});
export type BulkRowsPage = v.InferOutput<typeof bulkRowsSchema>;
