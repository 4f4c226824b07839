/** Leads as the API shows them in lists. */

export interface LeadEmail {
  email: string;
  type: string;
}

export interface LeadPhone {
  phone: string;
  type: string;
  extension?: string;
}

/** A lead in a view. */
export interface LeadSummary {
  lead_id: string;
  name?: string;
  emails?: LeadEmail[];
  phones?: LeadPhone[];
  source_tags: string[];
  /** Absent: none. */
  tags?: string[];
  state: string;
  lead_group?: string;
  assigned_to?: { name: string; id: string };
  lead_fields?: Record<string, unknown[]>;
  lead_creation_time: string;
}

export interface FacetValue {
  id: string;
  display_name: string;
  count: number;
  selected: boolean;
}

export interface Facet {
  id: string;
  display_name: string;
  total_available_facets: number;
  total_facet_count: number;
  values: FacetValue[];
  not_counted?: string;
}

/** The answer of a view. */
export interface ViewAnswer {
  count: number;
  leads: LeadSummary[];
  facets: Facet[];
}

/** A result of a search: the lead, and the value that matched. */
export interface Hit {
  lead_id: string;
  search_field_name: string;
  field_name: string;
  field_value: string;
  name?: string;
  phone?: string;
  email?: string;
  user_assigned_to?: string;
}

/** Returns the name of a lead; without one its e-mail address or phone. */
export function nameOf(lead: { name?: string; emails?: LeadEmail[]; phones?: LeadPhone[] }): string {
  return lead.name ?? lead.emails?.[0]?.email ?? lead.phones?.[0]?.phone ?? 'Unnamed';
}
