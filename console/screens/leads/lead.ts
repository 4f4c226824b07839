/** Leads in lists, as in the API. */
import type { LeadEmail, LeadPhone } from '../../../worker/core/leads/record/answer-schema.ts';

export type { SearchHit as Hit } from '../../../worker/core/leads/finding/search/reference.ts';
export type {
  FacetBody as Facet,
  FacetValue,
  ViewAnswer,
  ViewLead as LeadSummary,
} from '../../../worker/core/leads/finding/views/answer-schema.ts';
export type { LeadEmail, LeadPhone };

/** Returns the name of a lead, or else its e-mail address or phone. */
export function nameOf(lead: { name?: string; emails?: LeadEmail[]; phones?: LeadPhone[] }): string {
  return lead.name ?? lead.emails?.[0]?.email ?? lead.phones?.[0]?.phone ?? 'Unnamed';
}
