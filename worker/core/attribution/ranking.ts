/**
 * Weighs the candidates of a call. Each has a rate: how often people call who tapped the number, were shown it, or called before,
 * so long ago. The confidence is its share of all rates, those of unknown callers included. The rates are fitted to simulated
 * sites (bench/attribution). Pure.
 */
import type { KeptVisit } from '../../dni/evidence.ts';
import { MODEL } from './fitted-model.ts';
import { callsAfter, type Model, rateAt, rightShare, shareOnSite } from './model.ts';
import type { CallEvidence, FormerCall, WeighedTap } from './schema.ts';
import { ageOf, askedTime, isNear, shownVisits, VISIT_MS } from './shown.ts';

/** So many taps that led to no call make a tap half as believable. */
const SILENT_TAPS = 6;
/** A tap of a visit that another person called from counts like one after so many taps without a call. */
const SILENT_IF_TAKEN = 2;

/** A candidate and its evidence. */
export interface Ranked {
  /** Undefined for a tap of a visit that is not known, and for a former call whose visit is no longer kept. */
  visit: KeptVisit | undefined;
  tap: WeighedTap | undefined;
  /** Whether the same person called before because of this visit. */
  isFormer: boolean;
  /** The probability that the call belongs to it, 0 to 1. */
  confidence: number;
}

/** A candidate with its rate of calls. */
type Scored = Omit<Ranked, 'confidence'> & { rate: number };

/** A call with what is found in its evidence. */
interface WeighedCall extends CallEvidence {
  /** The former call that tells something of this one. */
  former: FormerCall | null;
  /** The visits that were shown the number. */
  shown: readonly KeptVisit[];
  /** The taps without a visit, and of visits that are not known, the latest first. */
  strayTaps: readonly WeighedTap[];
}

/** Returns the candidates of a call with their confidences, the likeliest first. */
export function rankCandidates(evidence: CallEvidence, model: Model = MODEL): Ranked[] {
  const known = new Set<string | null>(evidence.visits.map(({ visitId }) => visitId));
  const taps = evidence.taps.filter((tap) => isNear(evidence, tap));
  const call = {
    ...evidence,
    taps,
    former: formerOf(evidence),
    shown: shownVisits(evidence),
    strayTaps: taps.filter(({ visitId }) => !known.has(visitId)),
  };
  const doubt = Math.max(0, ...taps.map((tap) => doubtOf(call, tap)));
  if (doubt === 0) return ranked(call, model);
  return mixed(doubt, ranked(call, model), ranked(withoutTappers(call, doubt / 2), model));
}

/**
 * Returns the last former call that tells something of this one: to the same number, or of a visit that was shown this number.
 * Its visit may be unknown: then its caller is still no first-time caller. The confidence is that of the evidence itself, since a
 * visit does not become surer by being called again.
 */
export function formerOf({ formers, visits }: Pick<CallEvidence, 'formers' | 'visits'>): FormerCall | null {
  const shown = new Set<string | null>(visits.map(({ visitId }) => visitId));
  const former = formers.find(
    ({ isSameNumber, visit }) => isSameNumber || shown.has(visit?.visit_id ?? null),
  );
  if (former === undefined) return null;
  const firstHand = formers
    .filter(({ isAgain, visit }) => !isAgain && visit?.visit_id === former.visit?.visit_id)
    .map(({ confidence }) => confidence);
  return firstHand.length === 0 ? former : { ...former, confidence: Math.max(...firstHand) };
}

/**
 * Returns the probability that a tap comes from somebody who does not call. Taps cost nothing: whoever repeats them would own the
 * calls of strangers.
 */
function doubtOf({ takenVisits, strayTaps }: WeighedCall, tap: WeighedTap): number {
  const taken = SILENT_IF_TAKEN * (takenVisits.get(tap.visitId ?? '') ?? 0);
  const silent = tap.silent + taken + (strayTaps.includes(tap) ? strayTaps.length - 1 : 0);
  return silent / (silent + SILENT_TAPS);
}

/** Leaves out taps with so much doubt, and their visits, as if these visitors did not call. That of a former call stays. */
function withoutTappers(call: WeighedCall, least: number): WeighedCall {
  const tappers = call.taps.filter((tap) => doubtOf(call, tap) >= least);
  const visitIds = new Set<string | null>(tappers.map(({ visitId }) => visitId));
  const isLeft = ({ visitId }: KeptVisit): boolean =>
    !visitIds.has(visitId) || visitId === call.former?.visit?.visit_id;
  const isTrusted = (tap: WeighedTap): boolean => !tappers.includes(tap);
  return {
    ...call,
    taps: call.taps.filter(isTrusted),
    strayTaps: call.strayTaps.filter(isTrusted),
    shown: call.shown.filter(isLeft),
  };
}

/** Mixes two answers by the probability of the second one, whose candidates are some of the first one's. */
function mixed(doubt: number, first: readonly Ranked[], second: readonly Ranked[]): Ranked[] {
  const keyOf = ({ visit, isFormer }: Ranked): string => visit?.visitId ?? (isFormer ? 'former' : 'stray');
  const others = new Map(second.map((each) => [keyOf(each), each]));
  return first
    .map((each) => {
      const other = others.get(keyOf(each)) ?? { ...each, confidence: 0 };
      const shares = [(1 - doubt) * each.confidence, doubt * other.confidence] as const;
      // What is told is the evidence of the larger share.
      return { ...(shares[1] > shares[0] ? other : each), confidence: shares[0] + shares[1] };
    })
    .toSorted((a, b) => b.confidence - a.confidence);
}

function ranked(call: WeighedCall, model: Model): Ranked[] {
  const weighed = [...weighVisits(call, model), ...weighTaps(call, model), ...weighFormer(call, model)];
  const sum = weighed.reduce((total, { rate }) => total + rate, unknownRate(call, model));
  const candidates = weighed
    .map(({ rate, ...candidate }) => ({ ...candidate, confidence: rate / sum }))
    .toSorted((a, b) => b.confidence - a.confidence);
  return calibrated(candidates, { call, model });
}

/** States for the likeliest candidate how often such a share was right. The others share what is left as before. */
function calibrated(
  candidates: readonly Ranked[],
  { call, model }: { call: WeighedCall; model: Model },
): Ranked[] {
  const [first] = candidates;
  const share = first?.confidence ?? 0;
  const kind = call.former === null ? 'first' : first?.isFormer === true ? 'again' : 'other';
  const onSite = shareOnSite(share, call.promptCalls, { model, kind });
  const right = rightShare(model.calibration[kind], onSite);
  const left = share < 1 ? (1 - right) / (1 - share) : 0;
  return candidates.map((each, index) => ({
    ...each,
    confidence: index === 0 ? right : Math.min(right, each.confidence * left),
  }));
}

function weighVisits(call: WeighedCall, model: Model): Scored[] {
  const { former } = call;
  return call.shown.map((visit) => {
    const tap = tapOf(call, visit.visitId);
    const isFormer = former?.visit?.visit_id === visit.visitId;
    const tapped = tap === undefined ? 0 : tapRate(call, tap, model);
    // The visitor of the former call is the caller, whatever else that visit did.
    const rate = isFormer
      ? former.confidence * (againRate(call, model) + tapped)
      : newcomers(call, model) *
        untakenShare(call, visit.visitId, model) *
        (tapped || rateAt(model.visit, ageOf(call, visit)));
    return { visit, tap, isFormer, rate };
  });
}

/** Weighs the taps whose visit is not known. Nothing tells them apart, so they are one candidate. */
function weighTaps(call: WeighedCall, model: Model): Scored[] {
  const [tap] = call.strayTaps;
  if (tap === undefined) return [];
  const rate = newcomers(call, model) * tapRate(call, tap, model);
  return [{ visit: undefined, tap, isFormer: false, rate }];
}

/** Weighs the visit of a former call that is not among the others: it was shown another number, or is no longer kept. */
function weighFormer(call: WeighedCall, model: Model): Scored[] {
  const { former } = call;
  const id = former?.visit?.visit_id;
  if (!former?.visit || call.shown.some(({ visitId }) => visitId === id)) return [];
  const rate = former.confidence * againRate(call, model);
  return [{ visit: undefined, tap: undefined, isFormer: true, rate }];
}

/** Returns the last tap of a visit within two minutes: a visitor who taps twice is one candidate. */
function tapOf({ taps }: CallEvidence, visitId: string): WeighedTap | undefined {
  return taps.find((tap) => tap.visitId === visitId);
}

function tapRate({ startedTime }: CallEvidence, tap: WeighedTap, model: Model): number {
  return rateAt(model.tap, startedTime - tap.time);
}

/** Returns how likely a visit calls, beside one that nobody else called from. */
function untakenShare({ takenVisits }: CallEvidence, visitId: string, { takenVisit }: Model): number {
  return 1 - (takenVisits.get(visitId) ?? 0) * (1 - takenVisit);
}

function againRate({ former, startedTime }: WeighedCall, { again }: Model): number {
  return former === null ? 0 : rateAt(again, startedTime - former.calledTime);
}

/** Returns how likely a visit is the caller's, beside that of a first-time caller. */
function newcomers({ former }: WeighedCall, { newVisit }: Model): number {
  return former === null ? 1 : newVisit;
}

/** Returns the rate of callers who are no candidate: never on the site, or with a visit that is not kept or not listed. */
function unknownRate(call: WeighedCall, model: Model): number {
  const ages = call.shown.map((visit) => ageOf(call, visit));
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
