/** The first day of a company's data, where reports about all of it begin. */
import type { Database } from '../../engine/storage/database.ts';
import type { LocalClock } from '../../engine/times/local-clock.ts';

const DAY_MS = 86_400_000;
/** Before this, a date is a mistake: 2000-01-01. */
const EARLIEST = Date.UTC(2000, 0);

/** Returns the number of the first day; Infinity if there is no data. */
export function firstDayOf(database: Database, clock: LocalClock): number {
  // The platform takes at most five terms in a compound SELECT.
  const { first } = database.one<{ first: number | null }>(
    `SELECT min(first) AS first FROM (
       SELECT min(started_time) AS first FROM calls
       UNION ALL SELECT min(sent_time) FROM (SELECT min(sent_time) AS sent_time FROM texts
         UNION ALL SELECT min(sent_time) FROM forms)
       UNION ALL SELECT creation_time FROM leads WHERE lead_number = (SELECT min(lead_number) FROM leads)
       UNION ALL SELECT unixepoch(min(day)) * 1000 FROM (
         SELECT min(day) AS day FROM visit_counts UNION ALL SELECT min(day) FROM tap_counts
         UNION ALL SELECT min(day) FROM costs))`,
  );
  return first === null ? Infinity : Math.floor(clock.toLocal(Math.max(first, EARLIEST)) / DAY_MS);
}
