/** What the operations that make and change leads answer: the same for a call of its own and within a batch. */
import type { Answer } from '../answers.ts';
import type { CreatedLead } from './leads.ts';
import type { UpsertedLead } from './upserts.ts';

/** `{lead_ids}`: the lead that was changed. */
export function affected({ leadId }: { leadId: string }): Answer {
  return { body: { lead_ids: [leadId] } };
}

/** `{lead_ids, possible_duplicates}`: the lead that was made. */
export function created({ lead, possibleDuplicates }: CreatedLead): Answer {
  return { body: { lead_ids: [lead.leadId], possible_duplicates: possibleDuplicates } };
}

/** `{lead_ids, created, matched_on?, possible_duplicates}`: the lead that was found or made. */
export function upserted({ lead, created: isNew, matchedOn, possibleDuplicates }: UpsertedLead): Answer {
  return {
    body: {
      lead_ids: [lead.leadId],
      created: isNew,
      ...(matchedOn === undefined ? {} : { matched_on: matchedOn }),
      possible_duplicates: possibleDuplicates,
    },
  };
}
