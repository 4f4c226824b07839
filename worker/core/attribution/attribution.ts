/**
 * Decides which visit a call belongs to. Each candidate has a rate: how often people call who tapped the number, were shown it,
 * or called before, so long ago. The confidence is its share of all rates, those of unknown callers included. The rates are
 * fitted to simulated sites (bench/attribution). Pure.
 */
import type { KeptLease, KeptTap, KeptVisit, VisitTouch } from '../../dni/evidence.ts';
import { decided, keptCandidates } from './decisions.ts';
import { MODEL } from './fitted-model.ts';
import { callsAfter, type Model, rateAt } from './model.ts';
import type { Attribution, CallEvidence, Candidate, Method, VisitSnapshot } from './schema.ts';

/** A tap belongs to a call that begins within this time. */
export const TAP_MS = 2 * 60_000;
/** The clocks of carrier and edge may differ by so much; a phone may ring before the tap is reported. */
export const CLOCKS_MS = 5_000;
/** A visit may bring a call for so long, and a lease after its end. */
export const VISIT_MS = 30 * 24 * 60 * 60_000;

/** A candidate and its evidence. */
export interface Ranked {
  /** Undefined for a tap of a visit that is not known, and for a former call whose visit is no longer kept. */
  visit: KeptVisit | undefined;
  tap: KeptTap | undefined;
  /** Whether the same person called before because of this visit. */
  isFormer: boolean;
  /** The probability that the call belongs to it, 0 to 1. */
  confidence: number;
}

/** A candidate with its rate of calls. */
type Weighed = Omit<Ranked, 'confidence'> & { rate: number };

/** Attributes a call to the likeliest visit; if every visit is unlikely, by its number. */
export function attribute(call: CallEvidence, model: Model = MODEL): Attribution {
  const ranked = rankCandidates(call, model);
  const [first] = ranked;
  if (first === undefined) return byNumber(call);
  const candidates = ranked.map((each) => candidateOf(call, each));
  const decision = decided(candidates);
  // A visit that is unlikely tells less than the number.
  if (decision.visit === null && first.tap === undefined) return byNumber(call);
  return {
    method: methodOf(first, call),
    ...decision,
    candidates: keptCandidates(candidates, decision.visit),
    candidateCount: Math.max(call.visitCount, call.leases.length, ranked.length),
    modelVersion: model.version,
  };
}

/** Attributes a call by its number alone. */
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

/** Returns the candidates of a call with their confidences, the likeliest first. */
export function rankCandidates(evidence: CallEvidence, model: Model = MODEL): Ranked[] {
  const call = { ...evidence, former: formerOf(evidence) };
  const weighed = [...weighVisits(call, model), ...weighTaps(call, model), ...weighFormer(call, model)];
  const sum = weighed.reduce((total, { rate }) => total + rate, unknownRate(call, model));
  return weighed
    .map(({ rate, ...candidate }) => ({ ...candidate, confidence: rate / sum }))
    .toSorted((a, b) => b.confidence - a.confidence);
}

/** Returns the former call if it tells something of this one: to the same number, or of a visit that was shown this number. */
function formerOf({ former, visits }: CallEvidence): CallEvidence['former'] {
  const isShown = visits.some(({ visitId }) => visitId === former?.visit.visit_id);
  return former?.isSameNumber === true || isShown ? former : null;
}

function methodOf({ tap, isFormer, visit }: Ranked, { leases, startedTime }: CallEvidence): Method {
  if (tap !== undefined) return 'tap';
  if (isFormer) return 'same_person';
  const lease = leases.find(({ visitId }) => visitId === visit?.visitId);
  if (lease === undefined) return 'visits';
  if (lease.until > startedTime) return 'live_lease';
  return leases.every(({ from }) => from <= lease.from) ? 'last_lease' : 'leases';
}

function weighVisits(call: CallEvidence, model: Model): Weighed[] {
  const { former } = call;
  return shownVisits(call).map((visit) => {
    const tap = tapOf(call, visit.visitId);
    const isFormer = former?.visit.visit_id === visit.visitId;
    const tapped = tap === undefined ? 0 : tapRate(call, tap, model);
    // The visitor of the former call is the caller, whatever else that visit did.
    const rate = isFormer
      ? former.confidence * (againRate(call, model) + tapped)
      : newcomers(call, model) * (tapped || rateAt(model.visit, ageOf(call, visit)));
    return { visit, tap, isFormer, rate };
  });
}

/** Weighs taps without a visit, and those of visits that are not known. */
function weighTaps(call: CallEvidence, model: Model): Weighed[] {
  const known = new Set<string | null>(call.visits.map(({ visitId }) => visitId));
  return call.taps
    .filter((tap) => isNear(call, tap) && !known.has(tap.visitId))
    .filter((tap) => tap.visitId === null || tapOf(call, tap.visitId) === tap)
    .map((tap) => ({
      visit: undefined,
      tap,
      isFormer: false,
      rate: newcomers(call, model) * tapRate(call, tap, model),
    }));
}

/** Weighs the visit of a former call that is not among the others: it was shown another number, or is no longer kept. */
function weighFormer(call: CallEvidence, model: Model): Weighed[] {
  const { former } = call;
  const id = former?.visit.visit_id;
  if (former === null || shownVisits(call).some(({ visitId }) => visitId === id)) return [];
  const rate = former.confidence * againRate(call, model);
  return [{ visit: undefined, tap: undefined, isFormer: true, rate }];
}

/** Returns the visits that began before the call and were seen, or held the number, within 30 days. */
function shownVisits(call: CallEvidence): KeptVisit[] {
  const { startedTime, visits } = call;
  return visits
    .map((visit) => ({ ...visit, seenTime: Math.max(visit.seenTime, heldTime(call, visit)) }))
    .filter(
      ({ begunTime, seenTime }) => begunTime <= startedTime + CLOCKS_MS && seenTime >= startedTime - VISIT_MS,
    );
}

/** Returns when a visit last asked for its lease of the number. */
function heldTime(call: CallEvidence, { visitId }: KeptVisit): number {
  const lease = call.leases.find((each) => each.visitId === visitId);
  return lease === undefined ? -Infinity : askedTime(call, lease);
}

/** Returns when a lease was asked for last. The shortest lease was not renewed, so its length is the hold. */
function askedTime({ leases }: CallEvidence, { from, until }: KeptLease): number {
  const hold = Math.min(...leases.map((lease) => lease.until - lease.from));
  return Math.max(from, until - hold);
}

/** Returns the time since a visit was seen last; 0 for one that went on after the call. */
function ageOf({ startedTime }: CallEvidence, { seenTime }: KeptVisit): number {
  return Math.max(0, startedTime - seenTime);
}

function isNear({ startedTime }: CallEvidence, { time }: KeptTap): boolean {
  return time >= startedTime - TAP_MS && time <= startedTime + CLOCKS_MS;
}

/** Returns the last tap of a visit within two minutes: a visitor who taps twice is one candidate. */
function tapOf(call: CallEvidence, visitId: string): KeptTap | undefined {
  return call.taps.find((tap) => tap.visitId === visitId && isNear(call, tap));
}

function tapRate({ startedTime, takenVisitIds }: CallEvidence, tap: KeptTap, model: Model): number {
  const isTaken = tap.visitId !== null && takenVisitIds.includes(tap.visitId);
  return rateAt(model.tap, startedTime - tap.time) * (isTaken ? model.takenTap : 1);
}

function againRate({ former, startedTime }: CallEvidence, { again }: Model): number {
  return former === null ? 0 : rateAt(again, startedTime - former.calledTime);
}

/** Returns how likely a visit is the caller's, beside that of a first-time caller. */
function newcomers({ former }: CallEvidence, { newVisit }: Model): number {
  return former === null ? 1 : newVisit;
}

/** Returns the rate of callers who are no candidate: never on the site, or with a visit that is not kept or not listed. */
function unknownRate(call: CallEvidence, model: Model): number {
  const ages = shownVisits(call).map((visit) => ageOf(call, visit));
  const rates = ages.map((age) => rateAt(model.visit, age));
  const others = rates.reduce((sum, rate) => sum + rate, 0) - Math.max(0, ...rates);
  const unlisted = unlistedRate(call, ages, model);
  const unknown = model.unknown + unlisted + model.unknownBesideOthers * (others + unlisted);
  const doubt = call.former === null ? 0 : (1 - call.former.confidence) * againRate(call, model);
  return doubt + newcomers(call, model) * (unknown + anonymousRate(call, model));
}

/** Returns the rate of the visits before those that are listed, which came as often as these. */
function unlistedRate({ visitCount }: CallEvidence, ages: readonly number[], { visit }: Model): number {
  const longest = Math.max(0, ...ages);
  if (visitCount <= ages.length || longest === 0) return 0;
  return (ages.length / longest) * callsAfter(visit, longest);
}

/** Returns the rate of visitors without an id who hold or held the number. */
function anonymousRate(call: CallEvidence, { visit }: Model): number {
  return call.leases
    .filter(({ visitId, from }) => visitId === null && from <= call.startedTime)
    .map((lease) => Math.max(0, call.startedTime - askedTime(call, lease)))
    .filter((age) => age <= VISIT_MS)
    .reduce((sum, age) => sum + rateAt(visit, age), 0);
}

function candidateOf(
  { source, locationId, former, startedTime, leases }: CallEvidence,
  { visit, tap, isFormer, confidence }: Ranked,
): Candidate {
  const lease = leases.find(({ visitId }) => visitId === visit?.visitId);
  const formerVisit = isFormer && former !== null ? former.visit : null;
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
