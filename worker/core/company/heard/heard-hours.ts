/**
 * The hours in which the script, the numbers and the forms of a company were heard: all that is known of their rhythm. A day of one of
 * them is a row with a bit for each hour, which is written once an hour at most.
 */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Longer than `reports/silence/` looks back. */
export const HEARD_KEPT_MS: number = 90 * DAY_MS;

/** The hours, by the day. */
export const HEARD_HOURS: AgedRows = { table: 'heard_hours', key: 'part, day', time: 'day' };

/** What is heard on a site. */
export const SCRIPT = 'script:';
/** The forms of all sites. */
export const FORMS = 'forms';

/** Hours of a day in which something was heard. */
export interface HeardDay {
  /** `script:<site>`, `number:<number>` or `forms`. */
  part: string;
  /** The beginning of the day (UTC) in milliseconds since the epoch. */
  day: number;
  /** A bit for each hour, from the lowest for midnight. */
  hours: number;
}

/** Returns the part that hears the calls of a number. @param number E.164 */
export function partOfNumber(number: string): string {
  return `number:${number}`;
}

/** Returns the day of a moment with the bit of its hour. */
export function heardAt(part: string, time: number): HeardDay {
  const day = time - (time % DAY_MS);
  return { part, day, hours: 1 << Math.floor((time - day) / HOUR_MS) };
}

/** Adds hours to a day. */
export function noteHeard(database: Database, { part, day, hours }: HeardDay): void {
  database.run(
    `INSERT INTO heard_hours (part, day, hours) VALUES (?, ?, ?)
     ON CONFLICT (part, day) DO UPDATE SET hours = hours | excluded.hours WHERE hours & excluded.hours <> excluded.hours`,
    part,
    day,
    hours,
  );
}

/** Returns the days since a time. */
export function heardSince(database: Database, time: number): HeardDay[] {
  return database.all<HeardDay & Record<string, string | number>>(
    'SELECT part, day, hours FROM heard_hours WHERE day >= ? ORDER BY part, day',
    time - (time % DAY_MS),
  );
}

/** Forgets sites that no page is known of. */
export function forgetSites(database: Database): void {
  database.run(
    `DELETE FROM heard_hours WHERE part GLOB 'script:*' AND substr(part, ?) NOT IN (SELECT site FROM seen_pages)`,
    SCRIPT.length + 1,
  );
}
