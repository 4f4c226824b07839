/** What the operations that make and change leads answer: the same for a call of its own and within a batch. */
import type { AffectedLeads, CreatedLeadBody, UpsertedLeadBody } from './answer-schema.ts';
import type { Answer } from '../../engine/http/answers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { contentTag, leadBody } from '../record/lead-bodies.ts';
import type { CreatedLead, UpsertedLead } from './leads.ts';
import type { LeadRecord } from '../record/schema.ts';

/** `{lead_ids}`: the lead that was changed. */
export function affected({ leadId }: { leadId: string }): Answer {
  return { body: { lead_ids: [leadId] } satisfies AffectedLeads };
}

/** `{lead_ids, possible_duplicates}`: the lead that was made. */
export function created({ lead, possibleDuplicates }: CreatedLead): Answer {
  return {
    body: { lead_ids: [lead.leadId], possible_duplicates: possibleDuplicates } satisfies CreatedLeadBody,
  };
}

/** `{lead_ids, created, matched_on?, possible_duplicates}`: the lead that was found or made. */
export function upserted({ lead, created: isNew, matchedOn, possibleDuplicates }: UpsertedLead): Answer {
  return {
    body: {
      lead_ids: [lead.leadId],
      created: isNew,
      ...(matchedOn === undefined ? {} : { matched_on: matchedOn }),
      possible_duplicates: possibleDuplicates,
    } satisfies UpsertedLeadBody,
  };
}

/**
 * Adds the lead and its `ETag` if the query asked for them. A repetition under the same Idempotency-Key is answered without the lead,
 * because answers are stored and leads may be erased.
 */
export function withLead(
  context: RequestContext,
  lead: LeadRecord,
  query: { return: string },
  answer: Answer,
): Answer {
  if (query.return !== 'lead') return answer;
  const shown = leadBody(context, lead);
  const headers = { ETag: contentTag(JSON.stringify(shown)) };
  return { body: { ...answer.body, lead: shown }, headers, secrets: ['lead'] };
}
