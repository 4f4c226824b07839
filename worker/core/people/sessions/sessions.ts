/** The sign-ins of a user to the company, as the user sees them: lists and ends them. */
import { notFound } from '../../../shared/http/problems.ts';
import type { TokenKind } from '../../../accounts/token-requests.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { knownTokensOf } from '../users/known-tokens.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';

/** A valid token of a user. */
export interface SessionRecord {
  sessionId: string;
  kind: TokenKind;
  /** The browser or program; empty if unknown. */
  device: string;
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  /** Null if it was not used since the sign-in. Recorded once an hour. */
  lastUsedTime: number | null;
  expiresTime: number;
  isCurrent: boolean;
}

/** Lists the valid tokens of a user, newest first. @param current.hash the SHA-256 of the token of the request */
export function listSessions(
  database: Database,
  userId: string,
  { hash, now }: { hash: string; now: number },
): SessionRecord[] {
  return database
    .all<Omit<SessionRecord, 'isCurrent'> & { isCurrent: number }>(
      `SELECT session_id AS sessionId, kind, device, created_time AS createdTime,
         last_used_time AS lastUsedTime, expires_time AS expiresTime, token_hash = ? AS isCurrent
       FROM tokens WHERE user_id = ? AND expires_time > ? ORDER BY created_time DESC, session_id`,
      hash,
      userId,
      now,
    )
    .map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }));
}

/**
 * Ends one of a user's sessions at once.
 * @throws Problem 404 for one that is not theirs or has ended
 */
export function endSession(context: WriteContext, userId: string, sessionId: string): void {
  knownTokensOf(context).clear();
  const written = context.database.run(
    'DELETE FROM tokens WHERE user_id = ? AND session_id = ? AND expires_time > ?',
    userId,
    sessionId,
    context.now,
  );
  if (written === 0) throw notFound();
  context.audit({ action: 'session.ended', subject: `user:${userId}` });
}

/** Ends all sessions of a user but one. @param keptHash the SHA-256 of the token that stays valid */
export function endOtherSessions(context: WriteContext, userId: string, keptHash: string): void {
  revokeTokensOf(context, userId, keptHash);
  context.audit({ action: 'session.others_ended', subject: `user:${userId}` });
}
