/** When scheduled reports are due, in the company's zone. Pure. */
import type { LocalClock } from '../../engine/times/local-clock.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import type { Schedule } from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days among which the next one of every schedule is: two months, because the first of them may be done already. */
const MOST_DAYS = 63;

/** A due time in milliseconds since the epoch, and its local day as a number since 1970-01-01. */
export interface Due {
  time: number;
  day: number;
}

/**
 * Returns the first due time after a moment. An hour that a change to daylight saving time skips is due as much later, one that
 * occurs twice at its first time.
 * @param afterDay the last day that is done; null if none is
 */
export function nextDue(
  schedule: Schedule,
  { clock, after, afterDay }: { clock: LocalClock; after: number; afterDay: number | null },
): Due {
  const today = dayOf(clock, after);
  for (let day = today; day <= today + MOST_DAYS; day += 1) {
    const due = dueOn(schedule, clock, day);
    if (due !== undefined && due.time > after && day > (afterDay ?? -Infinity)) return due;
  }
  throw new Error('A schedule is due within two months.');
}

/** Returns the last due time up to a moment; undefined if there is none in the last two months. */
export function lastDue(schedule: Schedule, clock: LocalClock, until: number): Due | undefined {
  const today = dayOf(clock, until);
  for (let day = today; day >= today - MOST_DAYS; day -= 1) {
    const due = dueOn(schedule, clock, day);
    if (due !== undefined && due.time <= until) return due;
  }
  return undefined;
}

function dayOf(clock: LocalClock, moment: number): number {
  return Math.floor(clock.toLocal(moment) / DAY_MS);
}

function dueOn(schedule: Schedule, clock: LocalClock, day: number): Due | undefined {
  if (!isDay(schedule, new Date(day * DAY_MS))) return undefined;
  return { time: clock.toUtc(day * DAY_MS + schedule.hour * HOUR_MS), day };
}

/** Tells whether a schedule has this day. In a month without its day it is the last one. */
function isDay(schedule: Schedule, date: Date): boolean {
  switch (schedule.every) {
    case 'day':
      return true;
    case 'week':
      return WEEK_DAYS[date.getUTCDay()] === schedule.weekday;
    default: {
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return date.getUTCDate() === Math.min(schedule.day, last);
    }
  }
}
