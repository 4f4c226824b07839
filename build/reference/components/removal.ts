/** The shapes of what removing, restoring and erasing answer. */
import { CHANGE_TYPES } from '../../../worker/core/changes/schema.ts';
import { arrayOf, choice, count, exactly, id, type JsonSchema, ref, text, time } from '../operation.ts';

const removal = { lead_id: id, removed_time: time, removed_by: text, restorable_until: time };

export const REMOVAL_COMPONENTS: Record<string, JsonSchema> = {
  Removal: exactly(removal),
  RemovedLead: exactly({ ...removal, lead: ref('Lead') }),
  Erasure: exactly({
    merged_leads: count,
    events: count,
    comments: count,
    events_of_other_leads: count,
    notifications: count,
    calls: count,
    recordings: count,
    texts: count,
    import_rows: count,
  }),
  Everything: exactly({
    lead: ref('Lead'),
    merged_leads: arrayOf(exactly({ lead_id: id, merged_time: time, 'before?': ref('Lead') })),
    notifications: arrayOf({ type: 'object', additionalProperties: true }),
    events: arrayOf({ type: 'object', additionalProperties: true }),
    changes: arrayOf(
      exactly({
        sequence: { type: 'integer', minimum: 1 },
        type: choice(CHANGE_TYPES),
        timestamp: time,
        actor: text,
        request_id: text,
      }),
    ),
  }),
};
