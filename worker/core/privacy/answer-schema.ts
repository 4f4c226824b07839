/** What removing, restoring and erasing answer. */
import * as v from 'valibot';
import { count, id, named, time } from '../../shared/reference/answers.ts';
import { leadAnswer } from '../leads/record/answer-schema.ts';

const removalEntries = { lead_id: id, removed_time: time, removed_by: v.string(), restorable_until: time };

export const removalAnswer = named('Removal', v.strictObject(removalEntries));
export type RemovalBody = v.InferOutput<typeof removalAnswer>;

/** A lead that was removed and can be restored. */
const removedLead = named('RemovedLead', v.strictObject({ ...removalEntries, lead: leadAnswer }));
export type RemovedLeadBody = v.InferOutput<typeof removedLead>;

export const removedLeadsAnswer = v.strictObject({ count, start: count, removed: v.array(removedLead) });
export type RemovedLeads = v.InferOutput<typeof removedLeadsAnswer>;

/** How many records of each kind were deleted. */
const erasure = named(
  'Erasure',
  v.strictObject({
    merged_leads: count,
    events: count,
    comments: count,
    events_of_other_leads: count,
    notifications: count,
    calls: count,
    recordings: count,
    texts: count,
    forms: count,
    media: count,
    import_rows: count,
    conversions: count,
  }),
);
export type ErasureBody = v.InferOutput<typeof erasure>;

export const erasedLeadAnswer = v.strictObject({ lead_id: id, erased: erasure });
export type ErasedLeadBody = v.InferOutput<typeof erasedLeadAnswer>;
