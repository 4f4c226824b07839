/** The rows of who is at a reminder and who has seen it, which go when it is done, when the user is erased, and with time. */
import { type AgedRows, type AgingData, agingRows } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long rows are kept whose end has passed. They count for nothing. */
export const TAKEN_KEPT_MS = DAY_MS;
/** A reminder that nobody did for so long is new to everybody again. */
export const SEEN_KEPT_MS = 90 * DAY_MS;

const TAKEN: AgedRows = { table: 'taken_reminders', key: 'event_id', time: 'until_time' };
const SEEN: AgedRows = { table: 'seen_reminders', key: 'event_id, user_id', time: 'seen_time' };

/** The retention of the marks. */
export const MARKS_RETENTION: readonly AgingData[] = [
  { keptMs: () => TAKEN_KEPT_MS, ...agingRows(TAKEN) },
  { keptMs: () => SEEN_KEPT_MS, ...agingRows(SEEN) },
];

/** Forgets who is at a reminder and who has seen it, since it is done. */
export function forgetMarks(database: Database, eventId: string): void {
  database.run('DELETE FROM taken_reminders WHERE event_id = ?', eventId);
  database.run('DELETE FROM seen_reminders WHERE event_id = ?', eventId);
}

/** Forgets what a user who is erased has taken and seen. */
export function forgetMarksOf({ database }: WriteContext, userId: string): void {
  database.run('DELETE FROM taken_reminders WHERE user_id = ?', userId);
  database.run('DELETE FROM seen_reminders WHERE user_id = ?', userId);
}
