/** Chooses the visit from the candidates of a call. Pure. */
import type { Attribution, Candidate, VisitSnapshot } from './schema.ts';

/** Below this confidence only the members that all candidates share are given. */
export const LEAST_CONFIDENCE = 0.5;
/** Most candidates of an answer. */
const MAX_CANDIDATES = 5;

/** The members that tell one visit from all others, as a visit has them that the call does not belong to. */
const NO_IDS = { visit_id: null, begun_time: null, click_ids: {}, ids: null };

/** Chooses the likeliest visit; if it is unlikely, the members that all candidates have in common. */
export function decided(candidates: readonly Candidate[]): Pick<Attribution, 'confidence' | 'visit'> {
  const [first] = candidates;
  const confidence = first?.confidence ?? 0;
  if (confidence >= LEAST_CONFIDENCE) return { confidence, visit: first?.visit ?? null };
  const together = candidates.reduce((sum, candidate) => sum + candidate.confidence, 0);
  const common = together >= LEAST_CONFIDENCE ? commonVisit(candidates.map(({ visit }) => visit)) : null;
  // Without common members the confidence is that of the likeliest candidate.
  return { confidence: common === null ? confidence : together, visit: common };
}

/**
 * Returns the candidates as a call keeps them. Those that were not chosen are other people, whom an erasure of the caller does
 * not concern, and whose own erasure does not reach this call: their visits have no ids.
 * @param chosen the visit of the decision
 */
export function keptCandidates(
  candidates: readonly Candidate[],
  chosen: VisitSnapshot | null,
): readonly Candidate[] {
  return candidates.slice(0, MAX_CANDIDATES).map((candidate) => {
    const { visit } = candidate;
    if (visit === null) return candidate;
    // The ids of other services are kept once, with the chosen visit.
    const kept = visit === chosen ? { ids: null } : NO_IDS;
    return { ...candidate, visit: { ...visit, ...kept } };
  });
}

/** Returns the members that all visits have in common; null when there are none, or a candidate has no visit. */
function commonVisit(visits: readonly (VisitSnapshot | null)[]): VisitSnapshot | null {
  const [first] = visits;
  if (!first || visits.includes(null)) return null;
  const same = <Name extends keyof VisitSnapshot>(name: Name): VisitSnapshot[Name] | null =>
    visits.every((visit) => visit?.[name] === first[name]) ? first[name] : null;
  const common = {
    ...NO_IDS,
    source: same('source'),
    channel: same('channel'),
    site: same('site'),
    medium: same('medium'),
    campaign: same('campaign'),
    term: same('term'),
    content: same('content'),
    first_source: same('first_source'),
    first_campaign: same('first_campaign'),
    landing_page: same('landing_page'),
    referrer: same('referrer'),
  };
  if (!Object.values(common).some((value) => typeof value === 'string')) return null;
  // Whoever it was allowed what all of them allow.
  return {
    ...common,
    ad_user_data: same('ad_user_data') ?? null,
    ad_personalization: same('ad_personalization') ?? null,
  };
}
