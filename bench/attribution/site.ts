/** Runs a simulated site: gives numbers to visits, keeps the evidence, and describes each call with it. */
import type { KeptLease, KeptTap, KeptVisit, VisitTouch } from '../../worker/dni/evidence.ts';
import { TAP_MS, VISIT_MS } from '../../worker/core/attribution/shown.ts';
import { decideLease, type Lease } from '../../worker/visits/pools/leases.ts';
import { drawHappenings, type Happening, type Visit } from './people.ts';
import { randomOf } from './random.ts';
import { drawStrangers } from './strangers.ts';
import { DAY_MS, type World } from './worlds.ts';

/** The evidence has so many visits of a number at most, and counts so many more. */
const MOST_FOUND = 50;
const MOST_COUNTED = 1_000;
/** The number of visits that got none of the pool. */
export const OVERFLOW = 'overflow';
/** The first days are not judged, since the evidence of the days before is missing. */
export const WARM_UP_MS = 10 * DAY_MS;

/** A call, what is known of it, and the truth. */
export interface SimulatedCall {
  time: number;
  number: string;
  /** The caller's number; undefined if it is withheld. */
  caller: string | undefined;
  /** The record of the visit that brought the call; undefined when there is none. */
  truth: KeptVisit | undefined;
  /** The latest first. */
  visits: readonly KeptVisit[];
  visitCount: number;
  taps: readonly KeptTap[];
  /** All leases of the number, also those of visitors without a record; the latest first. */
  leases: readonly KeptLease[];
  /** Whether it is the first call of a visitor without a record who leased the number. */
  isAnonymous: boolean;
}

/** Gives a number to a visit that asks for one, and its lease if there are leases. */
export type Allocation = (visit: Visit, now: number) => { number: string; lease?: KeptLease };

/** What became of a site's visits. */
export interface SiteResult {
  calls: number;
  /** The share of visits whose first request got no number of the pool. */
  overflow: number;
  /** What the visits were shown, for the fit: by number, in the order in which they were seen. */
  shown: ReadonlyMap<string, readonly Sight[]>;
  /** When anybody asked for each number. */
  asked: ReadonlyMap<string, readonly number[]>;
  tapped: ReadonlyMap<string, readonly KeptTap[]>;
}

/** A moment in which a visit was shown a number. */
export interface Sight {
  number: string;
  visit: KeptVisit;
  /** Whether the visit was shown the same number later. */
  isStale: boolean;
}

/** What the site knows. */
interface Site {
  /** The sights of visits at each number, in the order of time; only the latest of a visit counts. */
  shown: Map<string, Sight[]>;
  /** The last sight of each visit. */
  latest: Map<number, Sight>;
  taps: Map<string, KeptTap[]>;
  /** The leases of each number in the order in which they began. */
  leases: Map<string, KeptLease[]>;
  asked: Map<string, number[]>;
  /** The number that each visit was shown last. */
  numbers: Map<number, string>;
  onCall: (call: SimulatedCall) => void;
}

/** Runs a site with leases. @param onCall gets the calls after the first days, in the order of time */
export function runSite(world: World, onCall: (call: SimulatedCall) => void): SiteResult {
  return runWith(world, leasing(world), onCall);
}

/** Runs a site with any rule that gives numbers. */
export function runWith(
  world: World,
  allocate: Allocation,
  onCall: (call: SimulatedCall) => void,
): SiteResult {
  const site: Site = {
    shown: new Map(),
    latest: new Map(),
    taps: new Map(),
    leases: new Map(),
    asked: new Map(),
    numbers: new Map(),
    onCall,
  };
  const result = { calls: 0, visits: 0, overflow: 0 };
  for (const happening of happeningsOf(world)) {
    if (happening.kind === 'ask') {
      const isFirst = happening.time === happening.visit.begin;
      const { number, lease } = allocate(happening.visit, happening.time);
      show(site, happening, number);
      if (lease !== undefined) keepLease(site, lease);
      if (isFirst) result.visits += 1;
      if (isFirst && number === OVERFLOW) result.overflow += 1;
    } else if (happening.kind === 'tap') tap(site, happening);
    else if (call(site, happening)) result.calls += 1;
  }
  return {
    calls: result.calls,
    overflow: result.overflow / Math.max(1, result.visits),
    shown: site.shown,
    asked: site.asked,
    tapped: site.taps,
  };
}

/** Leases numbers by the code of the product. */
export function leasing({ seed, pool }: World): Allocation {
  const random = randomOf(seed + 500_000);
  const numbers = numbersOf(pool.size);
  const leases = new Map<string, Lease>();
  return (visit, now) => {
    const holder = recordOf(visit) ?? visit.address;
    const lease = decideLease(
      leases,
      { holder, network: visit.address, block: visit.address, now, numbers, holdMs: pool.holdMs },
      random,
    );
    if (lease === undefined) return { number: OVERFLOW };
    leases.set(lease.number, lease);
    const { number, begun: from, ends: until } = lease;
    return { number, lease: { number, visitId: recordOf(visit) ?? null, from, until } };
  };
}

/** Returns the happenings of visitors and strangers in the order of time. */
function happeningsOf(world: World): Happening[] {
  const numbers = numbersOf(world.pool.size);
  return [...drawHappenings(world), ...drawStrangers(world, numbers)].toSorted((a, b) => a.time - b.time);
}

const numbersOf = (size: number): string[] => Array.from({ length: size }, (_, index) => `number ${index}`);

/** Returns the id of a visit's record. Without storage a visit has none. */
const recordOf = ({ id, isStored }: Visit): string | undefined => (isStored ? `visit ${id}` : undefined);

/** Keeps a lease, or moves the end of one that is renewed. */
function keepLease({ leases }: Site, lease: KeptLease): void {
  const list = leases.get(lease.number);
  if (list === undefined) leases.set(lease.number, [lease]);
  else if (list.at(-1)?.from === lease.from) list[list.length - 1] = lease;
  else list.push(lease);
}

function show(
  { shown, latest, numbers, asked }: Site,
  { time, visit }: { time: number; visit: Visit },
  number: string,
): void {
  numbers.set(visit.id, number);
  const times = asked.get(number);
  if (times === undefined) asked.set(number, [time]);
  else times.push(time);
  const visitId = recordOf(visit);
  if (visitId === undefined) return;
  const before = latest.get(visit.id);
  if (before?.number === number) before.isStale = true;
  const kept = { visitId, begunTime: visit.begin, seenTime: time, touch: touchOf(visitId) };
  const sight = { number, visit: kept, isStale: false };
  latest.set(visit.id, sight);
  const list = shown.get(number);
  if (list === undefined) shown.set(number, [sight]);
  else list.push(sight);
}

function tap({ numbers, taps }: Site, { time, visit }: { time: number; visit: Visit }): void {
  const number = numbers.get(visit.id) ?? OVERFLOW;
  const given = { time, number, target: number, visitId: recordOf(visit) ?? null, page: '/', earlier: [] };
  const list = taps.get(number);
  if (list === undefined) taps.set(number, [given]);
  else list.push(given);
}

/** Describes a call. @returns whether it is judged */
function call(site: Site, happening: Extract<Happening, { kind: 'call' }>): boolean {
  const { time, visit, caller } = happening;
  const number = happening.number ?? (visit && site.numbers.get(visit.id)) ?? OVERFLOW;
  if (time < WARM_UP_MS) return false;
  const truth = visit && site.latest.get(visit.id)?.visit;
  const isAnonymous = visit?.isStored === false && !happening.again && number !== OVERFLOW;
  site.onCall({ time, number, caller, truth, isAnonymous, ...found(site, number, time) });
  return true;
}

/** Finds the evidence of a number as the month's objects do: the latest visits, each once. */
function found(
  { shown, taps, leases }: Site,
  number: string,
  time: number,
): Pick<SimulatedCall, 'visits' | 'visitCount' | 'taps' | 'leases'> {
  const all = shown.get(number) ?? [];
  const visits: KeptVisit[] = [];
  let visitCount = 0;
  for (let index = all.length - 1; index >= 0 && visitCount < MOST_COUNTED; index -= 1) {
    const { visit, isStale } = all[index] as Sight;
    if (visit.seenTime < time - VISIT_MS) break;
    if (isStale) continue;
    visitCount += 1;
    if (visits.length < MOST_FOUND) visits.push(visit);
  }
  const tapped = taps.get(number) ?? [];
  const before = tapped.findLastIndex((each) => each.time < time - TAP_MS);
  const kept = (leases.get(number) ?? []).slice(-MOST_FOUND).toReversed();
  return {
    visits,
    visitCount,
    taps: tapped.slice(before + 1).toReversed(),
    leases: kept.filter(({ until }) => until >= time - VISIT_MS),
  };
}

function touchOf(record: string): VisitTouch {
  return {
    source: 'paid_search',
    channel: 'paid_search',
    site: 'Google',
    medium: 'cpc',
    campaign: record,
    term: null,
    content: null,
    first_source: 'paid_search',
    first_campaign: record,
    landing_page: '/',
    referrer: null,
    click_ids: {},
  };
}
