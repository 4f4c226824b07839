/** Judges rules on a simulated site: each call's statement against the truth. */
import { snapshotOf } from '../../worker/core/attribution/attribution.ts';
import { LEAST_CONFIDENCE } from '../../worker/core/attribution/decisions.ts';
import { VISIT_MS } from '../../worker/core/attribution/shown.ts';
import { MODEL } from '../../worker/core/attribution/fitted-model.ts';
import type { Kind, Model, PromptCalls } from '../../worker/core/attribution/model.ts';
import { formerOf, rankCandidates } from '../../worker/core/attribution/ranking.ts';
import type { CallEvidence } from '../../worker/core/attribution/schema.ts';
import type { KeptVisit } from '../../worker/dni/evidence.ts';
import { type Judged, shareRight } from './scores.ts';
import { type Allocation, OVERFLOW, runSite, runWith, type SimulatedCall } from './site.ts';
import type { World } from './worlds.ts';

/** Most former calls of a person that the product reads. */
const MOST_FORMER = 20;
/** Most calls of first-time callers that it counts. */
const MOST_COUNTED = 200;

const NOTHING = { visit: undefined, confidence: 0, isAgain: false, isFormer: false };

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
  /** The rule that others document, with a pool of its own. */
  rotation: Judged[];
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
    rotation: judgeRotation(world),
  };
}

/** Judges the rule that others document: one number for 20 visitors a day, given in turn, and the last visitor who saw it. */
function judgeRotation(world: World): Judged[] {
  const judged: Judged[] = [];
  const dailyVisits = world.newVisitorsPerDay / (1 - world.returnShare);
  const size = Math.max(2, Math.ceil(dailyVisits / 20));
  runWith({ ...world, pool: { ...world.pool, size } }, rotating(size), (call) => judged.push(lastSeen(call)));
  return withOwnShare(judged);
}

/** A call, with what the product said of it. */
interface Said {
  call: SimulatedCall;
  /** The visit that it belongs to; undefined if none is likely. */
  visit: KeptVisit | undefined;
  confidence: number;
  /** Whether the visit is that of a former call. */
  isAgain: boolean;
}

/**
 * Makes the product's rule, which remembers what it said of earlier calls.
 * @param told the model of what is returned, for the fit; what is remembered is the other one's
 * @returns a function of the calls in their order
 */
export function attributing(model: Model = MODEL, told?: Model): (call: SimulatedCall) => Judged {
  const byCaller = new Map<string, Said[]>();
  /** By visit. */
  const callers = new Map<string, Said[]>();
  const prompt: boolean[] = [];
  return (call) => {
    const before = byCaller.get(call.caller ?? '') ?? [];
    const evidence = { ...evidenceOf(call, before, callers), promptCalls: countPrompt(prompt) };
    const { visit, confidence, isAgain, isFormer } = likeliest(evidence, before, model);
    const isRight = isVisitOf(call, visit);
    if (before.length === 0 && call.number !== OVERFLOW) prompt.push(isPrompt(evidence, visit, confidence));
    const isLikely = visit !== undefined && confidence >= LEAST_CONFIDENCE;
    const said = isLikely ? { call, visit, confidence, isAgain } : { call, ...NOTHING };
    remember(byCaller, said, before);
    if (isLikely) callers.set(visit.visitId, [...(callers.get(visit.visitId) ?? []), said]);
    const stated = told && likeliest(evidence, before, told);
    return {
      confidence: stated?.confidence ?? confidence,
      isRight,
      isRepeated: before.length > 0,
      kind: kindOf(evidence, isFormer),
      promptCalls: evidence.promptCalls,
    };
  };
}

function isVisitOf({ truth }: SimulatedCall, visit: KeptVisit | undefined): boolean {
  return visit !== undefined && visit.visitId === truth?.visitId;
}

function kindOf(evidence: Omit<CallEvidence, 'promptCalls'>, isFormer: boolean): Kind {
  if (formerOf(evidence) === null) return 'first';
  return isFormer ? 'again' : 'other';
}

function remember(byCaller: Map<string, Said[]>, said: Said, before: readonly Said[]): void {
  const { caller } = said.call;
  if (caller !== undefined) byCaller.set(caller, [said, ...before].slice(0, MOST_FORMER));
}

/** Counts the latest calls of first-time callers. */
function countPrompt(prompt: readonly boolean[]): PromptCalls {
  const latest = prompt.slice(-MOST_COUNTED);
  return { calls: latest.length, prompt: latest.filter(Boolean).length };
}

/** Tells whether the product attributes a call by a tap or a live lease. */
function isPrompt(evidence: CallEvidence, visit: KeptVisit | undefined, confidence: number): boolean {
  if (visit === undefined || confidence < LEAST_CONFIDENCE) return false;
  const { startedTime, taps, leases } = evidence;
  const ofVisit = ({ visitId }: { visitId: string | null }): boolean => visitId === visit.visitId;
  return taps.some(ofVisit) || leases.some((lease) => ofVisit(lease) && lease.until > startedTime);
}

type Likeliest = Omit<Said, 'call'> & { isFormer: boolean };

/** Returns the likeliest visit, and its confidence. */
function likeliest(evidence: CallEvidence, before: readonly Said[], model?: Model): Likeliest {
  const first = rankCandidates(evidence, model).find(
    ({ visit, isFormer }) => visit !== undefined || isFormer,
  );
  const former = formerOf(evidence)?.visit?.visit_id;
  const visit = first?.visit ?? before.find((said) => said.visit?.visitId === former)?.visit;
  return first === undefined || visit === undefined
    ? NOTHING
    : {
        visit,
        confidence: first.confidence,
        isAgain: first.isFormer && first.tap === undefined,
        isFormer: first.isFormer,
      };
}

function evidenceOf(
  call: SimulatedCall,
  before: readonly Said[],
  callers: ReadonlyMap<string, readonly Said[]>,
): Omit<CallEvidence, 'promptCalls'> {
  const { time, number, visits, visitCount, taps, leases, caller } = call;
  const others = (visitId: string): number =>
    Math.max(
      0,
      ...(callers.get(visitId) ?? [])
        .filter((said) => said.call.caller !== caller && said.call.time >= time - VISIT_MS)
        .map(({ confidence }) => confidence),
    );
  return {
    startedTime: time,
    source: null,
    locationId: null,
    leases,
    visits,
    visitCount,
    taps: taps.map(({ earlier, ...tap }) => ({ ...tap, silent: earlier.length })),
    formers: before.map((said) => ({
      visit: said.visit === undefined ? null : snapshotOf(said.visit),
      confidence: said.confidence,
      isAgain: said.isAgain,
      calledTime: said.call.time,
      isSameNumber: said.call.number === number,
    })),
    takenVisits: new Map(visits.map(({ visitId }) => [visitId, others(visitId)])),
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
