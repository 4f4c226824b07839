/** The stored records of bulk operations, and the schemas of their requests. */
import * as v from 'valibot';
import type { ProblemCode } from '../../../shared/http/problems.ts';
import { leadIdsSchema, MAX_VALUES, tagSchema } from '../record/schema.ts';
import { queryTextSchema, searchFieldListSchema } from '../finding/search/schema.ts';
import { countSchema, pageEntries, switchSchema } from '../../engine/context/parameters.ts';

const MAX_ROWS = 1_000;

export const BULK_STATUSES = ['waiting', 'running', 'done', 'cancelled', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** The possible results for a lead. */
export const ROW_STATUSES = ['changed', 'unchanged', 'failed', 'undone', 'kept'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** The reason why a lead was not changed or not restored: a refusal, or a later edit of the same member. */
export type RowCode = ProblemCode | 'edited_since';

/** The result for a lead: its id, null if no record of the lead is left; its status; and the reason if it was not changed. */
export type RowResult = [leadId: string | null, status: RowStatus, code?: RowCode];

/** The change that is applied to each lead. It is stored, so it contains only ids of persons. */
export type BulkAction =
  | { action: 'assign'; userId: string }
  /** Without `userId`, unassigns the lead from any owner. */
  | { action: 'unassign'; userId?: string }
  | { action: 'change_state'; state: string }
  | { action: 'tags'; add: string[]; remove: string[] }
  | { action: 'remove' };

/** How the leads were selected. */
export type BulkSelection =
  | { by: 'ids' }
  | {
      by: 'filters';
      filtered_by: string[];
      /** Present if the leads also had to match a search. */
      search_fields?: string[];
      smart_view_id?: string;
      relative?: string;
    }
  | { by: 'search'; search_fields: string[] };

export interface BulkRecord {
  bulkId: string;
  status: BulkStatus;
  /** The actor who began the operation or its undo, as `rememberedActor` writes it. */
  actor: string;
  /** `user:<id>` or `key:<id>`. */
  createdBy: string;
  requestId: string;
  action: BulkAction;
  /** How the leads were selected, without the values, which may be personal data. */
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
  /** The actor who cancelled the operation; `system:bulk` for the product itself. */
  endedBy: string | undefined;
}

const tagsSchema = v.optional(v.pipe(v.array(tagSchema), v.maxLength(MAX_VALUES)), []);

/**
 * The members that select the leads: `lead_ids`; or `filters` with the other parameters of a smart view, `q` with the other
 * parameters of a search, or both.
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

/** The query for the results of an operation. */
export const bulkRowsSchema = v.object({
  start: countSchema(0),
  size: v.pipe(
    countSchema(100),
    v.transform((size) => Math.min(size, MAX_ROWS)),
  ),
  status: v.optional(v.picklist([...ROW_STATUSES, ''], `Write one of ${ROW_STATUSES.join(', ')}.`), ''),
});
export type BulkRowsPage = v.InferOutput<typeof bulkRowsSchema>;
