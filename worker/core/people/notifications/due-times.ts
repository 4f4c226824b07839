/** Decides when a message about notifications is sent. Pure. */
import type { LocalClock } from '../../engine/times/local-clock.ts';
import type { SentChannel } from './channels.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A message waits this long after the last notification, so that it tells of a storm at once. */
const GATHERING_MS: Readonly<Record<SentChannel, number>> = { push: 1_000, mail: 5_000, sms: 5_000 };
/** It waits at most this long after the first. */
const LONGEST_GATHERING_MS = 2 * MINUTE;

/** The times that a user has chosen, each as `HH:MM`. */
export interface Times {
  /** No message is sent from one time to the other; over midnight if the second is earlier. */
  quietHours: { from: string; until: string } | null;
  /** All mail is sent once a day at this time. It delays nothing that is pushed. */
  digestAt: string | null;
}

/**
 * Returns when a message is due, in milliseconds since the epoch.
 * @param message.firstTime the time of its first notification
 */
export function dueTime(
  { channel, firstTime, now }: { channel: SentChannel; firstTime: number; now: number },
  { quietHours, digestAt }: Times,
  clock: LocalClock,
): number {
  if (digestAt !== null && channel === 'mail') return nextTime(firstTime, minutesOf(digestAt), clock);
  const due = Math.min(now + GATHERING_MS[channel], firstTime + LONGEST_GATHERING_MS);
  return afterQuiet(Math.max(due, now), quietHours, clock);
}

/** Returns the time, or the end of the quiet hours that it is in. */
export function afterQuiet(time: number, quietHours: Times['quietHours'], clock: LocalClock): number {
  if (quietHours === null) return time;
  const [from, until] = [minutesOf(quietHours.from), minutesOf(quietHours.until)];
  const local = clock.toLocal(time);
  const minute = Math.floor((local - startOfDay(local)) / MINUTE);
  const isQuiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextTime(time, until, clock) : time;
}

/** Returns the next moment after `time` at which the clock shows a minute of the day. */
function nextTime(time: number, minute: number, clock: LocalClock): number {
  const local = clock.toLocal(time);
  const today = startOfDay(local) + minute * MINUTE;
  const moment = clock.toUtc(today);
  return moment > time ? moment : clock.toUtc(today + DAY);
}

function startOfDay(local: number): number {
  return Math.floor(local / DAY) * DAY;
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
