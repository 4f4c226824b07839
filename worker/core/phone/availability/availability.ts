/** Which users are not available for calls, and until when. Their phones do not ring; the phone book knows it. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { AwayUser } from './answer-schema.ts';

/** A row of `away_users`. Times are milliseconds since the epoch; `until_time` is null until the user is back. */
interface AwayRow {
  [column: string]: string | number | null;
  user_id: string;
  since_time: number;
  until_time: number | null;
}

/** Returns until when users are not available, by user id: milliseconds since the epoch, null without an end. Ends may have passed. */
export function awayUsers(database: Database): Map<string, number | null> {
  const rows = database.all<AwayRow>('SELECT user_id, since_time, until_time FROM away_users');
  return new Map(rows.map(({ user_id: userId, until_time: until }) => [userId, until]));
}

/** Lists the users who are not available now, the latest first. */
export function listAway({ database, now }: RequestContext): AwayUser[] {
  return database
    .all<AwayRow & { name: string }>(
      `SELECT away_users.*, users.name FROM away_users JOIN users ON users.user_id = away_users.user_id
       WHERE until_time IS NULL OR until_time > ? ORDER BY since_time DESC, away_users.user_id`,
      now,
    )
    .map((row) => ({
      user_id: row.user_id,
      name: row.name,
      since: writeMoment(row.since_time),
      until: row.until_time === null ? null : writeMoment(row.until_time),
    }));
}

/** Sets whether a user is available. Reports the change, so that the phone book is renewed and colleagues see it. */
export function setAvailability(
  context: WriteContext,
  userId: string,
  { isAvailable, until }: { isAvailable: boolean; until: number | null },
): void {
  const { database, now } = context;
  if (isAvailable) database.run('DELETE FROM away_users WHERE user_id = ?', userId);
  else {
    database.run(
      `INSERT INTO away_users (user_id, since_time, until_time) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET since_time = excluded.since_time, until_time = excluded.until_time`,
      userId,
      now,
      until,
    );
  }
  context.emit({ type: 'user.changed', data: { user_id: userId } });
  context.audit({
    action: isAvailable ? 'user.available' : 'user.away',
    subject: `user:${userId}`,
    ...(until === null ? {} : { detail: { until: writeMoment(until) } }),
  });
}

/** Forgets a user who is erased. */
export function forgetAway({ database }: WriteContext, userId: string): void {
  database.run('DELETE FROM away_users WHERE user_id = ?', userId);
}
