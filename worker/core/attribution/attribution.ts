/** Decides which visit a call, message or form belongs to. Pure. */
import type { KeptVisit, VisitTouch } from '../../dni/evidence.ts';
import { decided, keptCandidates } from './decisions.ts';
import { MODEL } from './fitted-model.ts';
import type { Model } from './model.ts';
import { formerOf, type Ranked, rankCandidates } from './ranking.ts';
import type { Attribution, CallEvidence, Candidate, Method, VisitSnapshot } from './schema.ts';

/** Attributes a call to the likeliest visit; if no visit is likely, by its number, which is then all that is sure. */
export function attribute(call: CallEvidence, model: Model = MODEL): Attribution {
  const ranked = rankCandidates(call, model);
  const [first] = ranked;
  if (first === undefined) return byNumber(call);
  const candidates = ranked.map((each) => candidateOf(call, each));
  const decision = decided(candidates);
  if (decision.visit === null) return byNumber(call);
  return {
    method: methodOf(first, call),
    ...decision,
    candidates: keptCandidates(candidates, decision.visit),
    candidateCount: Math.max(call.visitCount, call.leases.length, ranked.length),
    modelVersion: model.version,
  };
}

/** Attributes a call by its number alone: the confidence is that of the source and the location. */
export function byNumber({ source, locationId }: Pick<CallEvidence, 'source' | 'locationId'>): Attribution {
  const isKnown = source !== null || locationId !== null;
  const candidate = { confidence: 1, source, locationId, visit: null, tappedTime: null, seenTime: null };
  return {
    method: 'number',
    confidence: isKnown ? 1 : 0,
    candidates: isKnown ? [candidate] : [],
    candidateCount: isKnown ? 1 : 0,
    visit: null,
    modelVersion: MODEL.version,
  };
}

/** Attributes a form by the visit that sent it. */
export function byVisit(visit: KeptVisit): Attribution {
  return bySnapshot(snapshotOf(visit), visit.seenTime);
}

/** Attributes a form by the touch that came with it, while its visit is not known. */
export function byTouch(touch: VisitTouch): Attribution {
  return bySnapshot({ visit_id: null, begun_time: null, ...touch }, null);
}

function bySnapshot(visit: VisitSnapshot, seenTime: number | null): Attribution {
  const candidate = {
    confidence: 1,
    source: visit.source,
    locationId: null,
    visit,
    tappedTime: null,
    seenTime,
  };
  return {
    method: 'form',
    confidence: 1,
    candidates: [candidate],
    candidateCount: 1,
    visit,
    modelVersion: MODEL.version,
  };
}

function methodOf({ tap, isFormer, visit }: Ranked, { leases, startedTime }: CallEvidence): Method {
  if (tap !== undefined) return 'tap';
  if (isFormer) return 'same_person';
  const lease = leases.find(({ visitId }) => visitId === visit?.visitId);
  if (lease === undefined) return 'visits';
  if (lease.until > startedTime) return 'live_lease';
  return leases.every(({ from }) => from <= lease.from) ? 'last_lease' : 'leases';
}

function candidateOf(call: CallEvidence, { visit, tap, isFormer, confidence }: Ranked): Candidate {
  const { source, locationId, startedTime, leases } = call;
  const lease = leases.find(({ visitId }) => visitId === visit?.visitId);
  const formerVisit = isFormer ? (formerOf(call)?.visit ?? null) : null;
  const snapshot = visit === undefined ? formerVisit : snapshotOf(visit);
  return {
    confidence,
    source: snapshot?.source ?? source,
    locationId,
    visit: snapshot,
    tappedTime: tap?.time ?? null,
    seenTime: visit === undefined ? null : Math.min(lease?.until ?? visit.seenTime, startedTime),
  };
}

/** Returns a kept visit as it stands on a call. */
export function snapshotOf({ visitId, begunTime, touch }: KeptVisit): VisitSnapshot {
  return { visit_id: visitId, begun_time: begunTime, ...touch };
}
