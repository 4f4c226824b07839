/** Leads in lists, as in the API. */
import { formatPhone } from '../../formats/phone.ts';
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
  const [phone] = lead.phones ?? [];
  return lead.name ?? lead.emails?.[0]?.email ?? (phone === undefined ? 'Unnamed' : formatPhone(phone.phone));
}
