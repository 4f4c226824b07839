/** The values of groupings as numbers: of facts, and of counts by day. Pure. */
import type { WeekDay } from '../../engine/times/relative-ranges.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import type { NumberedTouch } from '../facts/dictionary.ts';
import type { FactChunk, StoredKind } from '../facts/fact-chunk.ts';
import { type Dimension, type FactKind, TIMES, TOUCHES, type TouchDimension } from './definitions.ts';

const DAY = 86_400;
const HOUR = 3_600;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** The groups of confidence, as numbers. */
export const CONFIDENCES = ['', 'high', 'medium', 'low'] as const;
export const [HIGH, MEDIUM, LOW] = [1, 2, 3] as const;
const [HIGH_FROM, MEDIUM_FROM] = [90, 50];

/** The groupings that only calls have. */
const OF_CALLS: readonly Dimension[] = ['outcome', 'answered_by', 'menu_key'];
/** The groupings that sums by day do not have. */
const OF_RECORDS: readonly Dimension[] = ['medium', 'term', ...OF_CALLS, 'state', 'confidence'];
/** The groupings that a kind of data has no property for. */
const MISSING: Readonly<Record<FactKind, readonly Dimension[]>> = {
  call: [],
  text: OF_CALLS,
  form: ['location', 'number', ...OF_CALLS],
  lead: [...OF_CALLS, 'confidence'],
  visit: ['hour', 'landing_page', ...OF_RECORDS],
  tap: OF_RECORDS,
  cost: ['hour', 'landing_page', ...OF_RECORDS, 'location', 'number'],
};

/** Tells whether a kind of data can be grouped and filtered so. */
export function hasDimension(kind: FactKind, dimension: Dimension): boolean {
  return !MISSING[kind].includes(dimension);
}

/** Tells whether a grouping is by the time of a record. */
export function isTime(dimension: Dimension): dimension is (typeof TIMES)[number] {
  return TIMES.some((time) => time === dimension);
}

/** Tells whether a grouping is by the visit that a record is credited to. */
export function isTouch(dimension: Dimension): dimension is TouchDimension {
  return TOUCHES.some((touch) => touch === dimension);
}

/** Returns the value of a touch in a grouping: the number of a text. */
export function touchValue(touch: NumberedTouch, dimension: TouchDimension): number {
  return dimension === 'landing_page' ? touch.landingPage : touch[dimension];
}

/** Returns the value of a time in a grouping. @param day number of the local day @param local local time in seconds */
export function timeValue(
  dimension: (typeof TIMES)[number],
  { day, local }: { day: number; local: number },
  weekStart: WeekDay,
): number {
  switch (dimension) {
    case 'day':
      return day;
    case 'week':
      return day - ((weekdayOf(day) - WEEK_DAYS.indexOf(weekStart) + 7) % 7);
    case 'month':
      return monthOf(day);
    case 'hour':
      return Math.floor((local - Math.floor(local / DAY) * DAY) / HOUR);
    default:
      return weekdayOf(day);
  }
}

/** Returns the weekday of a day, 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
}

function monthOf(day: number): number {
  const date = new Date(day * DAY * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Looks up the state of a lead, as the number of a text. */
export type StateOf = (leadNumber: number) => number;

/** Returns a function that reads the value of a fact in a grouping that is neither by time nor by visit. */
export function ownValue(
  kind: StoredKind,
  dimension: Dimension,
  stateOf: StateOf,
): (chunk: FactChunk, slot: number) => number {
  switch (dimension) {
    case 'location':
      return (chunk, slot) => chunk.location[slot] ?? 0;
    case 'number':
      return (chunk, slot) => chunk.number[slot] ?? 0;
    case 'outcome':
      return (chunk, slot) => chunk.outcome[slot] ?? 0;
    case 'answered_by':
      return (chunk, slot) => chunk.who[slot] ?? 0;
    case 'menu_key':
      return (chunk, slot) => chunk.menuKeys[slot] ?? 0;
    case 'state':
      return kind === 'lead'
        ? (chunk, slot) => chunk.who[slot] ?? 0
        : (chunk, slot) => stateOf(chunk.person[slot] ?? 0);
    default:
      return (chunk, slot) => confidenceGroup(chunk.confidence[slot] ?? 0);
  }
}

/** Returns the group of a confidence. @param percent whole percent */
export function confidenceGroup(percent: number): number {
  if (percent >= HIGH_FROM) return HIGH;
  return percent >= MEDIUM_FROM ? MEDIUM : LOW;
}
