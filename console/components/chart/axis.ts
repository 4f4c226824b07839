/** Places marks on a time axis. Pure. */
import { bisectRight } from 'd3-array';
import {
  utcDay,
  utcHour,
  utcMonday,
  utcMonth,
  utcYear,
  type CountableTimeInterval,
  utcSaturday,
  utcSunday,
} from 'd3-time';
import { formatHour } from '../../formats/english.ts';
import { formatDate } from '../../formats/periods.ts';
import { MONTHS, type PeriodUnit, startOf } from '../../../worker/core/reports/words/periods.ts';

/** A mark on the time axis. */
export interface AxisMark {
  /** The position of the period among all, from 0. */
  index: number;
  text: string;
  /** Whether a narrow chart shows it too. */
  isMajor: boolean;
}

/** The first days of weeks that companies have, by `Date.getUTCDay`. */
const WEEKS: Readonly<Record<number, CountableTimeInterval>> = { 0: utcSunday, 1: utcMonday, 6: utcSaturday };

/** Steps between marks, smallest first. */
const STEPS: Record<PeriodUnit, readonly { every: CountableTimeInterval | 'week'; of: number }[]> = {
  hour: [{ every: utcHour, of: 3 }],
  day: [
    { every: utcDay, of: 1 },
    { every: 'week', of: 1 },
    { every: 'week', of: 2 },
    { every: utcMonth, of: 1 },
    { every: utcMonth, of: 3 },
    { every: utcYear, of: 1 },
  ],
  week: [
    { every: 'week', of: 1 },
    { every: 'week', of: 2 },
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

/** The most marks on a wide chart. */
const MOST_MARKS = 8;
/** A narrow chart shows every second mark if there are more. */
const FEW_MARKS = 4;

/** Places marks on the axis of consecutive periods, at most nine. @param starts of every period, oldest first */
export function axisMarks(unit: PeriodUnit, starts: readonly string[]): AxisMark[] {
  const dates = starts.map(startOf);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Weeks begin as those of the report do; the first one may begin before the report.
  const week = (unit === 'week' ? WEEKS[last.getUTCDay()] : undefined) ?? utcMonday;
  const intervals = { hour: utcHour, day: utcDay, week, month: utcMonth };
  const marks = marksBetween(unit, { first, end: intervals[unit].offset(last, 1), week });
  const isCrowded = marks.length > FEW_MARKS;
  return marks.map(({ date, text }, index) => ({
    // The period that the mark is in.
    index: Math.max(0, bisectRight(dates, date) - 1),
    text,
    isMajor: !isCrowded || index % 2 === 0,
  }));
}

function marksBetween(
  unit: PeriodUnit,
  { first, end, week }: { first: Date; end: Date; week: CountableTimeInterval },
): { date: Date; text: string }[] {
  const steps = STEPS[unit].map(({ every, of }) => ({ every: every === 'week' ? week : every, of }));
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
  if (unit === 'hour') return formatHour(date.getUTCHours());
  if (every === utcYear) return String(date.getUTCFullYear());
  if (every !== utcMonth) return formatDate(date);
  const isJanuary = date.getUTCMonth() === 0;
  return isJanuary ? `Jan ${date.getUTCFullYear()}` : (MONTHS[date.getUTCMonth()] ?? '');
}
