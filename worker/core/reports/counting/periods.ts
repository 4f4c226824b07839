/** The days of a report and the days that it is compared with. Pure. */
import type { LocalClock } from '../../engine/times/local-clock.ts';
import {
  RANGE_NAMES,
  relativeRange,
  type WeekDay,
  unknownRange,
} from '../../engine/times/relative-ranges.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { dayNumber, writeDay } from './days.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;
/** A year in whole weeks, so that its weekdays are the same. */
const YEAR = 52 * WEEK;
const DEFAULT_RANGE = 'last_30_days';
const ALL_TIME = 'all_time';
/** Ranges that are not made of days. */
const NO_DAYS = /hour/;

/** Days in the company's zone, as numbers since 1970-01-01. */
export interface Days {
  first: number;
  last: number;
}

/** What a range refers to. */
export interface PeriodContext {
  now: number;
  clock: LocalClock;
  weekStart: WeekDay;
  /** The day of the company's first record, if the range begins with it. */
  firstDay: number;
}

/** The range of a query. */
export interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
  relative?: string | undefined;
}

/** Tells whether a range begins with the company's first record. */
export function beginsWithData({ from, to, relative }: AskedDays): boolean {
  return from === undefined && (relative === ALL_TIME || to !== undefined);
}

/** Returns the days of a report. @throws Problem `unknown_range`, `reversed_range`, `invalid_parameter` */
export function daysOf({ from, to, relative }: AskedDays, context: PeriodContext): Days {
  const today = Math.floor(context.clock.toLocal(context.now) / DAY_MS);
  if (from === undefined && to === undefined) return relativeDays(relative ?? DEFAULT_RANGE, today, context);
  if (relative !== undefined) {
    throw new Problem('invalid_parameter', 'Give from and to, or relative.', {
      errors: [{ parameter: 'relative', code: 'invalid_parameter', detail: 'Leave it out with from or to.' }],
    });
  }
  const last = to === undefined ? today : dayNumber(to);
  const first = from === undefined ? Math.min(context.firstDay, last) : dayNumber(from);
  if (first > last) throw new Problem('reversed_range', 'The range ends before it starts.');
  return { first, last };
}

/**
 * Returns by how many days the compared days are earlier: whole weeks, so that the weekdays are the same.
 * @returns undefined if there is nothing to compare with
 */
export function shiftOf(days: Days, compare: 'previous' | 'year' | 'none'): number | undefined {
  if (compare === 'none') return undefined;
  const length = days.last - days.first + 1;
  const unit = compare === 'year' ? YEAR : WEEK;
  return Math.ceil(length / unit) * unit;
}

function relativeDays(name: string, today: number, context: PeriodContext): Days {
  const range = NO_DAYS.test(name) ? undefined : relativeRange(name, context);
  if (range === undefined) {
    const allowed = RANGE_NAMES.filter((known) => !NO_DAYS.test(known));
    const fault = { ...unknownRange(name, 'relative'), allowed };
    throw new Problem('unknown_range', fault.detail, { errors: [fault] });
  }
  const dayOf = (moment: number): number => Math.floor(context.clock.toLocal(moment) / DAY_MS);
  const first = range.start === undefined ? Math.min(context.firstDay, today) : dayOf(range.start);
  const last = range.end === undefined ? today : dayOf(range.end - 1);
  return { first, last: Math.max(first, last) };
}

/** Writes the first and the last day. */
export function writeDays({ first, last }: Days): { from: string; to: string } {
  return { from: writeDay(first), to: writeDay(last) };
}
