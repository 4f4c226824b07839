/** Answers of the operations that write one lead. */
import * as v from 'valibot';
import { id, named } from '../../../shared/reference/answers.ts';
import { leadAnswer, matchedOnAnswer } from '../record/answer-schema.ts';

/** The lead after the write, if the query asked for it. */
const lead = v.exactOptional(leadAnswer);

export const affectedLeadsAnswer = named('AffectedLeads', v.strictObject({ lead_ids: v.array(id), lead }));
export type AffectedLeads = v.InferOutput<typeof affectedLeadsAnswer>;

/** Another lead that has one of the identifiers. */
export const possibleDuplicateAnswer = named(
  'PossibleDuplicate',
  v.strictObject({ lead_id: id, matched_on: matchedOnAnswer }),
);
export type PossibleDuplicate = v.InferOutput<typeof possibleDuplicateAnswer>;

export const createdLeadAnswer = named(
  'CreatedLead',
  v.strictObject({
    lead_ids: v.array(id),
    lead,
    possible_duplicates: v.array(possibleDuplicateAnswer),
  }),
);
export type CreatedLeadBody = v.InferOutput<typeof createdLeadAnswer>;

export const upsertedLeadAnswer = named(
  'UpsertedLead',
  v.strictObject({
    lead_ids: v.array(id),
    lead,
    created: v.boolean(),
    matched_on: v.exactOptional(matchedOnAnswer),
    possible_duplicates: v.array(possibleDuplicateAnswer),
  }),
);
export type UpsertedLeadBody = v.InferOutput<typeof upsertedLeadAnswer>;

export const leadOnDemandAnswer = named('LeadOnDemand', v.strictObject({ lead: leadAnswer }));
