/** Decides which visit a call belongs to, from taps, leases, visits that were shown the number, and the caller's former visit. Pure. */
import type { KeptLease, KeptVisit } from '../../dni/evidence.ts';
import { type Decision, decided, LEAST_CONFIDENCE, shared } from './decisions.ts';
import { MODEL, type Model, weightAt } from './model.ts';
import type { Attribution, CallEvidence, Candidate, Method, VisitSnapshot, Weighed } from './schema.ts';

/** A tap belongs to a call that begins within this time. */
export const TAP_MS = 2 * 60_000;
/** The clocks of carrier and edge may differ by so much; a phone may ring before the tap is reported. */
export const CLOCKS_MS = 5_000;
/** A visit may bring a call for so long, and a lease after its end. */
export const VISIT_MS = 30 * 24 * 60 * 60_000;

/**
 * Attributes a call by the strongest evidence: a tap, the person's own visit, leases of the number, visits that were shown the
 * number, the number alone.
 */
export function attribute(call: CallEvidence, model: Model = MODEL): Attribution {
  const decision =
    byTap(call, model) ?? bySamePerson(call, model) ?? byLeases(call, model) ?? byVisits(call, model);
  return decision === undefined ? byNumber(call) : { ...decision, modelVersion: model.version };
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

function byTap(call: CallEvidence, model: Model): Decision | undefined {
  const { startedTime, taps, visits, takenVisitIds } = call;
  const within = taps.filter(({ time }) => time >= startedTime - TAP_MS && time <= startedTime + CLOCKS_MS);
  // A visitor who taps twice is one candidate: the last tap counts.
  const lastOfVisits = within.filter(
    ({ visitId }, index) =>
      visitId === null || within.findIndex((other) => other.visitId === visitId) === index,
  );
  if (lastOfVisits.length === 0) return undefined;
  const weighed = lastOfVisits.map((tap): Weighed => {
    const visit = visits.find(({ visitId }) => visitId === tap.visitId);
    const isTaken = tap.visitId !== null && takenVisitIds.includes(tap.visitId);
    return {
      ...candidateOf(call, visit),
      tappedTime: tap.time,
      weight:
        Math.exp(-Math.max(0, startedTime - tap.time) / model.tapDecayMs) * (isTaken ? model.takenTap : 1),
    };
  });
  const last = Math.max(...lastOfVisits.map(({ time }) => time));
  const late = Math.min(1, Math.max(0, startedTime - last) / TAP_MS);
  const ceiling = model.tapAtOnce - (model.tapAtOnce - model.tapLate) * late;
  return decided('tap', shared(weighed, ceiling, 0), weighed.length);
}

/** Attributes by the person's former call, unless a newer visit holds the number now. */
function bySamePerson(call: CallEvidence, { samePerson }: Model): Decision | undefined {
  const { former, leases } = call;
  if (former === null || former.confidence < LEAST_CONFIDENCE) return undefined;
  const { visit } = former;
  const begun = visit.begun_time ?? 0;
  const isOld = call.startedTime - begun > VISIT_MS;
  const isAgainst = leases.some(
    (lease) => isLive(call, lease) && lease.from > begun && lease.visitId !== visit.visit_id,
  );
  if (isOld || isAgainst) return undefined;
  const confidence = former.confidence * samePerson;
  const candidate: Candidate = {
    confidence,
    source: visit.source,
    locationId: call.locationId,
    visit,
    tappedTime: null,
    seenTime: null,
  };
  return decided('same_person', [candidate], 1);
}

/** Attributes by who holds or held the number: live leases, else ended ones. */
function byLeases(call: CallEvidence, model: Model): Decision | undefined {
  const { startedTime, visits } = call;
  const leases = call.leases
    .filter(({ from, until }) => from <= startedTime + CLOCKS_MS && until >= startedTime - VISIT_MS)
    .toSorted((a, b) => b.from - a.from);
  if (leases.length === 0) return undefined;
  const weighed = leases.map((lease, again): Weighed => {
    const visit =
      lease.visitId === null ? undefined : visits.find(({ visitId }) => visitId === lease.visitId);
    const age = Math.max(0, startedTime - lease.until);
    return {
      ...candidateOf(call, visit),
      seenTime: Math.min(lease.until, startedTime),
      weight: weightAt(model.lease, age) * model.leasedAgain ** again,
    };
  });
  const candidates = shared(weighed, 1, model.unknownLease);
  return decided(leaseMethod(call, leases), candidates, leases.length);
}

function leaseMethod(call: CallEvidence, leases: readonly KeptLease[]): Method {
  if (leases.length === 1) return isLive(call, leases[0]) ? 'live_lease' : 'last_lease';
  return leases.filter((lease) => isLive(call, lease)).length === 1 ? 'live_lease' : 'leases';
}

function isLive({ startedTime }: CallEvidence, lease: KeptLease | undefined): boolean {
  return lease !== undefined && lease.from <= startedTime + CLOCKS_MS && lease.until > startedTime;
}

function byVisits(call: CallEvidence, model: Model): Decision | undefined {
  const { startedTime, visitCount } = call;
  const seen = call.visits.filter(
    ({ begunTime, seenTime }) => begunTime <= startedTime + CLOCKS_MS && seenTime >= startedTime - VISIT_MS,
  );
  if (seen.length === 0) return undefined;
  const weighed = seen.map((visit) => ({
    ...candidateOf(call, visit),
    // A visit may go on after the call.
    weight: weightAt(model.visit, Math.max(0, startedTime - visit.seenTime)),
  }));
  // Only the latest of many visits are listed; the others were seen before them.
  const oldest = Math.min(...weighed.map(({ weight }) => weight));
  const others = Math.max(0, visitCount - seen.length) * oldest;
  const candidates = shared(weighed, 1, model.unknownVisit + others);
  const attribution = decided('visits', candidates, Math.max(visitCount, seen.length));
  return attribution.visit === null ? undefined : attribution;
}

function candidateOf(
  { source, locationId, startedTime }: CallEvidence,
  visit: KeptVisit | undefined,
): Omit<Candidate, 'confidence'> {
  return {
    source: visit?.touch.source ?? source,
    locationId,
    visit: visit === undefined ? null : snapshotOf(visit),
    tappedTime: null,
    seenTime: visit === undefined ? null : Math.min(visit.seenTime, startedTime),
  };
}

/** Returns a kept visit as it stands on a call. */
export function snapshotOf({ visitId, begunTime, touch }: KeptVisit): VisitSnapshot {
  return { visit_id: visitId, begun_time: begunTime, ...touch };
}
