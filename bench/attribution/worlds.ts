/** Simulated sites: those for fitting, drawn at random, and those for judging. */
import { between, type Random, randomOf } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A site, its visitors, and its pool of numbers. Shares are 0 to 1. */
export interface World {
  name: string;
  seed: number;
  days: number;
  /** People who come to the site for the first time, a day. */
  newVisitorsPerDay: number;
  /** Hours in which an advertisement brings `factor` times as many visitors, about once in `everyDays`; undefined: none. */
  burst: { everyDays: number; hours: number; factor: number } | undefined;
  mobileShare: number;
  /** Visitors whose browser may store the visit's id. */
  storageShare: number;
  /** Visitors from offices, and how many of them share an address at a time. */
  officeShare: number;
  officeSize: number;
  /** Visits that bring a call. */
  callShare: number;
  /** Callers on the page who tap the number instead of dialling it. */
  tapShare: { mobile: number; desktop: number };
  /** Visits with a tap that leads to no call. */
  emptyTapShare: number;
  /** Median time on the site. */
  dwellMs: { mobile: number; desktop: number };
  /** Weights of calls from the page, minutes after leaving it, hours after, and days after. */
  delays: readonly [onPage: number, minutes: number, hours: number, days: number];
  /** Visitors who come again some day. */
  returnShare: number;
  /** Calls after which the caller calls once more, and how many of these come from a new visit instead of the list of calls. */
  repeatShare: number;
  visitAgainShare: number;
  /** Callers whose colleague or partner calls the same number too, from another phone. */
  secondCallerShare: number;
  /** People whose calls have the number of a switchboard, and how many people share one. */
  switchboardShare: number;
  switchboardSize: number;
  /** People with the former number of another caller, and people who withhold theirs. */
  recycledShare: number;
  withheldShare: number;
  /** Calls of people who were never on the site, for each number a day, and how many of them have saved it and call again. */
  strangersPerNumber: number;
  savedShare: number;
  /** Machines a day that dial a part of the numbers, each within an hour. */
  spamPerDay: number;
  pool: { size: number; holdMs: number };
}

/** What most sites have in common: the middle of the worlds for fitting. */
const USUAL: Omit<World, 'name' | 'seed'> = {
  days: 120,
  newVisitorsPerDay: 300,
  burst: undefined,
  mobileShare: 0.6,
  storageShare: 0.85,
  officeShare: 0.1,
  officeSize: 4,
  callShare: 0.05,
  tapShare: { mobile: 0.75, desktop: 0.06 },
  emptyTapShare: 0.01,
  dwellMs: { mobile: 2 * MINUTE_MS, desktop: 4 * MINUTE_MS },
  delays: [0.66, 0.17, 0.1, 0.07],
  returnShare: 0.2,
  repeatShare: 0.35,
  visitAgainShare: 0.25,
  secondCallerShare: 0.02,
  switchboardShare: 0.03,
  switchboardSize: 8,
  recycledShare: 0.01,
  withheldShare: 0.03,
  strangersPerNumber: 0.05,
  savedShare: 0.3,
  spamPerDay: 0.3,
  pool: { size: 18, holdMs: 20 * MINUTE_MS },
};

const HOLD_MS = 20 * MINUTE_MS;
/** Calls that come as often from the page as later. */
const LATE = [0.35, 0.2, 0.25, 0.2] as const;

/** Worlds that are not used for fitting. Each differs from the usual one in what its name says. */
export const JUDGED_WORLDS: readonly World[] = [
  { ...USUAL, name: 'usual', seed: 1001 },
  {
    ...USUAL,
    name: 'desktop-heavy',
    seed: 1002,
    mobileShare: 0.12,
    tapShare: { mobile: 0.75, desktop: 0.04 },
    pool: { size: 20, holdMs: HOLD_MS },
  },
  {
    ...USUAL,
    name: 'bursty campaign',
    seed: 1003,
    burst: { everyDays: 3, hours: 2, factor: 6 },
    pool: { size: 40, holdMs: HOLD_MS },
  },
  {
    ...USUAL,
    name: 'shared office',
    seed: 1004,
    officeShare: 0.6,
    officeSize: 12,
    mobileShare: 0.35,
    storageShare: 0.7,
  },
  { ...USUAL, name: 'tiny pool', seed: 1005, pool: { size: 4, holdMs: HOLD_MS } },
  { ...USUAL, name: 'no storage allowed', seed: 1006, storageShare: 0 },
  { ...USUAL, name: 'few repeat callers', seed: 1007, repeatShare: 0.1 },
  { ...USUAL, name: 'many repeat callers', seed: 1008, repeatShare: 0.7, callShare: 0.03 },
  { ...USUAL, name: 'late callers', seed: 1009, delays: LATE },
  {
    ...USUAL,
    name: 'law firm',
    seed: 1010,
    delays: LATE,
    repeatShare: 0.6,
    visitAgainShare: 0.4,
    secondCallerShare: 0.05,
    mobileShare: 0.45,
    callShare: 0.03,
  },
  {
    ...USUAL,
    name: 'switchboards',
    seed: 1011,
    switchboardShare: 0.25,
    switchboardSize: 12,
    repeatShare: 0.5,
  },
  {
    ...USUAL,
    name: 'saved and recycled numbers',
    seed: 1012,
    strangersPerNumber: 0.12,
    savedShare: 0.7,
    recycledShare: 0.05,
  },
  { ...USUAL, name: 'spam', seed: 1013, spamPerDay: 1.5, withheldShare: 0.08 },
];

/** Draws the worlds for fitting. */
export function fittingWorlds(count: number, seed: number): World[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => drawWorld(random, index));
}

function drawWorld(random: Random, index: number): World {
  const newVisitorsPerDay = between(random, 120, 600);
  const onPage = between(random, 0.35, 0.8);
  return {
    ...USUAL,
    name: `fit ${index}`,
    seed: 1 + index,
    days: Math.round(16_000 / newVisitorsPerDay),
    newVisitorsPerDay,
    mobileShare: between(random, 0.25, 0.8),
    storageShare: between(random, 0.75, 0.95),
    officeShare: between(random, 0.03, 0.2),
    callShare: between(random, 0.02, 0.08),
    tapShare: { mobile: between(random, 0.6, 0.9), desktop: between(random, 0.03, 0.12) },
    emptyTapShare: between(random, 0.005, 0.02),
    dwellMs: {
      mobile: between(random, 1.5, 2.7) * MINUTE_MS,
      desktop: between(random, 3, 5.4) * MINUTE_MS,
    },
    delays: [onPage, (1 - onPage) * 0.4, (1 - onPage) * 0.33, (1 - onPage) * 0.27],
    repeatShare: between(random, 0.1, 0.7),
    visitAgainShare: between(random, 0.1, 0.5),
    secondCallerShare: between(random, 0.01, 0.06),
    switchboardShare: between(random, 0.01, 0.2),
    switchboardSize: Math.round(between(random, 4, 16)),
    recycledShare: between(random, 0.003, 0.04),
    withheldShare: between(random, 0.01, 0.08),
    strangersPerNumber: between(random, 0.02, 0.12),
    savedShare: between(random, 0.1, 0.7),
    spamPerDay: between(random, 0.1, 1),
    // From pools that are too small at noon to generous ones.
    pool: { size: Math.round(newVisitorsPerDay * between(random, 0.04, 0.1)), holdMs: HOLD_MS },
  };
}
