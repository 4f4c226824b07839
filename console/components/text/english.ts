/**
 * Counts and times as English texts (en-US), in the time of this machine. By own rules, which a test holds to those of Intl:
 * the first use of anything of Intl has the browser read its list of languages, which on a slow machine takes longer than
 * drawing a list of leads. Pure.
 */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2400` as `2,400`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A date and a time of day. */
export function formatMoment(time: string | number | Date): string {
  const date = new Date(time);
  return `${formatDay(date)}, ${formatClock(date)}`;
}

/** The time of day. */
export function formatClock(time: string | number | Date): string {
  const date = new Date(time);
  const hours = date.getHours();
  return `${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The day, `2026-03-02` without a time zone. */
export function formatDay(time: string | number | Date): string {
  const isDay = typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time);
  const date = new Date(isDay ? `${time}T00:00` : time);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
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
