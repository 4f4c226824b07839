/** Values as people read them: times, phone numbers, counts, states. */
import type { VNode } from 'preact';
import type { LeadState } from '../company.ts';

const counts = new Intl.NumberFormat('en-US');
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const minutes = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2400` as `2,400`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** One thing, several things. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A moment: how long ago while that says more, the date after a week; the exact time on pointing at it. */
export function When({ time }: { time: string | number }): VNode {
  const date = new Date(time);
  return (
    <time class="nowrap" dateTime={date.toISOString()} title={minutes.format(date)}>
      {formatAgo(date, Date.now())}
    </time>
  );
}

/** A date and a time of day. */
export function formatMoment(time: string | number): string {
  return minutes.format(new Date(time));
}

/** The time of day. */
export function formatClock(time: string | number): string {
  return clock.format(new Date(time));
}

/** The day, `2026-03-02` without a time zone. */
export function formatDay(time: string | number): string {
  const isDay = typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time);
  return days.format(new Date(isDay ? `${time}T00:00` : time));
}

function formatAgo(date: Date, now: number): string {
  const passed = now - date.getTime();
  if (passed < MINUTE_MS) return passed > -MINUTE_MS ? 'just now' : days.format(date);
  if (passed < HOUR_MS) return ago.format(-Math.floor(passed / MINUTE_MS), 'minute');
  if (passed < DAY_MS) return ago.format(-Math.floor(passed / HOUR_MS), 'hour');
  return passed < 7 * DAY_MS ? ago.format(-Math.floor(passed / DAY_MS), 'day') : days.format(date);
}

/** `+15125550140` as `(512) 555-0140`; numbers of other plans in E.164. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** A state with its colour and, since no colour says anything by itself, its name. */
export function StateChip({
  state,
  states,
}: {
  state: string;
  states: readonly LeadState[] | undefined;
}): VNode {
  const found = states?.find(({ name }) => name === state);
  return (
    <span class="chip">
      <span class="dot" style={found && { background: found.color }} />
      <span>{found?.label ?? state}</span>
    </span>
  );
}
