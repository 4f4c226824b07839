/** Names and places the periods of a time axis: hours of a day, days, weeks, months. Days have no time zone here. Pure. */
import { bisectRight } from 'd3-array';
import { utcDay, utcHour, utcMonday, utcMonth, utcYear, type CountableTimeInterval } from 'd3-time';

/** The length of each period of an axis. */
export type PeriodUnit = 'hour' | 'day' | 'week' | 'month';

/** A mark on the time axis. */
export interface AxisMark {
  /** The position of the period among all, from 0. */
  index: number;
  text: string;
  /** Whether a narrow chart shows it too. */
  isMajor: boolean;
}

const INTERVALS: Record<PeriodUnit, CountableTimeInterval> = {
  hour: utcHour,
  day: utcDay,
  week: utcMonday,
  month: utcMonth,
};

/** Steps between marks, smallest first. */
const STEPS: Record<PeriodUnit, readonly { every: CountableTimeInterval; of: number }[]> = {
  hour: [{ every: utcHour, of: 3 }],
  day: [
    { every: utcDay, of: 1 },
    { every: utcMonday, of: 1 },
    { every: utcMonday, of: 2 },
    { every: utcMonth, of: 1 },
    { every: utcMonth, of: 3 },
    { every: utcYear, of: 1 },
  ],
  week: [
    { every: utcMonday, of: 1 },
    { every: utcMonday, of: 2 },
    { every: utcMonth, of: 1 },
    { every: utcMonth, of: 3 },
    { every: utcYear, of: 1 },
  ],
  month: [
    { every: utcMonth, of: 1 },
    { every: utcMonth, of: 3 },
    { every: utcYear, of: 1 },
  ],
};

const PREPOSITIONS: Record<PeriodUnit, string> = { hour: 'at', day: 'on', week: 'in the', month: 'in' };
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
/** The days of the week, Monday first, as reports count them. */
export const WEEKDAY_NAMES = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** The most marks on a wide chart. */
const MOST_MARKS = 8;
/** A narrow chart shows every second mark if there are more. */
const FEW_MARKS = 4;

/** Reads the start of a period: `2026-11-23`, `2026-11`, or an hour as `2026-11-23T08`. */
export function startOf(start: string): Date {
  const [day = '', hour = '0'] = start.split('T');
  const [year, month, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date, Number(hour.slice(0, 2))));
}

/** Names a period for a sentence or a table: `Tue, Nov 17`, `week of Nov 16`, `Nov 2026`, `8 AM`. */
export function periodTitle(unit: PeriodUnit, start: string): string {
  const date = startOf(start);
  switch (unit) {
    case 'hour':
      return hourText(date.getUTCHours());
    case 'day':
      return `${WEEKDAYS[date.getUTCDay()]}, ${dayText(date)}`;
    case 'week':
      return `week of ${dayText(date)}`;
    default:
      return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  }
}

/** Names a period with its preposition: `on Tue, Nov 17`, `in the week of Nov 16`. */
export function periodPhrase(unit: PeriodUnit, start: string): string {
  return `${PREPOSITIONS[unit]} ${periodTitle(unit, start)}`;
}

/** Names a range of days: `Nov 1 – 23, 2026`, `Oct 25 – Nov 23, 2026`. @param last the last day, included */
export function rangeTitle(first: string, last: string): string {
  const [from, to] = [startOf(first), startOf(last)];
  const year = `, ${to.getUTCFullYear()}`;
  if (first === last) return dayText(from) + year;
  if (from.getUTCFullYear() !== to.getUTCFullYear()) {
    return `${dayText(from)}, ${from.getUTCFullYear()} – ${dayText(to)}${year}`;
  }
  const isSameMonth = from.getUTCMonth() === to.getUTCMonth();
  return `${dayText(from)} – ${isSameMonth ? to.getUTCDate() : dayText(to)}${year}`;
}

/** Names a range of days with its preposition: `on Nov 23, 2026`, `in Oct 25 – Nov 23, 2026`. */
export function rangePhrase(first: string, last: string): string {
  return `${first === last ? 'on' : 'in'} ${rangeTitle(first, last)}`;
}

/** Names an hour of the day: `8 AM`. */
export function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns the day before or after another. @param day as `2026-11-23` */
export function dayAfter(day: string, days: number): string {
  return utcDay.offset(startOf(day), days).toISOString().slice(0, 10);
}

/** Counts the days from one to another. */
export function daysBetween(first: string, last: string): number {
  return utcDay.count(startOf(first), startOf(last));
}

/** Places marks on the axis of consecutive periods, at most nine. @param starts of every period, oldest first */
export function axisMarks(unit: PeriodUnit, starts: readonly string[]): AxisMark[] {
  const dates = starts.map(startOf);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const marks = marksBetween(unit, first, INTERVALS[unit].offset(last, 1));
  const isCrowded = marks.length > FEW_MARKS;
  return marks.map(({ date, text }, index) => ({
    // The period that the mark is in.
    index: Math.max(0, bisectRight(dates, date) - 1),
    text,
    isMajor: !isCrowded || index % 2 === 0,
  }));
}

function marksBetween(unit: PeriodUnit, first: Date, end: Date): { date: Date; text: string }[] {
  const steps = STEPS[unit];
  const step = steps.find(({ every, of }) => every.count(first, end) / of <= MOST_MARKS) ?? steps.at(-1);
  if (step === undefined) return [];
  const { every, of } = step;
  const within = every.range(every.ceil(first), end);
  // Too long even for the largest step.
  const stride = Math.max(of, Math.ceil(within.length / MOST_MARKS));
  // Hours are counted from midnight, others from the end, so that the newest mark stays.
  return within
    .filter((_, index) => (unit === 'hour' ? index : within.length - 1 - index) % stride === 0)
    .map((date) => ({ date, text: markText(unit, every, date) }));
}

function markText(unit: PeriodUnit, every: CountableTimeInterval, date: Date): string {
  if (unit === 'hour') return hourText(date.getUTCHours());
  if (every === utcYear) return String(date.getUTCFullYear());
  if (every !== utcMonth) return dayText(date);
  const isJanuary = date.getUTCMonth() === 0;
  return isJanuary ? `Jan ${date.getUTCFullYear()}` : (MONTHS[date.getUTCMonth()] ?? '');
}

function dayText(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}
