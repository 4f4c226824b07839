/** Addresses of users that get no more mail, because a mail server said that they do not exist. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import type { UserRecord } from '../users/schema.ts';

/** Why a user gets no mail. */
export interface MailStop {
  detail: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** Returns why a user's address gets no mail; undefined if it does. Another address starts anew. */
export function findMailStop(database: Database, { userId, email }: UserRecord): MailStop | undefined {
  const row = database.maybe<{ detail: string; stopped_time: number }>(
    'SELECT detail, stopped_time FROM mail_stops WHERE user_id = ? AND email_key = ?',
    userId,
    emailKey(email),
  );
  return row && { detail: row.detail, time: row.stopped_time };
}

/** Tells whether a user's address gets no mail. */
export function isMailStopped(database: Database, user: UserRecord): boolean {
  return findMailStop(database, user) !== undefined;
}

/** Stops the mail to an address. */
export function stopMail({ database, now }: WriteContext, user: UserRecord, detail: string): void {
  database.run(
    `INSERT INTO mail_stops (user_id, email_key, detail, stopped_time) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (user_id) DO UPDATE SET email_key = ?2, detail = ?3, stopped_time = ?4`,
    user.userId,
    emailKey(user.email),
    detail,
    now,
  );
}

/** Lets mail to a user's address be tried again. */
export function resumeMail({ database }: WriteContext, userId: string): void {
  database.run('DELETE FROM mail_stops WHERE user_id = ?', userId);
}
