/** Names the periods of a time axis: hours of a day, days, weeks, months. Days have no time zone here. Pure. */
import { hourText, type TimeStyle } from '../../../shared/pure/time-style.ts';

/** The length of each period of an axis. */
export type PeriodUnit = 'hour' | 'day' | 'week' | 'month';

/** Days are those of UTC, which has no daylight saving. */
const DAY_MS = 86_400_000;
const PREPOSITIONS: Record<PeriodUnit, string> = { hour: 'at', day: 'on', week: 'in the', month: 'in' };
/** The months' short names, January first. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
/** The days of the week, Monday first, as reports count them. */
export const WEEKDAY_NAMES = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Reads the start of a period: `2026-11-23`, `2026-11`, or an hour as `2026-11-23T08`. */
export function startOf(start: string): Date {
  const [day = '', hour = '0'] = start.split('T');
  const [year, month, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date, Number(hour.slice(0, 2))));
}

/** Names a period for a sentence or a table: `Tue, Nov 17`, `week of Nov 16`, `Nov 2026`, `8 AM`; `Tue 17 Nov`. */
export function periodTitle(unit: PeriodUnit, start: string, style: TimeStyle): string {
  const date = startOf(start);
  switch (unit) {
    case 'hour':
      return hourText(date.getUTCHours(), style);
    case 'day':
      return `${WEEKDAYS[date.getUTCDay()]}${style.isDayFirst ? '' : ','} ${dayText(date, style)}`;
    case 'week':
      return `week of ${dayText(date, style)}`;
    default:
      return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  }
}

/** Names a period with its preposition: `on Tue, Nov 17`, `in the week of Nov 16`. */
export function periodPhrase(unit: PeriodUnit, start: string, style: TimeStyle): string {
  return `${PREPOSITIONS[unit]} ${periodTitle(unit, start, style)}`;
}

/** Names a range of days: `Nov 1 – 23, 2026`, `Oct 25 – Nov 23, 2026`; `1 – 23 Nov 2026`. @param last the last day, included */
export function rangeTitle(first: string, last: string, style: TimeStyle): string {
  const [from, to] = [startOf(first), startOf(last)];
  const comma = style.isDayFirst ? '' : ',';
  const end = `${dayText(to, style)}${comma} ${to.getUTCFullYear()}`;
  if (first === last) return end;
  if (from.getUTCFullYear() !== to.getUTCFullYear()) {
    return `${dayText(from, style)}${comma} ${from.getUTCFullYear()} – ${end}`;
  }
  if (from.getUTCMonth() !== to.getUTCMonth()) return `${dayText(from, style)} – ${end}`;
  return style.isDayFirst
    ? `${from.getUTCDate()} – ${end}`
    : `${dayText(from, style)} – ${to.getUTCDate()}, ${to.getUTCFullYear()}`;
}

/** Names a range of days with its preposition: `on Nov 23, 2026`, `in Oct 25 – Nov 23, 2026`. */
export function rangePhrase(first: string, last: string, style: TimeStyle): string {
  return `${first === last ? 'on' : 'in'} ${rangeTitle(first, last, style)}`;
}

/** Returns the day before or after another. @param day as `2026-11-23` */
export function dayAfter(day: string, days: number): string {
  return new Date(startOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Counts the days from one to another. */
export function daysBetween(first: string, last: string): number {
  return (startOf(last).getTime() - startOf(first).getTime()) / DAY_MS;
}

/** Names a day: `Nov 23`, `23 Nov`. */
export function dayText(date: Date, { isDayFirst }: TimeStyle): string {
  const [month, day] = [MONTHS[date.getUTCMonth()], date.getUTCDate()];
  return isDayFirst ? `${day} ${month}` : `${month} ${day}`;
}
