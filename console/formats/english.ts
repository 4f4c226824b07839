/**
 * Formats times in English, in local time and as the reader's country writes them. It does not use Intl, because on first use
 * the browser loads Intl's locale data, which on a slow machine takes longer than drawing a list of leads. A test compares the
 * results with Intl's. Pure.
 */
import { clockText, hourText, type TimeStyle } from '../../worker/shared/pure/time-style.ts';
import { READER } from './reader.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a date with its time of day. */
export function formatMoment(time: string | number | Date, style: TimeStyle = READER): string {
  const date = new Date(time);
  return `${formatDay(date, style)}, ${formatClock(date, style)}`;
}

/** Formats a time of day. */
export function formatClock(time: string | number | Date, style: TimeStyle = READER): string {
  const date = new Date(time);
  return clockText(date.getHours(), date.getMinutes(), style);
}

/** Formats an hour of the day: `8 AM`, `08:00`. */
export function formatHour(hour: number): string {
  return hourText(hour, READER);
}

/** Formats a day. A date without a time, such as `2026-03-02`, has no time zone. */
export function formatDay(time: string | number | Date, { isDayFirst }: TimeStyle = READER): string {
  const isDay = typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time);
  const date = new Date(isDay ? `${time}T00:00` : time);
  const [month, day, year] = [MONTHS[date.getMonth()], date.getDate(), date.getFullYear()];
  return isDayFirst ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/** Returns how long ago a time was, up to a week; then the date. @param now milliseconds since the epoch */
export function formatAgo(date: Date, now: number): string {
  const passed = now - date.getTime();
  if (passed < MINUTE_MS) return passed > -MINUTE_MS ? 'just now' : formatDay(date);
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min. ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} hr. ago`;
  if (passed < 2 * DAY_MS) return 'yesterday';
  return passed < 7 * DAY_MS ? `${Math.floor(passed / DAY_MS)} days ago` : formatDay(date);
}
