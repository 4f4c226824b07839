/**
 * The people of a simulated site: their visits, taps and calls. All of it is drawn before any number is given, so that every
 * rule is judged by the same people.
 */
import { exponential, logNormal, pick, type Random, randomOf } from './random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './worlds.ts';

/** A visit. Times are milliseconds since the beginning of the simulation. */
export interface Visit {
  id: number;
  person: number;
  /** The keyed hash of the visitor's address. */
  address: string;
  /** Whether the browser may store the visit's id. */
  isStored: boolean;
  begin: number;
  /** When the widget asks the edge: on each request the hold begins anew. */
  asks: readonly number[];
}

export type Happening =
  | { kind: 'ask'; time: number; visit: Visit }
  | { kind: 'tap'; time: number; visit: Visit }
  | Call;

/** A call. `again`: the caller dials the number of a former call. */
interface Call {
  kind: 'call';
  time: number;
  /** Undefined for people who were never on the site, who dial `number`. */
  visit: Visit | undefined;
  number?: string;
  /** The caller's number as the carrier tells it; undefined if it is withheld. */
  caller: string | undefined;
  again: boolean;
}

/** The share of a day's visitors by hour, from midnight. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 8, 13, 16, 17, 17, 16, 16, 16, 16, 15, 14, 12, 10, 8, 7, 5, 3];
/** A new visit begins after so long without a page (docs/widget.md). */
const SESSION_MS = 30 * MINUTE_MS;
/** A visible page asks for its lease again so long before the end. */
const RENEWAL_MS = MINUTE_MS;
const MOST_RETURNS = 4;

/** Draws everything that happens on a site, in the order of time. */
export function drawHappenings(world: World): Happening[] {
  const random = randomOf(world.seed);
  const drawn: Draft = { world, random, happenings: [], visitCount: 0, personCount: 0, callers: [] };
  for (const time of arrivals(world, random)) drawPerson(drawn, time);
  return drawn.happenings
    .filter(({ time }) => time < world.days * DAY_MS)
    .toSorted((one, other) => one.time - other.time);
}

interface Draft {
  world: World;
  random: Random;
  happenings: Happening[];
  visitCount: number;
  personCount: number;
  /** The numbers of all callers so far. */
  callers: string[];
}

/** A person with their devices and habits. */
interface Person {
  id: number;
  isMobile: boolean;
  isStored: boolean;
  isOffice: boolean;
  caller: string | undefined;
}

/** Draws when new people arrive: a Poisson process with a rate for each hour, by thinning. */
function arrivals(world: World, random: Random): number[] {
  const { burst, days, newVisitorsPerDay } = world;
  const sum = HOURS.reduce((total, share) => total + share, 0);
  const bursts = burst === undefined ? [] : burstTimes(burst.everyDays, days, random);
  const highest = (Math.max(...HOURS) / sum) * (burst?.factor ?? 1);
  const times: number[] = [];
  const end = days * DAY_MS;
  for (let time = 0; time < end;) {
    time += exponential(random, HOUR_MS / (newVisitorsPerDay * highest));
    const isBurst = burst && bursts.some((begin) => time >= begin && time < begin + burst.hours * HOUR_MS);
    const share = (HOURS[Math.floor((time % DAY_MS) / HOUR_MS)] ?? 0) / sum;
    if (random() * highest < share * (isBurst ? burst.factor : 1)) times.push(time);
  }
  return times;
}

/** Draws the beginnings of bursts: at nine o'clock or later, on a day in `everyDays`. */
function burstTimes(everyDays: number, days: number, random: Random): number[] {
  return Array.from({ length: days }, (_, day) => day * DAY_MS + (9 + 8 * random()) * HOUR_MS).filter(
    () => random() < 1 / everyDays,
  );
}

/** Draws a person's visits, and what follows from each. */
function drawPerson(drawn: Draft, arrival: number): void {
  const { world, random } = drawn;
  drawn.personCount += 1;
  const person: Person = {
    id: drawn.personCount,
    isMobile: random() < world.mobileShare,
    isStored: random() < world.storageShare,
    isOffice: random() < world.officeShare,
    caller: drawCaller(drawn, `person ${drawn.personCount}`),
  };
  let begin = arrival;
  for (let visits = 0; visits <= MOST_RETURNS; visits += 1) {
    const { visit, leave } = drawVisit(drawn, person, begin);
    if (random() < world.emptyTapShare) {
      drawn.happenings.push({ kind: 'tap', time: begin + random() * (leave - begin), visit });
    }
    if (random() < world.callShare) drawCalls(drawn, person, { visit, leave });
    if (random() >= world.returnShare) return;
    begin = leave + SESSION_MS + exponential(random, 2 * DAY_MS);
  }
}

/** Draws which number the carrier tells of a person: their own, that of their switchboard, a former one of somebody else, or none. */
function drawCaller({ world, random, callers }: Draft, own: string): string | undefined {
  if (random() < world.withheldShare) return undefined;
  if (random() < world.switchboardShare) {
    const people = world.newVisitorsPerDay * world.days * world.switchboardShare * world.callShare;
    const boards = Math.max(1, Math.round(people / world.switchboardSize));
    return `switchboard ${Math.floor(random() * boards)}`;
  }
  const former = callers[Math.floor(random() * callers.length)];
  return former !== undefined && random() < world.recycledShare ? former : own;
}

/** Draws a visit: when its page asks for numbers, and when the visitor leaves. */
function drawVisit(drawn: Draft, person: Person, begin: number): { visit: Visit; leave: number } {
  const { world, random, happenings } = drawn;
  const { id, isMobile, isStored, isOffice } = person;
  const address = isOffice ? officeAt(world, random, begin) : `person ${id}`;
  const leave = begin + logNormal(random, world.dwellMs[isMobile ? 'mobile' : 'desktop'], 0.9);
  drawn.visitCount += 1;
  const asks = askTimes(world, random, { begin, leave, isStored });
  const visit = { id: drawn.visitCount, person: id, address, isStored, begin, asks };
  for (const time of asks) happenings.push({ kind: 'ask', time, visit });
  return { visit, leave };
}

/** Returns the address of an office, whose people visit the site at about the same time: a colleague sends the link. */
function officeAt(world: World, random: Random, time: number): string {
  const gatherMs = (world.officeSize / (world.newVisitorsPerDay * world.officeShare)) * DAY_MS;
  const offices = Math.max(1, Math.round(HOUR_MS / gatherMs));
  return `office ${Math.floor(time / Math.max(gatherMs, HOUR_MS))}/${Math.floor(random() * offices)}`;
}

/** Draws when the widget asks the edge: first, before each end of the hold, and without storage on each page. */
function askTimes(
  world: World,
  random: Random,
  { begin, leave, isStored }: { begin: number; leave: number; isStored: boolean },
): number[] {
  const asks = [begin];
  const step = world.pool.holdMs - RENEWAL_MS;
  for (let time = begin + step; time < leave; time += step) asks.push(time);
  if (!isStored) {
    const pages = Math.floor(exponential(random, 1.5));
    for (let page = 0; page < pages; page += 1) asks.push(begin + random() * (leave - begin));
  }
  return asks;
}

/** Draws the call that a visit brings, and what follows from it. */
function drawCalls(drawn: Draft, person: Person, { visit, leave }: { visit: Visit; leave: number }): void {
  const { world, random, happenings, callers } = drawn;
  const { caller } = person;
  if (caller !== undefined) callers.push(caller);
  const when = pick(random, world.delays);
  let last = visit;
  let time = leave;
  if (when === 0) time = callFromPage(drawn, person, { visit, leave });
  else {
    time += exponential(random, [0, 8 * MINUTE_MS, 4 * HOUR_MS, 3 * DAY_MS][when] ?? 0);
    happenings.push({ kind: 'call', time, visit, caller, again: false });
  }
  if (random() < world.secondCallerShare) {
    const second = time + exponential(random, 3 * HOUR_MS);
    happenings.push({ kind: 'call', time: second, visit, caller: `second ${person.id}`, again: false });
  }
  while (random() < world.repeatShare) {
    time += exponential(
      random,
      [6 * MINUTE_MS, 5 * HOUR_MS, 4 * DAY_MS, 25 * DAY_MS][pick(random, [4, 3, 3, 1])] ?? 0,
    );
    if (random() < world.visitAgainShare) {
      const next = drawVisit(drawn, person, time);
      last = next.visit;
      time = callFromPage(drawn, person, next);
    } else happenings.push({ kind: 'call', time, visit: last, caller, again: true });
  }
}

/** Draws a call from the page, after a tap or dialled. @returns its time */
function callFromPage(
  { world, random, happenings }: Draft,
  { isMobile, caller }: Person,
  { visit, leave }: { visit: Visit; leave: number },
): number {
  let time = visit.begin + random() * (leave - visit.begin);
  if (random() < world.tapShare[isMobile ? 'mobile' : 'desktop']) {
    happenings.push({ kind: 'tap', time, visit });
    time += 1_500 + logNormal(random, 4_000, 0.7);
  } else time += logNormal(random, 15_000, 0.5);
  happenings.push({ kind: 'call', time, visit, caller, again: false });
  return time;
}
