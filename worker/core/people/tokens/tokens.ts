/**
 * Access tokens, which are issued at sign-in for two weeks. Only their SHA-256 is stored. A slow hash is not needed, because
 * nobody can guess 256 random bits.
 */
import { makeSecret } from '../../../shared/http/credentials.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { USERS } from '../users/users.ts';
import type { KnownCredential } from '../../engine/context/actors.ts';
import { knownTokensOf } from '../users/known-tokens.ts';
import type { IssuedToken, TokenKind, TokenRequest } from '../../../accounts/token-requests.ts';

/** How long a token is valid by default, in milliseconds. */
export const TOKEN_LIFETIME_MS = 14 * 24 * 3_600_000;

/**
 * Most valid tokens of a user and kind. The oldest is deleted, so that a program that requests a token for each run does not fill
 * the table.
 */
const MAX_LIVE_TOKENS = 20;
/** How long an expired token is distinguished from an unknown one. */
const REMEMBER_EXPIRED_MS = 30 * 24 * 3_600_000;

const OWNER_OF_TOKEN = `SELECT ${USERS.columns}, expires_time, session_id, last_used_time, kind, has_second_factor
  FROM tokens JOIN users USING (user_id) WHERE token_hash = ?`;

interface TokenRow extends Row {
  expires_time: number;
  session_id: string;
  last_used_time: number | null;
  kind: TokenKind;
  has_second_factor: number;
}

/** Issues a token, and deletes all but the 20 newest valid ones of the user and kind. */
export function issueToken(
  context: WriteContext,
  userId: string,
  {
    lifetimeMs = TOKEN_LIFETIME_MS,
    latestEnd = Infinity,
    kind = 'token',
    device = '',
    hasSecondFactor = false,
    confirmedTime = kind === 'session' ? context.now : null,
  }: Omit<TokenRequest, 'isSignIn'> = {},
): IssuedToken {
  const { database, now } = context;
  const token = makeSecret('llt_', context.companyId);
  const expiresTime = Math.min(now + lifetimeMs, latestEnd);
  knownTokensOf(context).clear();
  database.run('DELETE FROM tokens WHERE expires_time < ?', now - REMEMBER_EXPIRED_MS);
  database.run(
    `INSERT INTO tokens (token_hash, user_id, created_time, expires_time, kind, session_id, device, has_second_factor,
       confirmed_time)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sha256Hex(token),
    userId,
    now,
    expiresTime,
    kind,
    crypto.randomUUID(),
    device,
    hasSecondFactor ? 1 : 0,
    confirmedTime,
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

/** Finds the owner of a token, expired or not; undefined if it is unknown or was revoked or deleted. */
export function findToken(database: Database, hash: string): KnownCredential | undefined {
  const row = database.maybe<TokenRow>(OWNER_OF_TOKEN, hash);
  if (row === undefined) return undefined;
  const {
    expires_time: expiresTime,
    session_id: sessionId,
    last_used_time: lastUsedTime,
    kind,
    has_second_factor: hasSecondFactor,
    ...user
  } = USERS.read(row);
  const lacksSecondFactor = kind === 'session' && hasSecondFactor === 0;
  return { actor: { kind: 'user', user }, expiresTime, lastUsedTime, sessionId, lacksSecondFactor };
}

/** Records that a token is used now. */
export function recordTokenUse(context: WriteContext, userId: string, sessionId: string): void {
  knownTokensOf(context).clear();
  context.database.run(
    'UPDATE tokens SET last_used_time = ? WHERE user_id = ? AND session_id = ?',
    context.now,
    userId,
    sessionId,
  );
}

/** Revokes a token. An unknown token is not an error. */
export function revokeToken(company: CompanyContext, token: string): void {
  const revoke = (context: WriteContext): void => {
    knownTokensOf(context).clear();
    context.database.run('DELETE FROM tokens WHERE token_hash = ?', sha256Hex(token));
  };
  commit(company, contextOfActor(company, { kind: 'system', name: 'sign-out' }), revoke, 'reserve');
}

/**
 * Revokes all tokens of the user at once.
 * @param keptHash the SHA-256 of a token that stays valid
 */
export function revokeTokensOf(context: WriteContext, userId: string, keptHash = ''): void {
  const { database } = context;
  const knownTokens = knownTokensOf(context);
  knownTokens.clear();
  database.run('DELETE FROM tokens WHERE user_id = ? AND token_hash <> ?', userId, keptHash);
}

/** Ends the sessions of a user; access tokens of programs stay. @param keptHash the SHA-256 of the token of one that stays */
export function endSessionsOf(context: WriteContext, userId: string, keptHash = ''): void {
  knownTokensOf(context).clear();
  context.database.run(
    "DELETE FROM tokens WHERE user_id = ? AND kind = 'session' AND token_hash <> ?",
    userId,
    keptHash,
  );
}

/** Notes that the user of a token has proved a second factor. */
export function noteSecondFactor(context: WriteContext, userId: string, hash: string): void {
  knownTokensOf(context).clear();
  context.database.run(
    'UPDATE tokens SET has_second_factor = 1 WHERE user_id = ? AND token_hash = ?',
    userId,
    hash,
  );
}

/** Notes that the user of a token has proved again who they are. @param hasSecondFactor whether with more than a password */
export function noteConfirmation(
  context: WriteContext,
  userId: string,
  { hash, hasSecondFactor }: { hash: string; hasSecondFactor: boolean },
): void {
  knownTokensOf(context).clear();
  context.database.run(
    `UPDATE tokens SET confirmed_time = ?, has_second_factor = max(has_second_factor, ?)
     WHERE user_id = ? AND token_hash = ?`,
    context.now,
    hasSecondFactor ? 1 : 0,
    userId,
    hash,
  );
}

/** Notes that the user has no second factor any more: none of their tokens counts as issued with one. */
export function forgetSecondFactor(context: WriteContext, userId: string): void {
  knownTokensOf(context).clear();
  context.database.run('UPDATE tokens SET has_second_factor = 0 WHERE user_id = ?', userId);
}

/** A token, apart from its owner. */
export interface TokenRecord {
  kind: TokenKind;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  hasSecondFactor: boolean;
  /** When its user last proved who they are, in milliseconds since the epoch. */
  confirmedTime: number | null;
}

/** Returns a token; undefined if it is unknown. */
export function readToken(database: Database, hash: string): TokenRecord | undefined {
  const row = database.maybe<{
    kind: TokenKind;
    expires_time: number;
    has_second_factor: number;
    confirmed_time: number | null;
  }>('SELECT kind, expires_time, has_second_factor, confirmed_time FROM tokens WHERE token_hash = ?', hash);
  return (
    row && {
      kind: row.kind,
      expiresTime: row.expires_time,
      hasSecondFactor: row.has_second_factor === 1,
      confirmedTime: row.confirmed_time,
    }
  );
}
