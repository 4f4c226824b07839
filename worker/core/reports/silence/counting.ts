/**
 * Notes the hours in which numbers were called and forms came, from the lists of calls and forms, a day at a time. Repeating it changes
 * nothing. The script's hours are noted when a page is seen.
 */
import { FORMS, type HeardDay, heardAt, noteHeard, partOfNumber } from '../../company/heard/heard-hours.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { WINDOW_HOURS } from './rhythm/rhythm.ts';

const HOUR_MS = 60 * 60_000;
/** What is counted at once, so that requests do not wait long. */
const PIECE_MS = 24 * HOUR_MS;
/** A call may be told late by its carrier. */
const LATE_MS = 2 * HOUR_MS;
export const WINDOW_MS: number = WINDOW_HOURS * HOUR_MS;

/** Notes the next hours. @returns until when all are noted, in milliseconds since the epoch */
export function countOn({ database, now }: WriteContext, countedTime: number): number {
  const from = Math.max(countedTime - LATE_MS, now - WINDOW_MS);
  const until = Math.min(now, from + PIECE_MS);
  const days = new Map<string, HeardDay>();
  for (const { part, hour } of heardBetween(database, from, until)) {
    const heard = heardAt(part, hour);
    const key = `${part} ${heard.day}`;
    days.set(key, { ...heard, hours: heard.hours | (days.get(key)?.hours ?? 0) });
  }
  for (const day of days.values()) noteHeard(database, day);
  return until;
}

/** Returns since when something was heard in the window, in milliseconds since the epoch; undefined if nothing was. */
export function firstTime(database: Database, now: number): number | undefined {
  const { first } = database.one<{ first: number | null }>(
    `SELECT min(first) AS first FROM (
       SELECT min(started_time) AS first FROM calls WHERE started_time > ?1
       UNION ALL SELECT min(sent_time) FROM forms WHERE sent_time > ?1
       UNION ALL SELECT min(day) FROM heard_hours WHERE day > ?1)`,
    now - WINDOW_MS,
  );
  return first ?? undefined;
}

/** Returns the hours in which numbers were called, and those in which a form came that has arrived and is no spam. */
function heardBetween(database: Database, from: number, until: number): { part: string; hour: number }[] {
  const calls = database.all<{ number: string; hour: number }>(
    `SELECT number, started_time / ?3 * ?3 AS hour FROM calls
     WHERE started_time >= ?1 AND started_time < ?2 AND direction = 'inbound' GROUP BY number, hour`,
    from,
    until,
    HOUR_MS,
  );
  const forms = database.all<{ hour: number }>(
    `SELECT DISTINCT sent_time / ?3 * ?3 AS hour FROM forms
     WHERE sent_time >= ?1 AND sent_time < ?2 AND is_confirmed = 1 AND spam = '[]'`,
    from,
    until,
    HOUR_MS,
  );
  return [
    ...calls.map(({ number, hour }) => ({ part: partOfNumber(number), hour })),
    ...forms.map(({ hour }) => ({ part: FORMS, hour })),
  ];
}
