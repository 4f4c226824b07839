/** Source, campaign and landing page of the visits that led to a lead. Pure. */

/** The members of a lead, of facets and of columns. The landing page is that of the first visit. */
export const VISIT_MEMBERS = [
  'source_first',
  'source_last',
  'campaign_first',
  'campaign_last',
  'landing_page',
] as const;
export type VisitMember = (typeof VISIT_MEMBERS)[number];

/** What is known of the visits of a lead, or of the one visit of a call. Unknown members are absent. */
export type LeadVisits = Readonly<Partial<Record<VisitMember, string>>>;

export const NO_VISITS: LeadVisits = {};

/** The labels of the members, for people. */
export const VISIT_LABELS: Readonly<Record<VisitMember, string>> = {
  source_first: 'First source',
  source_last: 'Last source',
  campaign_first: 'First campaign',
  campaign_last: 'Last campaign',
  landing_page: 'Landing page',
};

/**
 * Returns where a lead came from: the source of its first visit, else its first source tag, which is that of the tracking number
 * called, of the form sent, or of the import.
 */
export function sourceOfLead({
  source_first: source,
  source_tags: [tag],
}: {
  source_first?: string;
  source_tags: readonly string[];
}): string | undefined {
  return source ?? tag;
}

/** Returns the visits of a lead. @param first that of its first call or message with a visit @param last that of the last one */
export function visitsOfLead(first: LeadVisits, last: LeadVisits): LeadVisits {
  return visitsWith({
    source_first: first.source_first,
    source_last: last.source_last,
    campaign_first: first.campaign_first,
    campaign_last: last.campaign_last,
    landing_page: first.landing_page,
  });
}

/** Leaves out the members that are unknown. */
export function visitsWith(members: Readonly<Record<VisitMember, string | null | undefined>>): LeadVisits {
  return Object.fromEntries(VISIT_MEMBERS.map((name) => [name, members[name]]).filter(([, value]) => value));
}
