/** Simulated sites: those for fitting, drawn at random, and those for judging, each unlike them in one respect. */
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
  /** Callers who call again. */
  repeatShare: number;
  /** Calls of people who were never on the site, for each number a day. */
  strangersPerNumber: number;
  pool: { size: number; holdMs: number };
}

/** What most sites have in common: the middle of the worlds for fitting. */
const USUAL: Omit<World, 'name' | 'seed'> = {
  days: 300,
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
  repeatShare: 0.2,
  strangersPerNumber: 0.05,
  pool: { size: 18, holdMs: 20 * MINUTE_MS },
};

/**
 * Worlds that are not used for fitting. Each differs from the usual one in what its name says, more than any world of the
 * fit does.
 */
export const JUDGED_WORLDS: readonly World[] = [
  { ...USUAL, name: 'usual', seed: 1001 },
  {
    ...USUAL,
    name: 'desktop-heavy',
    seed: 1002,
    mobileShare: 0.12,
    tapShare: { mobile: 0.75, desktop: 0.04 },
    pool: { size: 20, holdMs: 20 * MINUTE_MS },
  },
  {
    ...USUAL,
    name: 'bursty campaign',
    seed: 1003,
    burst: { everyDays: 3, hours: 2, factor: 6 },
    pool: { size: 40, holdMs: 20 * MINUTE_MS },
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
  { ...USUAL, name: 'tiny pool', seed: 1005, pool: { size: 4, holdMs: 20 * MINUTE_MS } },
  { ...USUAL, name: 'no storage allowed', seed: 1006, storageShare: 0 },
];

/** Draws the worlds for fitting. */
export function fittingWorlds(count: number, seed: number): World[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => drawWorld(random, index));
}

function drawWorld(random: Random, index: number): World {
  const newVisitorsPerDay = between(random, 120, 600);
  const onPage = between(random, 0.55, 0.75);
  return {
    ...USUAL,
    name: `fit ${index}`,
    seed: 1 + index,
    days: Math.round(40_000 / newVisitorsPerDay),
    newVisitorsPerDay,
    mobileShare: between(random, 0.35, 0.8),
    storageShare: between(random, 0.6, 1),
    officeShare: between(random, 0.03, 0.3),
    callShare: between(random, 0.03, 0.08),
    tapShare: { mobile: between(random, 0.6, 0.9), desktop: between(random, 0.03, 0.12) },
    emptyTapShare: between(random, 0.005, 0.02),
    dwellMs: {
      mobile: between(random, 1.5, 2.7) * MINUTE_MS,
      desktop: between(random, 3, 5.4) * MINUTE_MS,
    },
    delays: [onPage, (1 - onPage) * 0.5, (1 - onPage) * 0.3, (1 - onPage) * 0.2],
    strangersPerNumber: between(random, 0.025, 0.1),
    // From pools that are too small at noon to generous ones.
    pool: { size: Math.round(newVisitorsPerDay * between(random, 0.04, 0.1)), holdMs: 20 * MINUTE_MS },
  };
}
