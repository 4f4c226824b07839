/** Judges rules on a simulated site: each call's statement against the truth. */
import { rankCandidates, snapshotOf, TAP_MS } from '../../worker/core/attribution/attribution.ts';
import { LEAST_CONFIDENCE } from '../../worker/core/attribution/decisions.ts';
import type { Model } from '../../worker/core/attribution/model.ts';
import type { CallEvidence } from '../../worker/core/attribution/schema.ts';
import type { KeptVisit } from '../../worker/dni/evidence.ts';
import { type Judged, shareRight } from './scores.ts';
import { type Allocation, OVERFLOW, runSite, runWith, type SimulatedCall } from './site.ts';
import type { World } from './worlds.ts';

/** The rules' statements about the same calls. */
export interface Judgement {
  world: World;
  /** The share of visits that got no number of the pool. */
  overflow: number;
  calls: number;
  /** The share of calls whose visit has a record: the most that any rule can get right. */
  known: number;
  ours: Judged[];
  withoutTaps: Judged[];
  /** The call belongs to the visit that was shown the number last. */
  heldLast: Judged[];
}

/** A person's former call, as it was attributed. */
interface FormerCall {
  visit: KeptVisit;
  confidence: number;
  calledTime: number;
  number: string;
}

/** Runs a site and judges the rules that work on leases. */
export function judgeWorld(world: World): Judgement {
  const said: { ours: Judged[]; withoutTaps: Judged[]; heldLast: Judged[] } = {
    ours: [],
    withoutTaps: [],
    heldLast: [],
  };
  const [ours, withoutTaps] = [attributing(), attributing()];
  let known = 0;
  const { overflow } = runSite(world, (call) => {
    if (call.truth !== undefined) known += 1;
    said.ours.push(ours(call));
    said.withoutTaps.push(withoutTaps({ ...call, taps: [] }));
    said.heldLast.push(lastSeen(call));
  });
  const calls = said.ours.length;
  return {
    world,
    overflow,
    calls,
    known: known / Math.max(1, calls),
    ...said,
    heldLast: withOwnShare(said.heldLast),
  };
}

/** Judges the rule that others document: one number for 20 visitors a day, given in turn, and the last visitor who saw it. */
export function judgeRotation(world: World): Judged[] {
  const judged: Judged[] = [];
  const dailyVisits = world.newVisitorsPerDay / (1 - world.returnShare);
  const size = Math.max(2, Math.ceil(dailyVisits / 20));
  runWith({ ...world, pool: { ...world.pool, size } }, rotating(size), (call) => judged.push(lastSeen(call)));
  return withOwnShare(judged);
}

/** Makes the product's rule, which remembers the callers' former calls. @returns a function of the calls in their order */
export function attributing(model?: Model): (call: SimulatedCall) => Judged {
  const former = new Map<number, FormerCall>();
  let recentTaps: { number: string; time: number; visitId: string }[] = [];
  return (call) => {
    const { time, number, person } = call;
    recentTaps = recentTaps.filter((tap) => tap.time > time - TAP_MS);
    const taken = recentTaps.filter((tap) => tap.number === number).map(({ visitId }) => visitId);
    const evidence = evidenceOf(call, former.get(person), taken);
    const ranked = rankCandidates(evidence, model);
    const known = ranked.find(({ visit, isFormer }) => visit !== undefined || isFormer);
    const visit = known?.visit ?? (known?.isFormer === true ? former.get(person)?.visit : undefined);
    if (known === undefined || visit === undefined) return { confidence: 0, isRight: false };
    const { tap, confidence } = known;
    if (confidence >= LEAST_CONFIDENCE) {
      former.set(person, { visit, confidence, calledTime: time, number });
      if (tap !== undefined) recentTaps.push({ number, time, visitId: visit.visitId });
    }
    return { confidence, isRight: visit.visitId === call.truth?.visitId };
  };
}

function evidenceOf(
  { time, number, visits, visitCount, taps, leases }: SimulatedCall,
  former: FormerCall | undefined,
  takenVisitIds: readonly string[],
): CallEvidence {
  return {
    startedTime: time,
    source: null,
    locationId: null,
    leases,
    visits,
    visitCount,
    taps,
    former:
      former === undefined
        ? null
        : { ...former, visit: snapshotOf(former.visit), isSameNumber: former.number === number },
    takenVisitIds,
  };
}

function lastSeen({ visits: [last], truth }: SimulatedCall): Judged {
  return { confidence: 0, isRight: last !== undefined && last.visitId === truth?.visitId };
}

/** States for each call what share of them was right: the best that a rule without a confidence of its own can say. */
function withOwnShare(judged: readonly Judged[]): Judged[] {
  const confidence = shareRight(judged);
  return judged.map(({ isRight }) => ({ confidence, isRight }));
}

/** Gives numbers in turn; a visit keeps its number. */
function rotating(size: number): Allocation {
  const given = new Map<string, string>();
  let next = 0;
  return ({ id, isStored, address }) => {
    const holder = isStored ? `visit ${id}` : address;
    if (!given.has(holder)) {
      next = (next + 1) % size;
      given.set(holder, `number ${next}`);
    }
    return { number: given.get(holder) ?? OVERFLOW };
  };
}
