/**
 * Access tokens: opaque random strings that name their company, so that a request without a company in its path can be
 * routed. Only their SHA-256 is stored: they have 256 random bits, which a slow hash could not improve.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { randomBytes } from 'node:crypto';
import type { WriteCall } from '../call.ts';
import type { CompanyState } from '../core-app.ts';
import { sha256Hex } from '../sha256.ts';
import { toUser, type UserRow } from '../users/users.ts';
import type { TokenRecord } from './known-tokens.ts';

/** How long a token is valid, in milliseconds, unless it is issued for less. */
export const TOKEN_LIFETIME_MS = 14 * 24 * 3_600_000;

/** An integrator that fetches a token per run must not fill the table: the oldest goes. */
const MAX_LIVE_TOKENS = 20;
/** How long an expired token is still told from a wrong one. */
const REMEMBER_EXPIRED_MS = 30 * 24 * 3_600_000;

const PREFIX = 'llt_';
const COMPANY_BYTES = 16;
/** Base64 is read in fours: 24 characters are 18 bytes, of which the first 16 are the company's. */
const COMPANY_CHARACTERS = 24;
const RANDOM_BYTES = 32;
const SHAPE = /^llt_[\w-]{64}$/;

export interface IssuedToken {
  token: string;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

interface TokenRow extends UserRow {
  expires_time: number;
}

/**
 * Issues a token and forgets those beyond the newest 20 live ones of the user.
 * @param lifetimeMs milliseconds
 */
export function issueToken(call: WriteCall, userId: string, lifetimeMs = TOKEN_LIFETIME_MS): IssuedToken {
  const { database, now } = call;
  const token = makeToken(call.companyId);
  const expiresTime = now + lifetimeMs;
  call.knownTokens.clear();
  database.run('DELETE FROM tokens WHERE expires_time < ?', now - REMEMBER_EXPIRED_MS);
  database.run(
    'INSERT INTO tokens (token_hash, user_id, created_time, expires_time) VALUES (?, ?, ?, ?)',
    sha256Hex(token),
    userId,
    now,
    expiresTime,
  );
  database.run(
    `DELETE FROM tokens WHERE token_hash IN (
       SELECT token_hash FROM tokens WHERE user_id = ? AND expires_time > ?
       ORDER BY created_time DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    userId,
    now,
    MAX_LIVE_TOKENS,
  );
  return { token, expiresTime };
}

/** Whose token it is, expired or not; undefined for one that was never issued, was revoked or fell out. */
export function findToken(
  { database, knownTokens }: Pick<CompanyState, 'database' | 'knownTokens'>,
  token: string,
): TokenRecord | undefined {
  const hash = sha256Hex(token);
  const known = knownTokens.get(hash);
  if (known !== undefined) return known;
  const row = database.maybe<TokenRow>(
    'SELECT users.*, expires_time FROM tokens JOIN users USING (user_id) WHERE token_hash = ?',
    hash,
  );
  if (row === undefined) return undefined;
  const record = { user: toUser(row), expiresTime: row.expires_time };
  knownTokens.set(hash, record);
  return record;
}

/** Ends one token; an unknown one is no error. */
export function revokeToken({ database, knownTokens }: WriteCall, token: string): void {
  knownTokens.clear();
  database.run('DELETE FROM tokens WHERE token_hash = ?', sha256Hex(token));
}

/** Ends every token of the user, at once. */
export function revokeTokensOf({ database, knownTokens }: WriteCall, userId: string): void {
  knownTokens.clear();
  database.run('DELETE FROM tokens WHERE user_id = ?', userId);
}

/** The UUID of the company that the token names; undefined when it does not look like a token. */
export function companyOfToken(token: string): string | undefined {
  if (!SHAPE.test(token)) return undefined;
  // Every request asks this, and `atob` is quicker than a Buffer.
  const start = token.slice(PREFIX.length, PREFIX.length + COMPANY_CHARACTERS);
  const text = atob(start.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(COMPANY_BYTES);
  for (let index = 0; index < COMPANY_BYTES; index += 1) bytes[index] = text.charCodeAt(index);
  const hex = bytesToHex(bytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 16 bytes of company and 32 random ones are 64 characters of base64url, without padding and without a colon. */
function makeToken(companyId: string): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return PREFIX + Buffer.concat([company, randomBytes(RANDOM_BYTES)]).toString('base64url');
}
