/** Answers of the operations that create and change leads. A single request and an operation in a batch give the same answer. */
import type { AffectedLeads, CreatedLeadBody, UpsertedLeadBody } from './reference.ts';
import type { Answer } from '../../engine/http/answers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { contentTag, leadBody } from '../record/lead-bodies.ts';
import type { CreatedLead, UpsertedLead } from './lead-writes.ts';
import type { LeadRecord } from '../record/schema.ts';

/** Answers with the changed lead: `{lead_ids}`. */
export function affected({ leadId }: { leadId: string }): Answer {
  return { body: { lead_ids: [leadId] } satisfies AffectedLeads };
}

/** Answers with the new lead: `{lead_ids, possible_duplicates}`. */
export function created({ lead, possibleDuplicates }: CreatedLead): Answer {
  return {
    body: { lead_ids: [lead.leadId], possible_duplicates: possibleDuplicates } satisfies CreatedLeadBody,
  };
}

/** Answers with the lead that was found or created: `{lead_ids, created, matched_on?, possible_duplicates}`. */
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
 * Adds the lead and its `ETag` if the query asked for them. The lead is not stored with the answer, because it may be erased: a
 * repeated request with the same Idempotency-Key gets the answer without it.
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
