/** Access tokens, which signing in gives for two weeks. Only their SHA-256 is stored: guessing 256 random bits does not need a slow hash against it. */
import { makeSecret } from '../../../shared/http/credentials.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { USERS } from '../users/users.ts';
import type { KnownCredential } from '../../engine/context/actors.ts';
import { knownTokensOf } from '../known-tokens.ts';
import type { IssuedToken, TokenKind, TokenRequest } from '../../../accounts/token-requests.ts';

/** How long a token is valid, in milliseconds, unless it is issued for less. */
export const TOKEN_LIFETIME_MS = 14 * 24 * 3_600_000;

/** Valid tokens of a user and kind; the oldest goes, so that a program which fetches one for each run does not fill the table. */
const MAX_LIVE_TOKENS = 20;
/** How long an expired token is still told from a wrong one. */
const REMEMBER_EXPIRED_MS = 30 * 24 * 3_600_000;

const OWNER_OF_TOKEN = `SELECT ${USERS.columns}, expires_time FROM tokens JOIN users USING (user_id) WHERE token_hash = ?`;

/**
 * Issues a token and forgets those beyond the newest 20 live ones of the user and this kind.
 */
export function issueToken(
  context: WriteContext,
  userId: string,
  {
    lifetimeMs = TOKEN_LIFETIME_MS,
    latestEnd = Infinity,
    kind = 'token',
  }: Omit<TokenRequest, 'isSignIn'> = {},
): IssuedToken {
  const { database, now } = context;
  const token = makeSecret('llt_', context.companyId);
  const expiresTime = Math.min(now + lifetimeMs, latestEnd);
  knownTokensOf(context).clear();
  database.run('DELETE FROM tokens WHERE expires_time < ?', now - REMEMBER_EXPIRED_MS);
  database.run(
    'INSERT INTO tokens (token_hash, user_id, created_time, expires_time, kind) VALUES (?, ?, ?, ?, ?)',
    sha256Hex(token),
    userId,
    now,
    expiresTime,
    kind,
  );
  database.run(
    `DELETE FROM tokens WHERE token_hash IN (
       SELECT token_hash FROM tokens WHERE user_id = ? AND kind = ? AND expires_time > ?
       ORDER BY created_time DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    userId,
    kind,
    now,
    MAX_LIVE_TOKENS,
  );
  return { token, expiresTime };
}

/** Whose token it is, expired or not; undefined for one that was never issued, was revoked or fell out. */
export function findToken(database: Database, hash: string): KnownCredential | undefined {
  const row = database.maybe<{ expires_time: number }>(OWNER_OF_TOKEN, hash);
  if (row === undefined) return undefined;
  const { expires_time: expiresTime, ...user } = USERS.read(row);
  return { actor: { kind: 'user', user }, expiresTime, lastUsedTime: null };
}

/** Ends one token; an unknown one is no error. */
export function revokeToken(context: WriteContext, token: string): void {
  const { database } = context;
  const knownTokens = knownTokensOf(context);
  knownTokens.clear();
  database.run('DELETE FROM tokens WHERE token_hash = ?', sha256Hex(token));
}

/** Ends every token of the user, at once. @param keptHash the SHA-256 of one that stays */
export function revokeTokensOf(context: WriteContext, userId: string, keptHash = ''): void {
  const { database } = context;
  const knownTokens = knownTokensOf(context);
  knownTokens.clear();
  database.run('DELETE FROM tokens WHERE user_id = ? AND token_hash <> ?', userId, keptHash);
}

/** What a token is for and until when; undefined for one that is not there. */
export function readToken(
  database: Database,
  hash: string,
): { kind: TokenKind; expiresTime: number } | undefined {
  const row = database.maybe<{ kind: TokenKind; expires_time: number }>(
    'SELECT kind, expires_time FROM tokens WHERE token_hash = ?',
    hash,
  );
  return row && { kind: row.kind, expiresTime: row.expires_time };
}
