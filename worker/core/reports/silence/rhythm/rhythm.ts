/**
 * Decides whether something is silent for longer than its own past makes likely: a script that is heard, a number that is called.
 * What is known are the hours in which it was heard. The rate of each hour of the week is learnt from the weeks before the last
 * time; a silence is as unlikely as the events that would usually have come in it are many. Pure.
 */

const WEEK_HOURS = 7 * 24;
/** The weeks that are learnt from. */
const LEARNT_WEEKS = 8;
/** The hours of a window: what is learnt, and a silence of two weeks. */
export const WINDOW_HOURS: number = (LEARNT_WEEKS + 2) * WEEK_HOURS;
/** Less than this says nothing about a rhythm. */
export const LEAST_HOURS: number = 2 * WEEK_HOURS;
const LEAST_HEARD = 12;
/** In an hour that had an event in each week so many more can be expected at most, since eight weeks do not show more. */
const MOST_RATE = 2;
/** Something that slows down is measured by the slowest of these spans before it was heard last. */
const SPANS = [3 * 24, WEEK_HOURS, 2 * WEEK_HOURS, 4 * WEEK_HOURS] as const;
/** Steps in which a level is approached. */
const LEVEL_STEPS = 5;
/** How many of its silences in a year may be as long by chance. */
const CHANCES_A_YEAR = 0.05;
const WEEKS_A_YEAR = 52;
/** A silence must be so many times as long as the second longest one before. */
const BEYOND_PAST = 1.25;
/** Whatever is heard all the time may pause so long. */
const SHORTEST_SILENCE = 4;

/** The hours of a window, oldest first; all lists have the same length. The last hour is the current one, which has not ended. */
export interface Hours {
  /** 1 for an hour in which something was heard. */
  heard: Uint8Array;
  /** The hour of the week, 0 to 167. */
  slots: Uint8Array;
  /** What part of the usual is expected: less on a holiday. */
  factors: Float64Array;
}

/** What is usual. */
interface Rhythm {
  /** Events to expect in each hour of the week. */
  rates: Float64Array;
  /** The first hour that was learnt from. */
  first: number;
  /** How many events have to be missing for a silence to be no chance. */
  limit: number;
}

/** A silence that chance does not explain. */
export interface Silence {
  /** The last hour in which something was heard, as an index of the window. */
  last: number;
  /** Events that would usually have come since. */
  expected: number;
}

/**
 * Returns the silence of a window; undefined if there is none, or if too little is known.
 * @param shareOf what part of the usual is expected in a silence for other reasons, such as fewer visitors; asked if there is one
 * @param leastLevel something that had slowed down to a smaller part of the usual before is not expected to go on
 */
export function silenceIn(
  hours: Hours,
  shareOf: (last: number) => number = () => 1,
  leastLevel = 0,
): Silence | undefined {
  const last = hours.heard.lastIndexOf(1);
  const end = hours.heard.length - 1;
  if (last < 0 || end - last - 1 < SHORTEST_SILENCE) return undefined;
  const rhythm = rhythmUntil(hours, last);
  if (rhythm === undefined) return undefined;
  const { rates, limit, first } = rhythm;
  const usual = expectedIn(hours, rates, last + 1, end);
  if (usual < limit) return undefined;
  const level = levelOf(hours, rates, first, last);
  const expected = usual * level * shareOf(last);
  return level < leastLevel || expected < limit ? undefined : { last, expected };
}

/** Returns how much was heard after an hour, as a part of the usual; at most 1. 1 if too little is known. */
export function activityAfter(hours: Hours, last: number): number {
  const rhythm = rhythmUntil(hours, hours.heard.lastIndexOf(1, last));
  if (rhythm === undefined) return 1;
  return Math.min(
    1,
    levelIn(hours, rhythm.rates, { from: last + 1, last: hours.heard.length - 2, steps: 1 }),
  );
}

/** Learns what is usual until an hour in which something was heard; undefined if too little is known. */
function rhythmUntil(hours: Hours, last: number): Rhythm | undefined {
  const first = hours.heard.indexOf(1, Math.max(0, last + 1 - LEARNT_WEEKS * WEEK_HOURS));
  if (last - first < LEAST_HOURS) return undefined;
  const rates = ratesOf(hours, first, last);
  const { heard, gap } = silencesIn(hours, rates, first, last);
  if (heard < LEAST_HEARD) return undefined;
  const aYear = (heard / (last - first)) * WEEK_HOURS * WEEKS_A_YEAR;
  return { rates, first, limit: Math.max(Math.log(aYear / CHANCES_A_YEAR), BEYOND_PAST * gap) };
}

/** Returns how many events are usual from an hour until before another one. */
function expectedIn({ slots, factors }: Hours, rates: Float64Array, from: number, until: number): number {
  let sum = 0;
  for (let hour = from; hour < until; hour += 1) sum += (rates[slots[hour] ?? 0] ?? 0) * (factors[hour] ?? 0);
  return sum;
}

/** Returns the rates of the hours of the week, each of them learnt from its neighbours too. */
function ratesOf({ heard, slots, factors }: Hours, first: number, last: number): Float64Array {
  const counts = new Float64Array(WEEK_HOURS);
  const weights = new Float64Array(WEEK_HOURS);
  for (let hour = first; hour <= last; hour += 1) {
    const slot = slots[hour] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + (heard[hour] ?? 0);
    weights[slot] = (weights[slot] ?? 0) + (factors[hour] ?? 0);
  }
  const near = (list: Float64Array, slot: number): number =>
    (list[slot] ?? 0) +
    ((list[(slot + 1) % WEEK_HOURS] ?? 0) + (list[(slot + WEEK_HOURS - 1) % WEEK_HOURS] ?? 0)) / 2;
  return counts.map((_, slot) => {
    const part = near(counts, slot) / (near(weights, slot) + 0.5);
    return Math.min(MOST_RATE, -Math.log(1 - Math.min(part, 0.999)));
  });
}

/** Counts the hours in which something was heard, and measures the second longest silence in events that were usual in it. */
function silencesIn(
  { heard, slots, factors }: Hours,
  rates: Float64Array,
  first: number,
  last: number,
): { heard: number; gap: number } {
  let [count, silent, longest, second] = [0, 0, 0, 0];
  for (let hour = first; hour <= last; hour += 1) {
    if (heard[hour] === 0) {
      silent += (rates[slots[hour] ?? 0] ?? 0) * (factors[hour] ?? 0);
      continue;
    }
    count += 1;
    second = Math.max(second, Math.min(longest, silent));
    longest = Math.max(longest, silent);
    silent = 0;
  }
  return { heard: count, gap: second };
}

/** Returns the rate of the slowest of the last spans, as a part of the usual one; at most 1. */
function levelOf(hours: Hours, rates: Float64Array, first: number, last: number): number {
  const levels = SPANS.filter((span) => last - span >= first).map((span) =>
    levelIn(hours, rates, { from: last + 1 - span, last, steps: LEVEL_STEPS }),
  );
  return Math.min(1, ...levels);
}

/** Returns the factor of the rates with which as many hours would be heard as were. */
function levelIn(
  { heard, slots, factors }: Hours,
  rates: Float64Array,
  { from, last, steps }: { from: number; last: number; steps: number },
): number {
  let level = 1;
  for (let step = 0; step < steps; step += 1) {
    let [count, usual] = [0, 0];
    for (let hour = from; hour <= last; hour += 1) {
      count += heard[hour] ?? 0;
      usual += 1 - Math.exp(-level * (rates[slots[hour] ?? 0] ?? 0) * (factors[hour] ?? 0));
    }
    level *= (count + 1) / (usual + 1);
  }
  return level;
}
