/** Named time ranges (`today`, `last_three_months`, ...) in the caller's local time. Pure: `now` and the clock are parameters. */
import type { Fault } from '../../../shared/http/problems.ts';
import type { LocalClock } from './local-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LARGEST_COUNT = 999;
const WORDS: Record<string, number> = { three: 3, six: 6, twelve: 12 };

export const WEEK_DAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

/** A half-open range in milliseconds since the epoch: it includes `start` and excludes `end`. Undefined means no limit. */
export interface TimeRange {
  start: number | undefined;
  end: number | undefined;
}

/** The time and the settings that a name refers to. */
export interface RangeContext {
  now: number;
  clock: LocalClock;
  weekStart: WeekDay;
}

const UNITS = ['week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];

/** All names, with `N` for 1 to 999, for the list of allowed values in a refusal. */
export const RANGE_NAMES: readonly string[] = [
  'today',
  'yesterday',
  ...UNITS.flatMap((unit) => [`this_${unit}`, `last_${unit}`, `${unit}_to_date`]),
  'last_three_months',
  'last_six_months',
  'last_twelve_months',
  'last_hour',
  'last_24_hours',
  'last_N_hours',
  'last_N_days',
  'last_N_weeks',
  'last_N_months',
  'last_N_years',
  'all_time',
];

/** Returns the range for a name at `context.now`; undefined if it is none of `RANGE_NAMES`. */
export function relativeRange(name: string, context: RangeContext): TimeRange | undefined {
  return fixedRange(name, context) ?? countedRange(name, context);
}

/** Returns the fault of an unknown name, with the allowed ones. */
export function unknownRange(name: string, parameter: string): Fault {
  const detail = `"${name.slice(0, 100)}" is not a time range; in the allowed names, N stands for 1 to 999.`;
  return { parameter, code: 'unknown_range', detail, allowed: RANGE_NAMES };
}

function fixedRange(name: string, context: RangeContext): TimeRange | undefined {
  const { now, clock } = context;
  const local = clock.toLocal(now);
  const today = startOfDay(local);
  const days = (from: number, to: number): TimeRange => between(clock, today + from * DAY, today + to * DAY);
  switch (name) {
    case 'today':
      return days(0, 1);
    case 'yesterday':
      return days(-1, 0);
    case 'last_hour':
      return { start: now - HOUR, end: now };
    case 'all_time':
      return { start: undefined, end: undefined };
    default:
      return unitRange(name, local, context);
  }
}

function unitRange(name: string, local: number, context: RangeContext): TimeRange | undefined {
  const match = /^(?:(this|last)_(week|month|quarter|year)|(week|month|quarter|year)_to_date)$/.exec(name);
  if (match === null) return undefined;
  const [, which, whole, running] = match;
  const unit = (whole ?? running) as Unit;
  const start = startOfUnit(local, unit, context.weekStart);
  if (which === undefined) return { start: context.clock.toUtc(start), end: context.now };
  const shift = which === 'this' ? 0 : -1;
  return between(context.clock, addUnits(start, unit, shift), addUnits(start, unit, shift + 1));
}

function countedRange(name: string, context: RangeContext): TimeRange | undefined {
  const match = /^last_([1-9]\d{0,2}|three|six|twelve)_(hours|days|weeks|months|years)$/.exec(name);
  if (match === null) return undefined;
  const [, countText = '', unit] = match;
  const word = WORDS[countText];
  if (word !== undefined && unit !== 'months') return undefined;
  const count = Math.min(word ?? Number(countText), LARGEST_COUNT);
  if (unit === 'hours') return { start: context.now - count * HOUR, end: context.now };
  const today = startOfDay(context.clock.toLocal(context.now));
  const start = startOfCount(today, unit ?? 'days', count);
  return between(context.clock, start, today + DAY);
}

function startOfCount(today: number, unit: string, count: number): number {
  switch (unit) {
    case 'weeks':
      return today - (7 * count - 1) * DAY;
    case 'months':
      return sameDayMonthsBack(today, count);
    case 'years':
      return sameDayMonthsBack(today, 12 * count);
    default:
      return today - (count - 1) * DAY;
  }
}

function between(clock: LocalClock, start: number, end: number): TimeRange {
  return { start: clock.toUtc(start), end: clock.toUtc(end) };
}

// Local times are counted like UTC times: the UTC fields of such a Date are the caller's local time.

function startOfDay(local: number): number {
  return Math.floor(local / DAY) * DAY;
}

function startOfUnit(local: number, unit: Unit, weekStart: WeekDay): number {
  const date = new Date(local);
  const year = date.getUTCFullYear();
  switch (unit) {
    case 'week': {
      const since = (date.getUTCDay() - WEEK_DAYS.indexOf(weekStart) + 7) % 7;
      return startOfDay(local) - since * DAY;
    }
    case 'month':
      return Date.UTC(year, date.getUTCMonth());
    case 'quarter':
      return Date.UTC(year, date.getUTCMonth() - (date.getUTCMonth() % 3));
    default:
      return Date.UTC(year, 0);
  }
}

function addUnits(start: number, unit: Unit, count: number): number {
  if (unit === 'week') return start + count * 7 * DAY;
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count * months);
}

/** Returns the same day of an earlier month, or the last day of that month if it is shorter. */
function sameDayMonthsBack(day: number, months: number): number {
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() - months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}
