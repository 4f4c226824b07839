/** Which users are away: not available, perhaps until a time. No other file reads or writes the table. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

/** A user who is away. Times are milliseconds since the epoch; `until` is null without an end. */
export interface AwayUserRecord extends Row {
  userId: string;
  name: string;
  since: number;
  until: number | null;
}

const NOW_AWAY = 'until_time IS NULL OR until_time > ?';

/** Returns until when users are not available, by user id: milliseconds since the epoch, null without an end. Ends may have passed. */
export function awayUsers(database: Database): Map<string, number | null> {
  const rows = database.all<{ user_id: string; until_time: number | null }>(
    'SELECT user_id, until_time FROM away_users',
  );
  return new Map(rows.map(({ user_id: userId, until_time: until }) => [userId, until]));
}

/** Lists the users who are away now, the latest first. */
export function listAway({ database, now }: RequestContext): AwayUserRecord[] {
  return database.all<AwayUserRecord>(
    `SELECT away_users.user_id AS userId, users.name AS name, since_time AS since, until_time AS until
     FROM away_users JOIN users ON users.user_id = away_users.user_id
     WHERE ${NOW_AWAY} ORDER BY since_time DESC, away_users.user_id`,
    now,
  );
}

/** Returns the users who are there now, in their order. */
export function thoseThere({ database, now }: RequestContext, userIds: readonly string[]): string[] {
  const rows = database.all<{ user_id: string }>(`SELECT user_id FROM away_users WHERE ${NOW_AWAY}`, now);
  const away = new Set(rows.map(({ user_id: userId }) => userId));
  return userIds.filter((userId) => !away.has(userId));
}

/** Marks a user as away. @param until milliseconds since the epoch; null without an end */
export function setAway({ database, now }: WriteContext, userId: string, until: number | null): void {
  database.run(
    `INSERT INTO away_users (user_id, since_time, until_time) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET since_time = excluded.since_time, until_time = excluded.until_time`,
    userId,
    now,
    until,
  );
}

/** Marks a user as there, or forgets one who is erased. */
export function setThere({ database }: WriteContext, userId: string): void {
  database.run('DELETE FROM away_users WHERE user_id = ?', userId);
}
