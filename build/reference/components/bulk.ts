/** The shapes of what batches and bulk operations answer. */
import { BULK_STATUSES, ROW_STATUSES } from '../../../worker/core/leads/bulk/schema.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  id,
  type JsonSchema,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';

const bulk = {
  bulk_id: id,
  status: choice(BULK_STATUSES),
  action: choice(['assign', 'unassign', 'change_state', 'tags', 'remove']),
  'to_user_email?': text,
  'from_user_email?': text,
  'state?': text,
  'add?': arrayOf(text),
  'remove?': arrayOf(text),
  selection: ref('BulkSelection'),
  count,
  processed: count,
  changed: count,
  unchanged: count,
  failed: count,
  undone: count,
  kept: count,
  detail: text,
  created_by: text,
  created_time: time,
  request_id: text,
  'ended_time?': time,
  'ended_by?': text,
  'undoable_until?': time,
};

export const BULK_COMPONENTS: Record<string, JsonSchema> = {
  BatchResult: {
    oneOf: [
      exactly({
        status: { const: 200 },
        body: { anyOf: [ref('UpsertedLead'), ref('CreatedLead'), ref('AffectedLeads')] },
      }),
      exactly({ status: { type: 'integer', minimum: 400 }, problem: ref('Problem') }),
    ],
  },
  BulkSelection: {
    oneOf: [
      exactly({ by: { const: 'ids' } }),
      exactly({
        by: { const: 'filters' },
        filtered_by: arrayOf(text),
        'smart_view_id?': id,
        'relative?': text,
      }),
      exactly({ by: { const: 'search' }, search_fields: arrayOf(text) }),
    ],
  },
  Bulk: exactly(bulk),
  BulkWithRows: exactly({
    ...bulk,
    start: count,
    rows: arrayOf(exactly({ 'lead_id?': id, status: choice(ROW_STATUSES), 'code?': text })),
  }),
  BulkDryRun: exactly({ dry_run: { const: true }, count, found: count }),
};
